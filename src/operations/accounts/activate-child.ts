// Makes an invited account the caller's child once its code is shown (4.1). The order of the checks is D21's; that
// the caller is nobody's child is seen to at the door.
import { type Account, type Caller, isFree, mayHaveChildren } from "../../domain/accounts/account.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { findAccount, findChildCandidate, lockAccounts, setParent } from "../../store/accounts/accounts.ts";
import { removeInvite, spendInviteTry } from "../../store/accounts/invites.ts";
import { inTransaction } from "../../store/db.ts";
import type { Services } from "../services.ts";
import { hashCode } from "./invite-child.ts";

export type ActivateRefusal = "NOT_AUTHORIZED" | "NOT_FOUND" | "PARENT_ACCOUNT_EXISTED" | "INVALID_ACTIVATION_CODE";
type Deps = Pick<Services, "db" | "clock">;
type Activation = { readonly childId: string; readonly code: string | undefined };

export async function activateChild(
  deps: Deps,
  caller: Caller,
  { childId, code }: Activation,
): Promised<Account, ActivateRefusal> {
  const childPhone = parsePhone(childId);
  const child = childPhone === undefined ? undefined : await findChildCandidate(deps.db, childPhone);
  // Another partner's account does not exist here: only an invitation could say more, and it cannot have one.
  if (!child || child.partnerId !== caller.partnerId)
    return refuse("NOT_FOUND", "No account has the phone number in child_id.");
  const taken = isFree(caller, child);
  if (taken) return taken;
  const invite = await spendInviteTry(deps.db, child.phone, caller.phone, deps.clock.now());
  if (!invite?.codeHash.equals(hashCode(child.phone, caller.phone, code ?? ""))) return wrongCode();
  return inTransaction(deps.db.with({ share: [child.phone] }), async (tx) => {
    await lockAccounts(tx, [child.phone, caller.phone]);
    const [now, parent] = [await findChildCandidate(tx, child.phone), await findAccount(tx, caller.phone)];
    if (!now || !parent) return refuse("NOT_FOUND", "No account has the phone number in child_id.");
    const lostRace = mayHaveChildren({ ...caller, parentPhone: parent.parentPhone }) ?? isFree(caller, now);
    if (lostRace) return lostRace;
    if (!(await removeInvite(tx, child.phone, caller.phone, invite.codeHash))) return wrongCode();
    await setParent(tx, child.phone, caller.phone);
    const account = await findAccount(tx, child.phone);
    if (!account) throw new Error("an account vanished under its lock");
    return account;
  });
}

function wrongCode(): Refusal<"INVALID_ACTIVATION_CODE"> {
  return refuse("INVALID_ACTIVATION_CODE", "activation_code is wrong, expired, used up, or was never sent.");
}
