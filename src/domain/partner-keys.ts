// What keys look like (D6) and how a partner's draft is judged.
import type { Draft } from "./draft.ts";
import type { Language } from "./recipient-message.ts";
import { type Refusal, refuse } from "./refusal.ts";

export const API_KEY_BYTES = 20; // 40 hex characters
export const ROUTE_KEY_BYTES = 20;

export type PartnerTerms = {
  readonly name: string;
  readonly blockDuplicateTrackingNumbers: boolean;
  // null takes the limit away.
  readonly rateLimitPerMinute: number | null;
  // Whose pages may call from a browser, as browsers say them: scheme, host and port, nothing else.
  readonly corsOrigins: readonly string[];
  // In which recipients are written to.
  readonly language: Language;
  // How recipients reach the partner: a phone, an address of a page; may be empty.
  readonly contact: string;
};
export type PartnerDraft = Draft<PartnerTerms>;

const PARTNER_ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const NAME_LENGTH_MAX = 200;
const CONTACT_LENGTH_MAX = 200;
const RATE_MAX = 1_000_000;
const ORIGINS_MAX = 20;
const ORIGIN_LENGTH_MAX = 300;

export function judgePartner(id: string, draft: PartnerDraft): Refusal<"INVALID_DATA"> | undefined {
  if (!PARTNER_ID.test(id)) {
    return refuse("INVALID_DATA", "id must have 1 to 40 of a-z, 0-9, - and _, and start with a letter or digit.", "id");
  }
  const name = draft.name?.trim();
  if (name !== undefined && (name === "" || name.length > NAME_LENGTH_MAX || name.includes("\0"))) {
    return refuse("INVALID_DATA", `name must have 1 to ${NAME_LENGTH_MAX} characters.`, "name");
  }
  const rate = draft.rateLimitPerMinute;
  if (typeof rate === "number" && (!Number.isInteger(rate) || rate < 1 || rate > RATE_MAX)) {
    return refuse(
      "INVALID_DATA",
      `rate_limit_per_minute must be a whole number from 1 to ${RATE_MAX}.`,
      "rate_limit_per_minute",
    );
  }
  const { corsOrigins } = draft;
  if (corsOrigins !== undefined && (corsOrigins.length > ORIGINS_MAX || !corsOrigins.every(isOrigin))) {
    return refuse(
      "INVALID_DATA",
      `cors_origins must be at most ${ORIGINS_MAX} origins such as https://shop.example, without a path.`,
      "cors_origins",
    );
  }
  const { contact } = draft;
  if (contact !== undefined && (contact.length > CONTACT_LENGTH_MAX || /\p{Cc}/u.test(contact))) {
    return refuse("INVALID_DATA", `contact must be one line of at most ${CONTACT_LENGTH_MAX} characters.`, "contact");
  }
  return undefined;
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && text.length <= ORIGIN_LENGTH_MAX && URL.parse(text)?.origin === text;
}
