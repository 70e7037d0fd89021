// A driver signs in with phone and pin and gets a session's token. In production a device that is new to the driver must also show
// the code sent to the phone; once let in it is known, and then counts its wrong pins by itself.

import { CODE_TRIES, SIGN_IN_CODE_SECONDS } from "../../domain/accounts/one-time-code.ts";
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import {
  DEVICE_SECONDS,
  DEVICES_MAX,
  deviceCounter,
  SESSION_SECONDS,
  SESSIONS_MAX,
  type SignInMode,
  strangerCounters,
} from "../../domain/drivers/sign-in.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal, refuse, refuseForNow } from "../../domain/refusal.ts";
import { hashSecret, isPin } from "../../ports/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import { isDeviceOf, removeCode, saveCode, saveDevice, spendCodeTry } from "../../store/drivers/devices.ts";
import { findSignInDriver, insertSession, lockPin, type SignInDriver } from "../../store/drivers/sessions.ts";
import { forgetTries, seeWait, spendTry } from "../sign-ins/count-tries.ts";
import { type CodeDeps, type CodeRefusal, sendCode } from "../sign-ins/send-code.ts";

export type SignInDeps = CodeDeps & { readonly mode: SignInMode };

export type SignInRefusal =
  | "MISSING_REQUIRED_INFO"
  | "INVALID_PHONE_NUMBER"
  | "NOT_AUTHORIZED"
  | "DEACTIVATED_ACCOUNT"
  | "CODE_REQUIRED"
  | "INVALID_CODE"
  | CodeRefusal;

export type SignIn = { readonly token: string; readonly expiresAt: Date; readonly device: string };

export type KnownDevice = { readonly token: string; readonly phone: string };

export type Credentials = {
  readonly mobile: string | undefined;
  readonly pin: string | undefined;
  readonly code: string | undefined;
};

// undefined: nothing was given, or not what this driver was given before.
export async function recogniseDevice(
  { db, clock }: Pick<SignInDeps, "db" | "clock">,
  mobile: string | undefined,
  device: string | undefined,
): Promise<KnownDevice | undefined> {
  const phone = parsePhone(mobile ?? "");
  if (!device || phone === undefined) return undefined;
  const usedAfter = secondsAfter(clock.now(), -DEVICE_SECONDS);
  return (await isDeviceOf(db, hashSecret(device), phone, usedAfter)) ? { token: device, phone } : undefined;
}

// The order of the checks: fields there, phone possible, a try left, pin right, driver active, code right. That a phone belongs to a
// driver, or to one who is deactivated, is told only to whoever knows the pin, and no message is sent to anybody else.
export async function signInDriver(
  deps: SignInDeps,
  given: Credentials,
  device: KnownDevice | undefined,
  network: string,
): Promised<SignIn, SignInRefusal> {
  if (!given.mobile || !given.pin) {
    return refuse("MISSING_REQUIRED_INFO", `${given.mobile ? "pin" : "mobile"} is required and must be a text.`);
  }
  const phone = parsePhone(given.mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.");
  const { ofNumber, ofAddress } = strangerCounters(phone, network);
  const own = device ? [deviceCounter(hashSecret(device.token).toString("hex"))] : ofNumber;
  const wait = (device ? 0 : await seeWait(deps, [ofAddress])) || (await spendTry(deps, own));
  if (wait > 0) {
    return refuseForNow("TOO_MANY_REQUESTS", `After several wrong pins, try again in ${wait} s.`, wait);
  }
  const driver = await findSignInDriver(deps.db, phone);
  if (!(await isPin(given.pin, driver?.pinHash)) || !driver) {
    if (!device) await spendTry(deps, [ofAddress]);
    return wrongPin();
  }
  await forgetTries(deps, own);
  if (driver.status !== "ACTIVATED") return refuse("DEACTIVATED_ACCOUNT", "This driver is deactivated.");
  if (device) return openSession(deps, driver, { device });
  if (deps.mode === "sandbox") return openSession(deps, driver, {});
  const code = given.code?.trim();
  return code ? signInWithCode(deps, driver, code) : askForCode(deps, phone);
}

async function askForCode(deps: SignInDeps, phone: string): Promise<Refusal<"CODE_REQUIRED" | CodeRefusal>> {
  let codeHash: Buffer | undefined;
  const sent = await sendCode(deps, {
    purpose: "sign-in",
    to: phone,
    text: (code) =>
      `Giao: ${code} là mã đăng nhập trên thiết bị mới, đừng đưa cho ai / is the code to sign in on a new device, give it to nobody. ${SIGN_IN_CODE_SECONDS / 60} min.`,
    save: async (code) => {
      codeHash = hashCode(phone, code);
      const expiresAt = secondsAfter(deps.clock.now(), SIGN_IN_CODE_SECONDS);
      await saveCode(deps.db, { phone, codeHash, triesLeft: CODE_TRIES, expiresAt });
    },
  });
  if (!isRefusal(sent)) {
    const why = `This device is new: a code was sent by SMS to …${phone.slice(-4)}, repeat the call with it in code.`;
    return refuse("CODE_REQUIRED", why, "code");
  }
  // It never reached anybody.
  if (codeHash) await removeCode(deps.db, phone, codeHash);
  return sent;
}

async function signInWithCode(
  deps: SignInDeps,
  driver: SignInDriver,
  code: string,
): Promised<SignIn, "INVALID_CODE" | "NOT_AUTHORIZED"> {
  const codeHash = await spendCodeTry(deps.db, driver.phone, deps.clock.now());
  if (!codeHash?.equals(hashCode(driver.phone, code))) return wrongCode();
  return openSession(deps, driver, { codeHash });
}

function wrongPin(): Refusal<"NOT_AUTHORIZED"> {
  return refuse("NOT_AUTHORIZED", "mobile or pin is wrong.");
}

function wrongCode(): Refusal<"INVALID_CODE"> {
  return refuse("INVALID_CODE", "code is wrong, expired or used up; the call without it sends a new one.", "code");
}

async function openSession(
  deps: SignInDeps,
  { phone, pinHash }: SignInDriver,
  { device: known, codeHash }: { readonly device?: KnownDevice; readonly codeHash?: Buffer },
): Promised<SignIn, "INVALID_CODE" | "NOT_AUTHORIZED"> {
  const now = deps.clock.now();
  const token = deps.random.hex(32);
  const device = known?.token ?? deps.random.hex(32);
  const expiresAt = secondsAfter(now, SESSION_SECONDS);
  const session = { tokenHash: hashSecret(token), phone, createdAt: now, expiresAt };
  return inTransaction(deps.db, async (tx) => {
    // A pin that was changed while it was looked at lets nobody in any more.
    if (!(await lockPin(tx, phone, pinHash))) return wrongPin();
    // Of two sign-ins with one code, one finds it.
    if (codeHash && !(await removeCode(tx, phone, codeHash))) return wrongCode();
    await saveDevice(tx, hashSecret(device), phone, now, DEVICES_MAX);
    await insertSession(tx, session, SESSIONS_MAX);
    return { token, expiresAt, device };
  });
}

// Six digits alone could be looked up in a table of hashes; bound to their phone they cannot.
function hashCode(phone: string, code: string): Buffer {
  return hashSecret(`sign-in ${phone} ${code}`);
}
