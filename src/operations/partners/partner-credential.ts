// Who speaks for a whole partner: its API key, or a token made with that key for some of what the key may do (D12). The key's row is
// read on every call, for a token too, so that a key that was rotated away ends them all at once on every replica.
import {
  judgePartnerToken,
  PARTNER_SCOPES,
  type PartnerScope,
  type PartnerTokenDraft,
} from "../../domain/accounts/partner-scopes.ts";
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { isUsedAgain } from "../../domain/operators/operator-key.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { type ApiKey, markApiKeyUsed } from "../../store/accounts/partners.ts";
import type { Services } from "../services.ts";

export type CredentialDeps = Pick<Services, "db" | "clock" | "tokens"> & {
  readonly findApiKey: (hash: string) => Promise<ApiKey | undefined>;
};

// With the partner's own request limit, which the door holds it to.
export type PartnerCaller = { readonly partnerId: string; readonly rateLimitPerMinute: number | null };

export type PartnerTokenRequest = {
  readonly apiKey: string;
  readonly scopes: readonly string[];
  readonly seconds: number | undefined;
};
export type PartnerTokenRefusal = "INVALID_DATA" | "PARTNER_NOT_FOUND";
export type PartnerToken = {
  readonly token: string;
  readonly scopes: PartnerTokenDraft["scopes"];
  readonly expiresAt: Date;
};

// The order of the checks is that of a registration (D21).
export async function issuePartnerToken(
  deps: CredentialDeps,
  request: PartnerTokenRequest,
): Promised<PartnerToken, PartnerTokenRefusal> {
  const draft = judgePartnerToken(request.scopes, request.seconds);
  if (isRefusal(draft)) return draft;
  const keyHash = hashOf(request.apiKey);
  const key = await findLiveKey(deps, keyHash);
  if (!key) return refuse("PARTNER_NOT_FOUND", "api_key belongs to no partner.");
  const wanted = secondsAfter(deps.clock.now(), draft.seconds);
  const { scopes } = draft;
  // A key that was rotated away makes no token that outlives it.
  const expiresAt = key.endsAt !== null && key.endsAt < wanted ? key.endsAt : wanted;
  const token = await deps.tokens.signPartner({ partnerId: key.partnerId, keyHash, scopes, expiresAt });
  return { token, scopes, expiresAt };
}

// Which partner a key or token speaks for, if it may do this. undefined: it is a token, but not a partner's.
export async function identifyPartner(
  deps: CredentialDeps,
  credential: string,
  scope: PartnerScope,
): Promised<PartnerCaller | undefined, "NOT_AUTHORIZED"> {
  const isToken = credential.includes(".");
  const claims = isToken ? await deps.tokens.readPartner(credential) : undefined;
  if (isToken && !claims) return undefined;
  const key = await findLiveKey(deps, claims?.keyHash ?? hashOf(credential));
  if (!key) {
    const why = claims ? "The API key that this token was made with has ended." : "The API key belongs to no partner.";
    return refuse("NOT_AUTHORIZED", why);
  }
  const scopes: readonly string[] = claims?.scopes ?? PARTNER_SCOPES;
  if (!scopes.includes(scope)) return refuse("NOT_AUTHORIZED", `This token was not made for ${scope}.`);
  return { partnerId: key.partnerId, rateLimitPerMinute: key.rateLimitPerMinute };
}

export function partnerNeeded(scope: PartnerScope): Refusal<"NOT_AUTHORIZED"> {
  return refuse(
    "NOT_AUTHORIZED",
    `This call needs the partner's API key, or a token of POST /v3/partner/tokens for ${scope}; an account's token is neither.`,
  );
}

async function findLiveKey(deps: CredentialDeps, hash: string): Promise<ApiKey | undefined> {
  const key = await deps.findApiKey(hash);
  const now = deps.clock.now();
  if (!key || (key.endsAt !== null && key.endsAt <= now)) return undefined;
  if (isUsedAgain(key, now)) await markApiKeyUsed(deps.db, Buffer.from(hash, "hex"), now);
  return key;
}

function hashOf(key: string): string {
  return hashSecret(key).toString("hex");
}
