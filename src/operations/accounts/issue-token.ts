// Gives an account a new token pair, which ends the old one (5.3, D7). The order of the checks is D21's.
import type { Account } from "../../domain/accounts/account.ts";
import { REFRESH_SECONDS, secondsAfter } from "../../domain/accounts/token-life.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { familyOf, type RefreshTokens } from "../../ports/refresh-tokens.ts";
import { hashSecret } from "../../ports/secrets.ts";
import type { Tokens } from "../../ports/tokens.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import { findPartnerByKey } from "../../store/accounts/partners.ts";
import { type NewPair, type Raised, raiseGeneration } from "../../store/accounts/token-pairs.ts";
import type { Database } from "../../store/db.ts";

export type TokenPair = { readonly token: string; readonly refreshToken: string };
export type TokenDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
};
export type TokenRequest = { readonly apiKey: string | undefined; readonly mobile: string | undefined };
export type TokenRefusal =
  | "PARTNER_NOT_FOUND"
  | "INVALID_PHONE_NUMBER"
  | "USER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "DEACTIVATED_ACCOUNT";

export async function issueToken(deps: TokenDeps, request: TokenRequest): Promise<TokenPair | Refusal<TokenRefusal>> {
  const signing = await findSigningAccount(deps, request);
  if (isRefusal(signing)) return signing;
  const { phone } = signing.account;
  const pair = await newPair(deps, deps.refreshTokens.first(), (fresh) =>
    raiseGeneration(deps.db.with({ share: [phone] }), phone, fresh),
  );
  // Deactivated between the two statements.
  return pair ?? refuseDeactivated();
}

export type SigningAccount = { readonly account: Account; readonly keyEndsAt: Date | null };

// Who is meant by a partner's key and a phone, and whether it may sign in.
export async function findSigningAccount(
  deps: Pick<TokenDeps, "db" | "clock">,
  request: TokenRequest,
): Promise<SigningAccount | Refusal<TokenRefusal>> {
  const partner = await findPartnerByKey(deps.db, "api", hashSecret(request.apiKey ?? ""), deps.clock.now());
  if (!partner) return refuse("PARTNER_NOT_FOUND", "api_key is missing or belongs to no partner.");
  const phone = parsePhone(request.mobile ?? "");
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "mobile is missing or is not a Vietnamese mobile number.");
  const account = await findAccount(deps.db, phone);
  if (!account) return refuse("USER_NOT_FOUND", `No account has the phone number ${phone}.`);
  if (account.partnerId !== partner.id) return refuse("NOT_AUTHORIZED", "The account does not belong to this partner.");
  return account.status === "ACTIVATED" ? { account, keyEndsAt: partner.keyEndsAt } : refuseDeactivated();
}

function refuseDeactivated(): Refusal<"DEACTIVATED_ACCOUNT"> {
  return refuse("DEACTIVATED_ACCOUNT", "The account is deactivated.");
}

// undefined when the row to raise is not there any more, or not allowed to sign in.
export async function newPair(
  deps: TokenDeps,
  refresh: string,
  raise: (fresh: NewPair) => Promise<Raised | undefined>,
): Promise<TokenPair | undefined> {
  const madeAt = deps.clock.now();
  const raised = await raise({
    refreshHash: hashSecret(refresh),
    familyHash: hashSecret(familyOf(refresh)),
    refreshExpiresAt: secondsAfter(madeAt, REFRESH_SECONDS),
    madeAt,
  });
  if (!raised) return undefined;
  return { token: await deps.tokens.sign(raised, "ACTIVATED", madeAt), refreshToken: refresh };
}
