// How long a browser stays signed in, and how many may be at once. A session ends when nobody used it for a while, and in
// any case some time after it began.

export type WebSessionKind = "portal" | "console";

type Limits = { readonly idleSeconds: number; readonly lifeSeconds: number; readonly sessionsMax: number };

const DAY = 24 * 3600;

// The console reaches everything, so it is left open for a shift; a shop's clerk comes back after a week-end.
export const WEB_SESSION_LIMITS = {
  portal: { idleSeconds: 3 * DAY, lifeSeconds: 30 * DAY, sessionsMax: 20 },
  // The sessions of one key together, or of one person.
  console: { idleSeconds: DAY / 2, lifeSeconds: 7 * DAY, sessionsMax: 200 },
} as const satisfies Record<WebSessionKind, Limits>;

// A session that is in use is marked as seen this often, not with every call.
const SEEN_EVERY_SECONDS = 60;

export type SessionTimes = { readonly kind: WebSessionKind; readonly seenAt: Date; readonly expiresAt: Date };

export function isSessionOver(session: SessionTimes, now: Date): boolean {
  return session.expiresAt <= now || secondsUnseen(session, now) >= WEB_SESSION_LIMITS[session.kind].idleSeconds;
}

export function isSeenAgain(session: SessionTimes, now: Date): boolean {
  return secondsUnseen(session, now) >= SEEN_EVERY_SECONDS;
}

function secondsUnseen(session: SessionTimes, now: Date): number {
  return (now.getTime() - session.seenAt.getTime()) / 1000;
}

// Rows not seen since this moment may go.
export function idleSince(kind: WebSessionKind, now: Date): Date {
  return new Date(now.getTime() - WEB_SESSION_LIMITS[kind].idleSeconds * 1000);
}

const NAME_LENGTH_MAX = 80;

// undefined: not a name to remember somebody by.
export function parseOperatorName(given: string | undefined): string | undefined {
  const name = (given ?? "").trim().replace(/\s+/g, " ");
  return name === "" || name.length > NAME_LENGTH_MAX ? undefined : name;
}
