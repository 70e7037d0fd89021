// Changes the caller's own name or e-mail (4.1). Order of checks: 400, 406, 409 (D21; the 400 is ours, D3).
import { type Caller, isEmail } from "../../domain/accounts/account.ts";
import { amountFault } from "../../domain/amount.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { saveProfile } from "../../store/accounts/accounts.ts";
import type { Database } from "../../store/db.ts";

// `balance_low`: below it the partner is told (0: as the partner has set it for all).
export type ProfileChange = { readonly name?: string; readonly email?: string; readonly balance_low?: number };
export type ProfileRefusal = "INVALID_DATA" | "NOT_ACCEPTABLE" | "EXISTED_EMAIL";

const NAME_LENGTH_MAX = 200;

export async function updateProfile(
  deps: { readonly db: Database },
  caller: Caller,
  change: ProfileChange,
): Promised<object, ProfileRefusal> {
  const name = change.name?.trim();
  if (name !== undefined && (name === "" || name.length > NAME_LENGTH_MAX || name.includes("\0"))) {
    return refuse("INVALID_DATA", `name must have 1 to ${NAME_LENGTH_MAX} characters and none of them NUL.`);
  }
  const low = change.balance_low;
  const fault = amountFault("balance_low", low);
  if (fault) return refuse("INVALID_DATA", fault, "balance_low");
  const email = change.email?.trim();
  if (email !== undefined && !isEmail(email)) return refuse("NOT_ACCEPTABLE", "email is not an e-mail address.");
  const saved = await saveProfile(deps.db.with({ share: [caller.phone] }), caller.phone, {
    name,
    email,
    balanceLow: low === 0 ? null : low,
  });
  return saved === "SAVED" ? {} : refuse("EXISTED_EMAIL", "Another account has this email.");
}
