// Everything that waits for the database is listed here with its limit, and one look ten times a second ends what has waited too
// long. A look comes after what has arrived at the sockets was read: a process that was held up itself does not mistake its own
// delay for the database's.

type Wait = { readonly end: () => void };

export type Waits = {
  // `onOver` is called when the limit has passed before `end` was.
  readonly begin: (limitMs: number, onOver: () => void) => Wait;
  // From now on, and for what waits already, no limit is longer than this.
  readonly hurry: (limitMs: number) => void;
  readonly stop: () => void;
};

type Live = { readonly sinceMs: number; readonly limitMs: number; readonly onOver: () => void };

const LOOK_EVERY_MS = 100;

export function openWaits(now: () => number, onLook: () => void): Waits {
  const live = new Set<Live>();
  let hurry: { readonly sinceMs: number; readonly limitMs: number } | undefined;

  function endOf({ sinceMs, limitMs }: Live): number {
    const usual = sinceMs + limitMs;
    return hurry ? Math.min(usual, Math.max(sinceMs, hurry.sinceMs) + hurry.limitMs) : usual;
  }

  function look(): void {
    const at = now();
    for (const wait of live) {
      if (at < endOf(wait)) continue;
      live.delete(wait);
      wait.onOver();
    }
    onLook();
  }

  const looking = setInterval(() => setImmediate(look), LOOK_EVERY_MS);
  // A program that is done does not stay for this; one that waits is kept by its socket.
  looking.unref();

  return {
    begin: (limitMs, onOver) => {
      const wait = { sinceMs: now(), limitMs, onOver };
      live.add(wait);
      return { end: () => live.delete(wait) };
    },
    hurry: (limitMs) => {
      hurry ??= { sinceMs: now(), limitMs };
    },
    stop: () => clearInterval(looking),
  };
}
