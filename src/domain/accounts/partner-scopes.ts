// What a partner's credential may do beyond its accounts' own orders (D12). The API key may do all of it; a token made with the key
// may do what it was made for, for as long as it was made for.
import { type Refusal, refuse } from "../refusal.ts";

export const PARTNER_SCOPES = ["events:read", "callbacks:read", "callbacks:write", "callbacks:resend"] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

const HOUR = 3_600;
export const PARTNER_TOKEN_SECONDS = { least: 60, usual: HOUR, most: 30 * 24 * HOUR } as const;

export type PartnerTokenDraft = { readonly scopes: readonly PartnerScope[]; readonly seconds: number };

export function judgePartnerToken(
  scopes: readonly string[] | undefined,
  seconds: number = PARTNER_TOKEN_SECONDS.usual,
): PartnerTokenDraft | Refusal<"INVALID_DATA"> {
  const known = PARTNER_SCOPES.filter((scope) => scopes?.includes(scope));
  if (known.length === 0 || scopes?.some((scope) => !known.some((one) => one === scope))) {
    return refuse("INVALID_DATA", `scopes must name one or more of ${PARTNER_SCOPES.join(", ")}.`, "scopes");
  }
  const { least, most } = PARTNER_TOKEN_SECONDS;
  if (!Number.isInteger(seconds) || seconds < least || seconds > most) {
    return refuse("INVALID_DATA", `seconds must be a whole number from ${least} to ${most}.`, "seconds");
  }
  return { scopes: known, seconds };
}
