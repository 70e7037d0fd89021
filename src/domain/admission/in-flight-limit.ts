// How many requests are worked on at once. More of them answer more only while this process has time to spare for them: while
// they wait for each other's processor or for the database's connections, each just takes longer.

export type LimitBounds = {
  // When the database is what they wait for: enough to keep its connections busy.
  readonly min: number;
  // When it is the processor: those that come together are answered together, which costs less than one by one.
  readonly usual: number;
  readonly max: number;
};

export type LoadSeen = {
  // Of the last moment, the share in which the event loop had something to do.
  readonly loopBusy: number;
  // Statements that wait for a connection.
  readonly databaseWaiting: number;
};

const SPARE = 0.75;
const BUSY = 0.9;
const RISE = 1.25;
const FALL = 0.8;

// Called a few times a second while requests wait. Bounds of one number hold the limit there.
export function nextLimit(limit: number, { min, usual, max }: LimitBounds, seen: LoadSeen): number {
  if (seen.databaseWaiting > 0) return Math.max(min, Math.floor(limit * FALL));
  if (seen.loopBusy < SPARE) return Math.min(max, Math.ceil(limit * RISE));
  if (limit < usual) return Math.min(usual, Math.ceil(limit * RISE));
  return seen.loopBusy > BUSY ? Math.max(usual, Math.floor(limit * FALL)) : limit;
}
