// Signs and reads access tokens (D7): JWT, HS256. A signature once proved is remembered, because the same token comes
// with every call; what can change (expiry, generation, status) is checked on each call by those who know it.
import { jwtVerify, SignJWT } from "jose";
import type { Clock } from "./clock.ts";

export type TokenClaims = {
  readonly phone: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly expiresAt: Date;
};

export type Tokens = {
  // The same claims at the same moment give the same token.
  readonly sign: (claims: Omit<TokenClaims, "expiresAt">, status: string, at: Date) => Promise<string>;
  // undefined: not ours, malformed or expired.
  readonly read: (token: string) => Promise<TokenClaims | undefined>;
};

const ISSUER = "giao";
const REMEMBERED_MAX = 20_000;
const TOKEN_LENGTH_MAX = 2_000;

export function openTokens(secret: string, lifeSeconds: number, clock: Clock): Tokens {
  const key = new TextEncoder().encode(secret);
  const proved = new Map<string, TokenClaims>();

  async function prove(token: string): Promise<TokenClaims | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: ISSUER,
        algorithms: ["HS256"],
        currentDate: clock.now(),
      });
      const { cid, partner, gen, exp, typ } = payload;
      if (typ !== "user" || typeof cid !== "string" || typeof partner !== "string") return undefined;
      if (typeof gen !== "number" || exp === undefined) return undefined;
      return { phone: cid, partnerId: partner, generation: gen, expiresAt: new Date(exp * 1000) };
    } catch (error) {
      // jose throws for every token that is not a good one of ours, which is an answer here, not a fault.
      if (error instanceof Error && "code" in error) return undefined;
      throw error;
    }
  }

  return {
    sign: ({ phone, partnerId, generation }, status, at) => {
      const issuedAt = Math.floor(at.getTime() / 1000);
      return new SignJWT({ typ: "user", cid: phone, partner: partnerId, account_status: status, gen: generation })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(ISSUER)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifeSeconds)
        .sign(key);
    },
    read: async (token) => {
      const known = proved.get(token);
      if (known) return known.expiresAt > clock.now() ? known : undefined;
      const claims = await prove(token);
      if (!claims) return undefined;
      if (proved.size >= REMEMBERED_MAX) proved.delete(proved.keys().next().value ?? "");
      proved.set(token, claims);
      return claims;
    },
  };
}
