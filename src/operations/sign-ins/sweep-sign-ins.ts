// Forgets what signing in leaves behind: tries, codes, sessions and devices by their age, and by their number what strangers can make
// as many of as they like. A little at a time, and as often as it takes: between two sweeps there is no more than a minute's flood.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { idleSince } from "../../domain/accounts/web-session.ts";
import { DEVICE_SECONDS } from "../../domain/drivers/sign-in.ts";
import { removeOldWebSessions } from "../../store/accounts/web-sessions.ts";
import { removeFailedSignIns } from "../../store/audit/audit-log.ts";
import { removeOldMemberInvites } from "../../store/members/members.ts";
import { removeOld } from "../../store/old-rows.ts";
import { removeOldInvites } from "../../store/operators/invites.ts";
import { removeEndedOperatorKeys } from "../../store/operators/operator-keys.ts";
import { removeOldTries } from "../../store/sign-in-tries.ts";
import { removeOldSms } from "../../store/sms-outbox.ts";
import type { Services } from "../services.ts";

const DAY = 24 * 3600;
// Some 15 MB: what 10,000 networks a minute leave in ten minutes, and then the least telling go.
const TRIES_MAX = 100_000;
// Enough to see who tried the console's door lately, and how often.
const FAILED_SIGN_INS_MAX = 10_000;
const FAILED_SIGN_IN_DAYS = 90;
// Messages of the built-in sender, for the operator to read.
const SMS_MAX = 10_000;
const SMS_DAYS = 30;
// The audit log names it for as long as somebody may ask.
const ENDED_KEY_DAYS = 400;
const AT_ONCE = 5_000;

export async function sweepSignIns({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => secondsAfter(now, -days * DAY);
  await untilFew(() => removeOldTries(db, now, TRIES_MAX, AT_ONCE));
  await untilFew(() => removeFailedSignIns(db, daysAgo(FAILED_SIGN_IN_DAYS), FAILED_SIGN_INS_MAX, AT_ONCE));
  await untilFew(() => removeOldSms(db, daysAgo(SMS_DAYS), SMS_MAX, AT_ONCE));
  await removeOldInvites(db, now);
  await removeOldMemberInvites(db, now);
  await removeEndedOperatorKeys(db, daysAgo(ENDED_KEY_DAYS), AT_ONCE);
  for (const table of [
    "child_invites",
    "driver_sessions",
    "driver_codes",
    "applicant_codes",
    "applicant_sessions",
  ] as const)
    await removeOld(db, table, now, AT_ONCE);
  await removeOld(db, "driver_devices", secondsAfter(now, -DEVICE_SECONDS), AT_ONCE);
}

async function untilFew(remove: () => Promise<number>): Promise<void> {
  for (let removed = AT_ONCE; removed === AT_ONCE; ) removed = await remove();
}

// Forgets browsers' sessions that are over, a few at a time so that nobody waits for it.
const SESSIONS_AT_ONCE = 1_000;

export async function removeOldSessions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const idle = { portal: idleSince("portal", now), console: idleSince("console", now) };
  await removeOldWebSessions(db, now, idle, SESSIONS_AT_ONCE);
}
