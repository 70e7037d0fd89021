// Invites an account to become the caller's child: a code goes to the child's phone (4.1). The order of the checks is
// D21's; that the caller is nobody's child is seen to at the door. Asking again sends a new code, which voids the old one.
import { type Caller, mayBecomeChild } from "../../domain/accounts/account.ts";
import { ACTIVATION_SECONDS, ACTIVATION_TRIES, secondsAfter } from "../../domain/accounts/token-life.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { hashSecret } from "../../ports/secrets.ts";
import type { SmsSender } from "../../ports/sms.ts";
import { findChildCandidate } from "../../store/accounts/accounts.ts";
import { saveInvite } from "../../store/accounts/invites.ts";
import type { Database } from "../../store/db.ts";

export type InviteDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly sms: SmsSender;
};
export type InviteRefusal =
  | "INVALID_PHONE_NUMBER"
  | "NOT_FOUND"
  | "ACCOUNT_NOT_SAME_PARTNER"
  | "PARENT_ACCOUNT_EXISTED"
  | "SERVICE_UNAVAILABLE";

export async function inviteChild(
  deps: InviteDeps,
  caller: Caller,
  childId: string | undefined,
): Promise<object | Refusal<InviteRefusal>> {
  const childPhone = parsePhone(childId ?? "");
  if (childPhone === undefined) {
    return refuse("INVALID_PHONE_NUMBER", "child_id is missing or is not a Vietnamese mobile number.");
  }
  const unfit = mayBecomeChild(caller, await findChildCandidate(deps.db, childPhone));
  if (unfit) return unfit;
  const code = deps.random.text(6, "0123456789");
  // Saved before it is sent: a code that arrives always works, one that was never sent is replaced by asking again.
  await saveInvite(deps.db, {
    childPhone,
    parentPhone: caller.phone,
    codeHash: hashCode(childPhone, caller.phone, code),
    triesLeft: ACTIVATION_TRIES,
    expiresAt: secondsAfter(deps.clock.now(), ACTIVATION_SECONDS),
  });
  const sent = await deps.sms.send({
    to: childPhone,
    text: `Giao: ${code} là mã để liên kết tài khoản của bạn / is the code to link your account. ${ACTIVATION_SECONDS / 60} min.`,
    code,
  });
  return isRefusal(sent) ? refuse("SERVICE_UNAVAILABLE", "The message could not be sent; try again in a moment.") : {};
}

// A six-digit code alone could be looked up in a table of hashes; bound to its two accounts it cannot.
export function hashCode(childPhone: string, parentPhone: string, code: string): Buffer {
  return hashSecret(`${childPhone}:${parentPhone}:${code}`);
}
