// How many requests are worked on at once. More of them answer more only while this process has time to spare for them: while
// they wait for each other's processor or for the database's connections, each just takes longer.

export type LimitBounds = { readonly min: number; readonly max: number };

export type LoadSeen = {
  // Of the last moment, the share in which the event loop had something to do.
  readonly loopBusy: number;
  // Statements that wait for a connection.
  readonly databaseWaiting: number;
};

const BUSY = 0.9;
const SPARE = 0.75;
const RISE = 1.25;
const FALL = 0.8;

// Called a few times a second while requests wait; `bounds` with one number for both hold the limit there.
export function nextLimit(limit: number, { min, max }: LimitBounds, seen: LoadSeen): number {
  const isFull = seen.loopBusy > BUSY || seen.databaseWaiting > 0;
  const hasTime = seen.loopBusy < SPARE && seen.databaseWaiting === 0;
  const next = isFull ? Math.floor(limit * FALL) : hasTime ? Math.ceil(limit * RISE) : limit;
  return Math.min(max, Math.max(min, next));
}
