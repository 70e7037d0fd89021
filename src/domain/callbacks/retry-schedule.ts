// When an event that was not delivered is tried again, and when it is given up (D16). A given-up event stays resendable.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const RETRY_DELAYS_SECONDS = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const;
export const TRIES_MAX = RETRY_DELAYS_SECONDS.length + 1;

// Jitter brings a retry forward by up to a tenth and never pushes it back: who waits the written time has seen it happen.
const JITTER_SHARE = 0.1;
// An endpoint may ask for more time, as much as our own longest delay. It cannot ask for less: nine quick retries would use
// up in seconds what is meant to outlast a day's outage.
const RETRY_AFTER_SECONDS_MAX = 24 * HOUR;
// The whole schedule takes 44.7 hours. Events behind an open circuit or behind another event of their order wait without
// being tried; past this age they are given up too, so that a dead endpoint's queue has an end.
export const QUEUE_SECONDS_MAX = 48 * HOUR;

export type FailedTry = {
  // Scheduled tries that had failed before this one.
  readonly failures: number;
  // When the schedule wanted this try. A recovery of the endpoint may have brought it forward.
  readonly scheduledAt: Date;
  readonly triedAt: Date;
  readonly queuedAt: Date;
  readonly failedAt: Date;
  readonly retryAfterSeconds: number | undefined;
  // In [0, 1).
  readonly fraction: number;
};

export type AfterFailure =
  | { readonly step: "retry"; readonly at: Date; readonly failures: number; readonly wasEarly: boolean }
  | { readonly step: "give_up" };

export function afterFailure(failed: FailedTry): AfterFailure {
  if (isTooOld(failed.queuedAt, failed.failedAt)) return { step: "give_up" };
  const asked = later(failed.failedAt, Math.min(failed.retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX));
  // A try out of turn costs nothing: an endpoint that comes and goes would otherwise use up in minutes what is meant to
  // outlast a day.
  if (failed.triedAt < failed.scheduledAt) {
    return { step: "retry", at: latest(failed.scheduledAt, asked), failures: failed.failures, wasEarly: true };
  }
  const delay = RETRY_DELAYS_SECONDS[failed.failures];
  if (delay === undefined) return { step: "give_up" };
  const ours = later(failed.failedAt, delay * (1 - JITTER_SHARE * failed.fraction));
  return { step: "retry", at: latest(ours, asked), failures: failed.failures + 1, wasEarly: false };
}

const later = (from: Date, seconds: number): Date => new Date(from.getTime() + Math.round(seconds * 1000));
const latest = (one: Date, other: Date): Date => (one > other ? one : other);

function isTooOld(queuedAt: Date, now: Date): boolean {
  return now.getTime() - queuedAt.getTime() >= QUEUE_SECONDS_MAX * 1000;
}

// Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). Anything else says nothing.
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - now.getTime()) / 1000));
}
