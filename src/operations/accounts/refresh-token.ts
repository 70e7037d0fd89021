// Exchanges a refresh token for a new pair. Each works once; one that comes again was copied by somebody, and nobody can tell whether
// the copy was used first or second: so the newest pair of its family ends too, and the account signs in again. Requests that are in
// flight together are one request that was sent twice, and get the same pair. docs/decisions/refresh-tokens.md has the whole.
import { isInFlight } from "../../domain/accounts/token-life.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { sharedInFlight } from "../../ports/flow/in-flight.ts";
import { familyOf, isRefreshToken } from "../../ports/refresh-tokens.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { endFamily, exchangeRefresh, lockFamily, takeTurn } from "../../store/accounts/token-pairs.ts";
import { inTransaction } from "../../store/db.ts";
import { newPair, type TokenDeps, type TokenPair } from "./issue-token.ts";

type Answer = TokenPair | Refusal<"NOT_AUTHORIZED">;
// `arrivedAt`: as of those who ask for a token (issue-token.ts).
export type RefreshToken = (used: string | undefined, arrivedAt: Date) => Promise<Answer>;

export function openRefresh(deps: TokenDeps): RefreshToken {
  const shared = sharedInFlight<Answer>();
  return async (used, arrivedAt) =>
    used !== undefined && isRefreshToken(used) ? shared(() => refresh(deps, used, arrivedAt), used) : unknown();
}

async function refresh(deps: TokenDeps, used: string, arrivedAt: Date): Promise<Answer> {
  const [usedHash, familyHash] = [hashSecret(used), hashSecret(familyOf(used))];
  const next = deps.refreshTokens.after(used);
  return inTransaction(deps.db, async (tx) => {
    const wasFirst = await takeTurn(tx, usedHash);
    const family = await lockFamily(tx, familyHash);
    // Whoever came while this one waited for the row was in flight with it.
    const now = deps.clock.now();
    const pair = await newPair(deps, next, now, (fresh) => exchangeRefresh(tx, usedHash, fresh));
    if (pair) return pair;
    // Of a family that ended before, or the newest one, which has expired or whose account is deactivated.
    if (family?.status !== "ACTIVATED" || family.refreshHash.equals(usedHash)) return unknown();
    const wasInFlight = !wasFirst || isInFlight(arrivedAt, family.refreshedAt);
    if (wasInFlight && family.refreshHash.equals(hashSecret(next))) {
      return { token: await deps.tokens.sign(family, "ACTIVATED", family.refreshedAt), refreshToken: next };
    }
    await endFamily(tx, familyHash);
    return refuse("NOT_AUTHORIZED", "refresh_token was used before; the tokens that came of it have ended with it.");
  });
}

function unknown(): Refusal<"NOT_AUTHORIZED"> {
  return refuse("NOT_AUTHORIZED", "refresh_token is missing, unknown or has expired.");
}
