// Signs and reads access tokens (D7): JWT, HS256. A signature once proved is remembered, because the same token comes
// with every call; what can change (expiry, generation, status, the key behind it) is checked on each call by those who know it.
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Clock } from "./clock.ts";
import { NewestMap } from "./flow/newest-map.ts";

type TokenClaims = {
  readonly phone: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly expiresAt: Date;
};

// A token of the partner itself, as long as the API key it was made with.
type PartnerClaims = {
  readonly partnerId: string;
  // Of that key, in hex.
  readonly keyHash: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
};

export type Tokens = {
  // The same claims at the same moment give the same token.
  readonly sign: (claims: Omit<TokenClaims, "expiresAt">, status: string, at: Date) => Promise<string>;
  readonly signPartner: (claims: PartnerClaims) => Promise<string>;
  // undefined: not ours, not of this kind, malformed or expired.
  readonly read: (token: string) => Promise<TokenClaims | undefined>;
  readonly readPartner: (token: string) => Promise<PartnerClaims | undefined>;
};

type Claims = TokenClaims | PartnerClaims;

const ISSUER = "giao";
const REMEMBERED_MAX = 20_000;
const TOKEN_LENGTH_MAX = 2_000;

// The first secret signs; a token of any of them is ours.
export function openTokens(secrets: readonly [string, ...string[]], lifeSeconds: number, clock: Clock): Tokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  const proved = new NewestMap<string, Claims>(REMEMBERED_MAX);

  async function prove(token: string): Promise<Claims | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    for (const key of keys) {
      const claims = await proveWith(key, token);
      if (claims) return claims;
    }
    return undefined;
  }

  async function proveWith(key: Uint8Array, token: string): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: ISSUER,
        algorithms: ["HS256"],
        currentDate: clock.now(),
      });
      return userClaims(payload) ?? partnerClaims(payload);
    } catch (error) {
      // jose throws for every token that is not a good one of ours, which is an answer here, not a fault.
      if (error instanceof Error && "code" in error) return undefined;
      throw error;
    }
  }

  async function recall(token: string): Promise<Claims | undefined> {
    const known = proved.get(token);
    if (known) return known.expiresAt > clock.now() ? known : undefined;
    const claims = await prove(token);
    if (claims) proved.set(token, claims);
    return claims;
  }

  const signed = (payload: JWTPayload, issuedAt: number, expiresAt: number): Promise<string> =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(keys[0]!);

  return {
    sign: ({ phone, partnerId, generation }, status, at) => {
      const issuedAt = Math.floor(at.getTime() / 1000);
      const claims = { typ: "user", cid: phone, partner: partnerId, account_status: status, gen: generation };
      return signed(claims, issuedAt, issuedAt + lifeSeconds);
    },
    signPartner: ({ partnerId, keyHash, scopes, expiresAt }) => {
      const claims = { typ: "partner", partner: partnerId, key: keyHash, scopes };
      return signed(claims, Math.floor(clock.now().getTime() / 1000), Math.floor(expiresAt.getTime() / 1000));
    },
    read: async (token) => {
      const claims = await recall(token);
      return claims && "phone" in claims ? claims : undefined;
    },
    readPartner: async (token) => {
      const claims = await recall(token);
      return claims && "keyHash" in claims ? claims : undefined;
    },
  };
}

function userClaims({ typ, cid, partner, gen, exp }: JWTPayload): TokenClaims | undefined {
  if (typ !== "user" || typeof cid !== "string" || typeof partner !== "string") return undefined;
  if (typeof gen !== "number" || exp === undefined) return undefined;
  return { phone: cid, partnerId: partner, generation: gen, expiresAt: new Date(exp * 1000) };
}

function partnerClaims({ typ, partner, key, scopes, exp }: JWTPayload): PartnerClaims | undefined {
  if (typ !== "partner" || typeof partner !== "string" || typeof key !== "string") return undefined;
  if (!Array.isArray(scopes) || exp === undefined) return undefined;
  return { partnerId: partner, keyHash: key, scopes: scopes.map(String), expiresAt: new Date(exp * 1000) };
}
