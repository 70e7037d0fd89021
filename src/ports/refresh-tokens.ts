// Refresh tokens (D6): 64 hex characters. The first half is the family's, all that came of one sign-in; the second is the token's
// own. The first of a family follows from when it was made and for whom, and one that replaces another follows from that: so whoever asks at
// the same moment, here or on another replica, gets the same, and only who knows our secret can tell it beforehand.
import { createHmac } from "node:crypto";

export type RefreshTokens = {
  // Of a new family: the pair of this generation, made at this moment.
  readonly first: (phone: string, generation: number, madeAt: Date) => string;
  readonly after: (used: string) => string;
};

const FAMILY_LENGTH = 32;
const REFRESH_TOKEN = /^[0-9a-f]{64}$/;

export function openRefreshTokens(secret: string): RefreshTokens {
  const key = createHmac("sha256", secret).update("refresh token").digest();
  return {
    first: (phone, generation, madeAt) =>
      createHmac("sha256", key).update(`first ${phone} ${generation} ${madeAt.getTime()}`).digest("hex"),
    after: (used) => {
      const own = createHmac("sha256", key).update(used).digest("hex").slice(FAMILY_LENGTH);
      return used.slice(0, FAMILY_LENGTH) + own;
    },
  };
}

export function familyOf(token: string): string {
  return token.slice(0, FAMILY_LENGTH);
}

export function isRefreshToken(text: string): boolean {
  return REFRESH_TOKEN.test(text);
}
