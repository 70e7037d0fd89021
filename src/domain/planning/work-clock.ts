// A vehicle's own clock, which stands still while it has a break: on it a drive that a break interrupts takes as long as any other.

type Break = { readonly from: number; readonly to: number };

export function toWorkClock(seconds: number, breaks: readonly Break[] = []): number {
  return breaks.reduce((left, { from, to }) => left - Math.max(0, Math.min(seconds, to) - from), seconds);
}
