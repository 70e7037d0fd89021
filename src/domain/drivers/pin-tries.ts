// How often a pin may be guessed: five tries, then a pause that ends by itself.

export const PIN_TRIES_MAX = 5;
export const PIN_PAUSE_SECONDS = 15 * 60;

// A phone in a bag drops its session; a driver on a long shift must not have to type his pin every morning.
export const SESSION_SECONDS = 30 * 24 * 3600;
// A driver has a phone, perhaps a second one; more sessions are forgotten ones, and the oldest ends.
export const SESSIONS_MAX = 5;

// Tries before this moment are forgotten.
export function pauseSince(now: Date): Date {
  return new Date(now.getTime() - PIN_PAUSE_SECONDS * 1000);
}

export function pauseLeftSeconds(lastTryAt: Date, now: Date): number {
  return Math.max(1, Math.ceil(PIN_PAUSE_SECONDS - (now.getTime() - lastTryAt.getTime()) / 1000));
}
