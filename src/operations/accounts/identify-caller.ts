// From an access token to the account behind it. The generation is read from the database on every call, so that a new
// token ends the old one at once on every replica (D7).
import type { Caller } from "../../domain/accounts/account.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { Tokens } from "../../ports/tokens.ts";
import type { SignIn } from "../../store/accounts/sign-ins.ts";
import type { Creator } from "../../store/orders/creators.ts";

export type IdentifyDeps = {
  readonly tokens: Tokens;
  readonly findSignIn: (phone: string) => Promise<SignIn | undefined>;
};

// With the partner's own request limit, which the door holds it to; and what opening an order goes by, where that was read too.
export type IdentifiedCaller = Caller & {
  readonly rateLimitPerMinute: number | null;
  readonly creator?: Creator | undefined;
};

export async function identifyCaller(
  deps: IdentifyDeps,
  token: string | undefined,
): Promised<IdentifiedCaller, "NOT_AUTHORIZED"> {
  if (token === undefined) return refuse("NOT_AUTHORIZED", "The header Authorization: Bearer <token> is missing.");
  const claims = await deps.tokens.read(token);
  if (!claims) return refuse("NOT_AUTHORIZED", "The token is not valid or has expired.");
  const account = await deps.findSignIn(claims.phone);
  if (!account || account.partnerId !== claims.partnerId) {
    return refuse("NOT_AUTHORIZED", "The account of this token no longer exists.");
  }
  if (account.generation !== claims.generation) {
    return refuse("NOT_AUTHORIZED", "A newer token was issued for this account, which ended this one.");
  }
  if (account.status !== "ACTIVATED") return refuse("NOT_AUTHORIZED", "The account is deactivated.");
  const { phone, partnerId, parentPhone, rateLimitPerMinute, creator } = account;
  return { phone, partnerId, parentPhone, rateLimitPerMinute, creator };
}
