// Gives an account a new token pair, which ends the old one (5.3, D7). The order of the checks is D21's. Requests that are in flight
// together get the same pair: the processes of a client that start at the same moment would otherwise end each other's.
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../../domain/accounts/account.ts";
import {
  isInFlight,
  PAIR_GATHER_MS,
  REFRESH_SECONDS,
  secondsAfter,
  sharedUntil,
} from "../../domain/accounts/token-life.ts";
import { isUsedAgain } from "../../domain/operators/operator-key.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { sharedInFlight } from "../../ports/flow/in-flight.ts";
import { familyOf } from "../../ports/refresh-tokens.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { findAccount } from "../../store/accounts/accounts.ts";
import { findPartnerByKey, markApiKeyUsed } from "../../store/accounts/partners.ts";
import {
  lockPair,
  type NewPair,
  type PresentPair,
  type Raised,
  raiseGeneration,
} from "../../store/accounts/token-pairs.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import type { Services } from "../services.ts";

export type TokenPair = { readonly token: string; readonly refreshToken: string };
export type TokenDeps = Pick<Services, "db" | "clock" | "random" | "tokens" | "refreshTokens">;
export type TokenRequest = { readonly apiKey: string | undefined; readonly mobile: string | undefined };
export type TokenRefusal =
  | "PARTNER_NOT_FOUND"
  | "INVALID_PHONE_NUMBER"
  | "USER_NOT_FOUND"
  | "NOT_AUTHORIZED"
  | "DEACTIVATED_ACCOUNT";

type Issued = TokenPair | Refusal<TokenRefusal>;
// `arrivedAt`: what was made since then was made while this request was in flight.
export type IssueToken = (request: TokenRequest, arrivedAt: Date) => Promise<Issued>;

// Those in one process wait for the same answer.
export function openTokenIssue(deps: TokenDeps): IssueToken {
  const shared = sharedInFlight<Issued>();

  async function issue(request: TokenRequest, arrivedAt: Date): Promise<Issued> {
    const issued = await issueToken(deps, request, arrivedAt);
    if (isRefusal(issued)) return issued;
    const waitMs = issued.until.getTime() - deps.clock.now().getTime();
    if (waitMs > 0) await sleep(Math.min(waitMs, PAIR_GATHER_MS));
    // What has come meanwhile is read before the answer leaves.
    await setImmediate();
    return issued.pair;
  }

  return (request, arrivedAt) => {
    const key = JSON.stringify([request.apiKey, parsePhone(request.mobile ?? "") ?? request.mobile]);
    return shared(() => issue(request, arrivedAt), key);
  };
}

// `until`: others who come before get the same pair, so that it is not answered earlier.
type Shared = { readonly pair: TokenPair; readonly until: Date };

// Those on several replicas take turns, and what another made for a request like this one, while this one was in flight, is its answer too.
async function issueToken(deps: TokenDeps, request: TokenRequest, arrivedAt: Date): Promised<Shared, TokenRefusal> {
  const signing = await findSigningAccount(deps, request);
  if (isRefusal(signing)) return signing;
  const { phone } = signing.account;
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    const present = await lockPair(tx, phone);
    // Deactivated between the two statements.
    if (present?.status !== "ACTIVATED") return refuseDeactivated();
    const known = await presentPair(deps, present);
    if (known && isInFlight(arrivedAt, known.until)) return known;
    const [generation, madeAt] = [present.generation + 1, deps.clock.now()];
    const pair = await firstPair(deps, tx, phone, generation, madeAt);
    return pair ? { pair, until: sharedUntil({ generation, madeAt }) } : refuseDeactivated();
  });
}

// undefined when the account's pair is not one that was asked for: it came of an exchange, or there is none.
async function presentPair(deps: TokenDeps, present: PresentPair): Promise<Shared | undefined> {
  const { phone, generation, refreshedAt: madeAt } = present;
  if (!madeAt) return undefined;
  const refreshToken = deps.refreshTokens.first(phone, generation, madeAt);
  if (!present.refreshHash?.equals(hashSecret(refreshToken))) return undefined;
  const token = await deps.tokens.sign(present, "ACTIVATED", madeAt);
  return { pair: { token, refreshToken }, until: sharedUntil({ generation, madeAt }) };
}

// The first pair of a new family. `generation` is the one that the account's row is about to be raised to.
export function firstPair(
  deps: TokenDeps,
  tx: Sql,
  phone: Phone,
  generation: number,
  madeAt: Date,
): Promise<TokenPair | undefined> {
  const refresh = deps.refreshTokens.first(phone, generation, madeAt);
  return newPair(deps, refresh, madeAt, (fresh) => raiseGeneration(tx, phone, fresh));
}

export type SigningAccount = { readonly account: Account; readonly keyHash: Buffer };

// Whose API key it is; when it was used is kept, to the minute.
export async function findKeyHolder({ db, clock }: Pick<TokenDeps, "db" | "clock">, apiKey: string) {
  const [hash, now] = [hashSecret(apiKey), clock.now()];
  const holder = await findPartnerByKey(db, "api", hash, now);
  if (holder && isUsedAgain({ lastUsedAt: holder.keyUsedAt }, now)) await markApiKeyUsed(db, hash, now);
  return holder && { ...holder, keyHash: hash };
}

// Who is meant by a partner's key and a phone, and whether it may sign in.
export async function findSigningAccount(
  deps: Pick<TokenDeps, "db" | "clock">,
  request: TokenRequest,
): Promised<SigningAccount, TokenRefusal> {
  const partner = await findKeyHolder(deps, request.apiKey ?? "");
  if (!partner) return refuseKey();
  const phone = parsePhone(request.mobile ?? "");
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "mobile is missing or is not a Vietnamese mobile number.");
  const account = await findAccount(deps.db, phone);
  if (!account) return refuse("USER_NOT_FOUND", `No account has the phone number ${phone}.`);
  if (account.partnerId !== partner.id) return refuse("NOT_AUTHORIZED", "The account does not belong to this partner.");
  return account.status === "ACTIVATED" ? { account, keyHash: partner.keyHash } : refuseDeactivated();
}

export function refuseKey(): Refusal<"PARTNER_NOT_FOUND"> {
  return refuse("PARTNER_NOT_FOUND", "api_key is missing or belongs to no partner.");
}

function refuseDeactivated(): Refusal<"DEACTIVATED_ACCOUNT"> {
  return refuse("DEACTIVATED_ACCOUNT", "The account is deactivated.");
}

// undefined when the row to raise is not there any more, or not allowed to sign in.
export async function newPair(
  deps: TokenDeps,
  refresh: string,
  madeAt: Date,
  raise: (fresh: NewPair) => Promise<Raised | undefined>,
): Promise<TokenPair | undefined> {
  const raised = await raise({
    refreshHash: hashSecret(refresh),
    familyHash: hashSecret(familyOf(refresh)),
    refreshExpiresAt: secondsAfter(madeAt, REFRESH_SECONDS),
    madeAt,
  });
  if (!raised) return undefined;
  return { token: await deps.tokens.sign(raised, "ACTIVATED", madeAt), refreshToken: refresh };
}
