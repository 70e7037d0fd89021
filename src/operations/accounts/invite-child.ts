// Invites an account to become the caller's child: a code goes to the child's phone (4.1). The order of the checks is
// D21's; that the caller is nobody's child is seen to at the door. Asking again sends a new code, which voids the old one.
import { type Caller, mayBecomeChild } from "../../domain/accounts/account.ts";
import { CODE_TRIES } from "../../domain/accounts/one-time-code.ts";
import { ACTIVATION_SECONDS, secondsAfter } from "../../domain/accounts/token-life.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { findChildCandidate } from "../../store/accounts/accounts.ts";
import { saveInvite } from "../../store/accounts/invites.ts";
import { type CodeDeps, type CodeRefusal, sendCode } from "../sign-ins/send-code.ts";

export type InviteDeps = CodeDeps;
export type InviteRefusal =
  | "INVALID_PHONE_NUMBER"
  | "NOT_FOUND"
  | "ACCOUNT_NOT_SAME_PARTNER"
  | "PARENT_ACCOUNT_EXISTED"
  | CodeRefusal;

export async function inviteChild(
  deps: InviteDeps,
  caller: Caller,
  childId: string | undefined,
): Promised<object, InviteRefusal> {
  const childPhone = parsePhone(childId ?? "");
  if (childPhone === undefined) {
    return refuse("INVALID_PHONE_NUMBER", "child_id is missing or is not a Vietnamese mobile number.");
  }
  const unfit = mayBecomeChild(caller, await findChildCandidate(deps.db, childPhone));
  if (unfit) return unfit;
  const sent = await sendCode(deps, {
    purpose: "activation",
    to: childPhone,
    text: (code) =>
      `Giao: ${code} là mã để liên kết tài khoản của bạn / is the code to link your account. ${ACTIVATION_SECONDS / 60} min.`,
    save: (code) =>
      saveInvite(deps.db, {
        childPhone,
        parentPhone: caller.phone,
        codeHash: hashCode(childPhone, caller.phone, code),
        triesLeft: CODE_TRIES,
        expiresAt: secondsAfter(deps.clock.now(), ACTIVATION_SECONDS),
      }),
  });
  return isRefusal(sent) ? sent : {};
}

// A six-digit code alone could be looked up in a table of hashes; bound to its two accounts it cannot.
export function hashCode(childPhone: string, parentPhone: string, code: string): Buffer {
  return hashSecret(`${childPhone}:${parentPhone}:${code}`);
}
