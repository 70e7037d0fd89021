// Changes the caller's own name or e-mail (4.1). Order of checks: 400, 406, 409 (D21; the 400 is ours, D3).
import { type Caller, isEmail } from "../../domain/accounts/account.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { updateProfile as saveProfile } from "../../store/accounts/accounts.ts";
import type { Database } from "../../store/db.ts";

export type ProfileChange = { readonly name?: string; readonly email?: string };
export type ProfileRefusal = "INVALID_DATA" | "NOT_ACCEPTABLE" | "EXISTED_EMAIL";

const NAME_LENGTH_MAX = 200;

export async function updateProfile(
  deps: { readonly db: Database },
  caller: Caller,
  change: ProfileChange,
): Promise<object | Refusal<ProfileRefusal>> {
  const name = change.name?.trim();
  if (name !== undefined && (name === "" || name.length > NAME_LENGTH_MAX || name.includes("\0"))) {
    return refuse("INVALID_DATA", `name must have 1 to ${NAME_LENGTH_MAX} characters and none of them NUL.`);
  }
  const email = change.email?.trim();
  if (email !== undefined && !isEmail(email)) return refuse("NOT_ACCEPTABLE", "email is not an e-mail address.");
  const saved = await saveProfile(deps.db.with({ share: [caller.phone] }), caller.phone, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
  });
  return saved === "SAVED" ? {} : refuse("EXISTED_EMAIL", "Another account has this email.");
}
