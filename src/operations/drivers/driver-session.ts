// A driver signs in with phone and pin and gets a token; every later call is known by it.
import type { DriverCaller } from "../../domain/drivers/driver.ts";
import {
  PIN_PAUSE_SECONDS,
  PIN_TRIES_MAX,
  pauseLeftSeconds,
  pauseSince,
  SESSION_SECONDS,
  SESSIONS_MAX,
} from "../../domain/drivers/pin-tries.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { hashSecret, isPin } from "../../ports/secrets.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import {
  type DriverSession,
  findLastPinTry,
  findSignInDriver,
  forgetPinTries,
  insertSession,
  removeSession,
  spendPinTry,
} from "../../store/drivers/sessions.ts";

export type SessionDeps = { readonly db: Database; readonly clock: Clock; readonly random: Random };

export type SignInRefusal =
  | "MISSING_REQUIRED_INFO"
  | "INVALID_PHONE_NUMBER"
  | "TOO_MANY_REQUESTS"
  | "NOT_AUTHORIZED"
  | "DEACTIVATED_ACCOUNT";
export type SignIn = { readonly token: string; readonly expiresAt: Date };
// With the seconds after which another try makes sense.
export type Paused = Refusal<"TOO_MANY_REQUESTS"> & { readonly retryAfterSeconds: number };

// The order of the checks: fields there, phone possible, tries left, pin right, driver active. That a phone belongs to a
// driver, or to one who is deactivated, is told only to whoever knows the pin.
export async function signInDriver(
  deps: SessionDeps,
  given: { readonly mobile: string | undefined; readonly pin: string | undefined },
): Promise<SignIn | Paused | Refusal<SignInRefusal>> {
  if (!given.mobile || !given.pin) {
    return refuse("MISSING_REQUIRED_INFO", `${given.mobile ? "pin" : "mobile"} is required and must be a text.`);
  }
  const phone = parsePhone(given.mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.");
  const now = deps.clock.now();
  const spent = await spendPinTry(deps.db, phone, PIN_TRIES_MAX, now, pauseSince(now));
  if (!spent) return paused(await findLastPinTry(deps.db, phone), now);
  const driver = await findSignInDriver(deps.db, phone);
  if (!(await isPin(given.pin, driver?.pinHash)) || !driver) {
    return refuse("NOT_AUTHORIZED", "mobile or pin is wrong.");
  }
  await forgetPinTries(deps.db, phone);
  if (driver.status !== "ACTIVATED") return refuse("DEACTIVATED_ACCOUNT", "This driver is deactivated.");
  return openSession(deps, phone, now);
}

function paused(lastTryAt: Date | undefined, now: Date): Paused {
  const retryAfterSeconds = lastTryAt ? pauseLeftSeconds(lastTryAt, now) : PIN_PAUSE_SECONDS;
  const why = `After ${PIN_TRIES_MAX} wrong pins, try again in ${retryAfterSeconds} s.`;
  return { ...refuse("TOO_MANY_REQUESTS", why), retryAfterSeconds };
}

async function openSession(deps: SessionDeps, phone: string, now: Date): Promise<SignIn> {
  const token = deps.random.hex(32);
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  const session = { tokenHash: hashSecret(token), phone, createdAt: now, expiresAt };
  await inTransaction(deps.db, (tx) => insertSession(tx, session, SESSIONS_MAX));
  return { token, expiresAt };
}

export async function signOutDriver(deps: SessionDeps, token: string): Promise<void> {
  await removeSession(deps.db, hashSecret(token));
}

export type IdentifyDriverDeps = {
  readonly clock: Clock;
  readonly findDriverSession: (tokenHash: string) => Promise<DriverSession | undefined>;
};

export async function identifyDriver(
  deps: IdentifyDriverDeps,
  token: string | undefined,
): Promise<DriverCaller | Refusal<"NOT_AUTHORIZED">> {
  if (token === undefined) return refuse("NOT_AUTHORIZED", "The header Authorization: Bearer <token> is missing.");
  const session = await deps.findDriverSession(hashSecret(token).toString("hex"));
  if (!session || session.expiresAt <= deps.clock.now()) {
    return refuse("NOT_AUTHORIZED", "The token is not a driver's, or its session has ended.");
  }
  if (session.status !== "ACTIVATED") return refuse("NOT_AUTHORIZED", "This driver is deactivated.");
  return session;
}

export function isPaused(answer: SignIn | Refusal<SignInRefusal>): answer is Paused {
  return isRefusal(answer) && "retryAfterSeconds" in answer;
}
