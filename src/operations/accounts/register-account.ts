// Opens an account for a partner's user and signs it in (4.1). The order of the checks is D21's.
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { insertAccount } from "../../store/accounts/accounts.ts";
import { inTransaction } from "../../store/db.ts";
import { findKeyHolder, firstPair, type TokenDeps, type TokenPair } from "./issue-token.ts";

export type Registration = {
  readonly apiKey: string;
  readonly mobile: string;
  readonly name: string;
  readonly address: string;
};
export type RegisterRefusal = "INVALID_DATA" | "PARTNER_NOT_FOUND" | "INVALID_PHONE_NUMBER" | "ACCOUNT_EXISTED";

const REFERRAL_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
// Accounts are opened without a pair, at 0.
const FIRST_GENERATION = 1;
const LENGTHS_MAX = { name: 200, address: 500 } as const;

export async function registerAccount(
  deps: TokenDeps,
  registration: Registration,
): Promised<TokenPair, RegisterRefusal> {
  const fault = faultOf(registration);
  if (fault) return fault;
  const partner = await findKeyHolder(deps, registration.apiKey);
  if (!partner) return refuse("PARTNER_NOT_FOUND", "api_key belongs to no partner.");
  const phone = parsePhone(registration.mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.");
  const pair = await inTransaction(deps.db, async (tx) => {
    const opened = await insertAccount(tx, {
      phone,
      partnerId: partner.id,
      name: registration.name.trim(),
      address: registration.address.trim(),
      referralCode: deps.random.text(8, REFERRAL_ALPHABET),
      createdAt: deps.clock.now(),
    });
    return opened ? firstPair(deps, tx, phone, FIRST_GENERATION, deps.clock.now()) : undefined;
  });
  return pair ?? refuse("ACCOUNT_EXISTED", `An account with the phone number ${phone} exists already.`);
}

function faultOf(registration: Registration): Refusal<"INVALID_DATA"> | undefined {
  const fields = {
    api_key: registration.apiKey,
    mobile: registration.mobile,
    name: registration.name,
    address: registration.address,
  };
  for (const [field, text] of Object.entries(fields)) {
    if (text.trim() === "") return refuse("INVALID_DATA", `${field} is blank.`);
    // PostgreSQL's text cannot hold it, and no name has it.
    if (text.includes("\0")) return refuse("INVALID_DATA", `${field} holds a NUL character.`);
  }
  for (const [field, lengthMax] of Object.entries(LENGTHS_MAX)) {
    const text = fields[field as keyof typeof LENGTHS_MAX];
    if (text.trim().length > lengthMax)
      return refuse("INVALID_DATA", `${field} is longer than ${lengthMax} characters.`);
  }
  return undefined;
}
