// Somebody who wants to drive proves their phone by the code that is sent to it, and gets a session for their application. Nobody else
// learns whether a phone is a driver's or an applicant's: everybody is sent a code, and told the same.
import { CODE_TRIES, SIGN_IN_CODE_SECONDS } from "../../domain/accounts/one-time-code.ts";
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import {
  APPLICANT_SESSION_SECONDS,
  APPLICANT_SESSIONS_MAX,
  applicantCounter,
} from "../../domain/joining/application.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse, refuseForNow } from "../../domain/refusal.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import {
  findApplicant,
  insertApplicantSession,
  removeApplicantCode,
  saveApplicantCode,
  spendApplicantTry,
} from "../../store/joining/applications.ts";
import type { Services } from "../services.ts";
import { seeWait, spendTry } from "../sign-ins/count-tries.ts";
import { type CodeDeps, type CodeRefusal, sendCode } from "../sign-ins/send-code.ts";

export async function sendApplicantCode(
  deps: CodeDeps,
  mobile: string,
): Promised<object, "INVALID_PHONE_NUMBER" | CodeRefusal> {
  const phone = parsePhone(mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.", "mobile");
  let codeHash: Buffer | undefined;
  const sent = await sendCode(deps, {
    purpose: "joining",
    to: phone,
    text: (code) =>
      `Giao: ${code} là mã để đăng ký làm tài xế, đừng đưa cho ai / is the code to apply as a driver, give it to nobody. ${SIGN_IN_CODE_SECONDS / 60} min.`,
    save: async (code) => {
      codeHash = hashCode(phone, code);
      const expiresAt = secondsAfter(deps.clock.now(), SIGN_IN_CODE_SECONDS);
      await saveApplicantCode(deps.db, { phone, codeHash, triesLeft: CODE_TRIES, expiresAt });
    },
  });
  if (!isRefusal(sent)) return {};
  // It never reached anybody.
  if (codeHash) await removeApplicantCode(deps.db, phone, codeHash);
  return sent;
}

export type ApplicantSignIn = { readonly token: string; readonly expiresAt: Date };

// The order of the checks: the phone, a try left for this address, the code.
export async function openApplicantSession(
  deps: CodeDeps,
  mobile: string,
  code: string,
  network: string,
): Promised<ApplicantSignIn, "INVALID_PHONE_NUMBER" | "TOO_MANY_REQUESTS" | "INVALID_CODE"> {
  const phone = parsePhone(mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.", "mobile");
  const ofAddress = [applicantCounter(network)];
  const wait = await seeWait(deps, ofAddress);
  if (wait > 0) return refuseForNow("TOO_MANY_REQUESTS", `After many wrong codes, try again in ${wait} s.`, wait);
  const now = deps.clock.now();
  const wrong = refuse("INVALID_CODE", "code is wrong, expired or used up; ask for a new one.", "code");
  const codeHash = await spendApplicantTry(deps.db, phone, now);
  if (!codeHash?.equals(hashCode(phone, code.trim()))) {
    await spendTry(deps, ofAddress);
    return wrong;
  }
  const token = deps.random.hex(32);
  const expiresAt = secondsAfter(now, APPLICANT_SESSION_SECONDS);
  return inTransaction(deps.db, async (tx) => {
    if (!(await removeApplicantCode(tx, phone, codeHash))) return wrong;
    const session = { tokenHash: hashSecret(token), phone, createdAt: now, expiresAt };
    await insertApplicantSession(tx, session, APPLICANT_SESSIONS_MAX);
    return { token, expiresAt };
  });
}

export async function identifyApplicant(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string | undefined,
): Promised<{ readonly phone: Phone }, "NOT_AUTHORIZED"> {
  if (token === undefined) return refuse("NOT_AUTHORIZED", "The header Authorization: Bearer <token> is missing.");
  const applicant = await findApplicant(db, hashSecret(token), clock.now());
  return applicant ?? refuse("NOT_AUTHORIZED", "The token is not an applicant's, or its session has ended.");
}

// Six digits alone could be looked up in a table of hashes; bound to their phone they cannot.
function hashCode(phone: string, code: string): Buffer {
  return hashSecret(`joining ${phone} ${code}`);
}
