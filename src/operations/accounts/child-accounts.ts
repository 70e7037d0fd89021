// The caller's children: let go once nothing ties them (4.1). The door lets only those in who may have any.
import type { Caller } from "../../domain/accounts/account.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import {
  findAccount,
  hasOngoingOrders,
  hasUnsettledBalance,
  listChildren,
  lockAccounts,
  setParent,
} from "../../store/accounts/accounts.ts";
import { type Database, inTransaction } from "../../store/db.ts";

export type RemoveRefusal = "INVALID_PHONE_NUMBER" | "NOT_FOUND" | "NOT_ALLOWED";
type Deps = { readonly db: Database };

// Whose orders the caller may read (D12): its own and its children's.
export async function visiblePhones(deps: Deps, caller: Caller): Promise<readonly Phone[]> {
  if (caller.parentPhone !== null) return [caller.phone];
  const children = await listChildren(deps.db, caller.phone);
  return [caller.phone, ...children.map((child) => child.phone)];
}

export async function removeChild(deps: Deps, caller: Caller, childId: string): Promised<object, RemoveRefusal> {
  const childPhone = parsePhone(childId);
  if (childPhone === undefined) return refuse("INVALID_PHONE_NUMBER", "child_id is not a Vietnamese mobile number.");
  return inTransaction(deps.db.with({ share: [childPhone] }), async (tx) => {
    // Orders and money lock the account too, so nothing new can tie the child while this decides.
    await lockAccounts(tx, [childPhone]);
    const child = await findAccount(tx, childPhone);
    if (child?.parentPhone !== caller.phone) return refuse("NOT_FOUND", "child_id is not a child of this account.");
    if (await hasOngoingOrders(tx, childPhone)) return refuse("NOT_ALLOWED", "The child has ongoing orders.");
    if (await hasUnsettledBalance(tx, childPhone)) return refuse("NOT_ALLOWED", "The child has an unsettled balance.");
    await setParent(tx, childPhone, null);
    return {};
  });
}
