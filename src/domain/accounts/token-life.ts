// How long things given to an account last. The specification leaves them open (5.7, 5.8); D7 and D19 decide.
export const TOKEN_SECONDS = 30 * 24 * 3600;
export const REFRESH_SECONDS = 90 * 24 * 3600;
export const ACTIVATION_SECONDS = 15 * 60;
// A rotated key keeps working this long, so that a partner can change it without a gap.
export const KEY_OVERLAP_SECONDS = 24 * 3600;

// A request that had arrived before another one exchanged its token was in flight with it. One that arrives later is none: whoever
// has the answer has no reason to ask again.
export function isInFlight(arrivedAt: Date, exchangedAt: Date): boolean {
  return arrivedAt < exchangedAt;
}

// An answer with a new pair leaves this long after the pair was made. Twenty requests that a client sends at once arrive over ten to twenty
// milliseconds; without the pause the first was answered before the last was read, and its token already ended by it.
export const PAIR_GATHER_MS = 40;

// Until when a pair may be given to others who ask for one: until its own answer leaves. Registering, which makes an account's first
// pair, answers at once.
export function sharedUntil(pair: { readonly generation: number; readonly madeAt: Date }): Date {
  return new Date(pair.madeAt.getTime() + (pair.generation > 1 ? PAIR_GATHER_MS : 0));
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
