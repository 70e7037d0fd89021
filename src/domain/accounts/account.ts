// An account and the rules about it: who may have children, what a profile may hold. Rows and tokens are others' business.
import type { Amount } from "../amount.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";

export type AccountStatus = "ACTIVATED" | "DEACTIVATED";

export type Account = {
  readonly phone: Phone;
  readonly partnerId: string;
  readonly name: string;
  readonly address: string;
  readonly email: string | null;
  readonly status: AccountStatus;
  readonly referralCode: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly cityId: string | null;
  readonly parentPhone: Phone | null;
  readonly codLimit: Amount | null;
  readonly creditLimit: Amount;
  // Below it the partner is told, if it asked; null: the partner's own threshold.
  readonly balanceLow: Amount | null;
  readonly createdAt: Date;
};

// What a signed-in call knows of its caller.
export type Caller = { readonly phone: Phone; readonly partnerId: string; readonly parentPhone: Phone | null };

const EMAIL_LENGTH_MAX = 254;
// One @, no blank, and a dot in the domain: enough to catch a slip; only a sent message proves an address.
const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\].]{2,}$/u;

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text) && !text.includes("..");
}

// Rule 5.4: a child cannot have children. Checked before anything is said about the other account.
export function mayHaveChildren(caller: Caller): Refusal<"NOT_AUTHORIZED"> | undefined {
  if (caller.parentPhone === null) return undefined;
  return refuse("NOT_AUTHORIZED", "This account is itself a child account, so it cannot have child accounts.");
}

export type ChildCandidate = Pick<Account, "phone" | "partnerId" | "parentPhone"> & { readonly hasChildren: boolean };

// The tail of the checks for adding a child (D21), in their order.
export function mayBecomeChild(
  caller: Caller,
  child: ChildCandidate | undefined,
): Refusal<"NOT_FOUND" | "ACCOUNT_NOT_SAME_PARTNER" | "PARENT_ACCOUNT_EXISTED"> | undefined {
  if (!child) return refuse("NOT_FOUND", "No account has the phone number in child_id.");
  if (child.partnerId !== caller.partnerId) {
    return refuse("ACCOUNT_NOT_SAME_PARTNER", "The account in child_id belongs to another partner.");
  }
  return isFree(caller, child);
}

export function isFree(caller: Caller, child: ChildCandidate): Refusal<"PARENT_ACCOUNT_EXISTED"> | undefined {
  if (child.phone === caller.phone) return refuse("PARENT_ACCOUNT_EXISTED", "An account cannot be its own child.");
  if (child.parentPhone !== null) return refuse("PARENT_ACCOUNT_EXISTED", "The account already has a parent account.");
  if (child.hasChildren) return refuse("PARENT_ACCOUNT_EXISTED", "The account has child accounts of its own.");
  return undefined;
}
