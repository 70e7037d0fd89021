// A vehicle's own clock, which stands still while it has a break: on it a drive that a break interrupts takes as long as any other.

type Break = { readonly from: number; readonly to: number };

export function toWorkClock(seconds: number, breaks: readonly Break[] = []): number {
  return breaks.reduce((left, { from, to }) => left - Math.max(0, Math.min(seconds, to) - from), seconds);
}

// When work that begins at a moment and takes so long is done, breaks left out.
export function workFrom(from: number, seconds: number, breaks: readonly Break[] = []): number {
  let time = from;
  let left = seconds;
  for (const pause of breaks.toSorted((a, b) => a.from - b.from)) {
    if (time >= pause.to) continue;
    const until = Math.max(0, pause.from - time);
    if (left <= until && time < pause.from) break;
    left -= Math.min(left, until);
    time = pause.to;
  }
  return time + left;
}
