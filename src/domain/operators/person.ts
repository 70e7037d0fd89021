// People of the operator's: what they are called, how long their links are good, and what they must prove again.
import { type Refusal, refuse } from "../refusal.ts";
import type { Operator } from "./operator.ts";
import type { OperatorRight, OperatorRole } from "./roles.ts";

export const PEOPLE_MAX = 1_000;
export const INVITE_SECONDS = 3 * 24 * 3600;
export const FIRST_OWNER_SECONDS = 24 * 3600;
export const INVITE_TOKEN_BYTES = 32;
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 10;
// Without letters that look like digits.
export const RECOVERY_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const EMAIL = /^[^\s@"<>\\]+@[^\s@"<>\\]+\.[^\s@"<>\\.]+$/;
const EMAIL_LENGTH_MAX = 200;

export function parseEmail(given: string): string | Refusal<"INVALID_DATA"> {
  const email = given.trim().toLowerCase();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email)
    ? email
    : refuse("INVALID_DATA", "email is not an e-mail address.", "email");
}

// Recovery codes are typed from paper.
export function plainRecoveryCode(given: string): string {
  return given.toLowerCase().replace(/[^a-z0-9]/g, "");
}

// What cannot be taken back: somebody at a desk that was left open must not be able to do it.
const PROVED_RIGHTS: readonly OperatorRight[] = ["money", "keys", "people"];
const PROVED_SECONDS = 300;

export function refuseUnproved(
  operator: Operator,
  right: OperatorRight,
  now: Date,
): Refusal<"PROOF_REQUIRED"> | undefined {
  return PROVED_RIGHTS.includes(right) ? refuseStale(operator, now) : undefined;
}

// Keys are not typed at desks: nothing is asked of them.
export function refuseStale({ by, provedAt }: Operator, now: Date): Refusal<"PROOF_REQUIRED"> | undefined {
  if (by !== "person" || isProved(provedAt, now)) return undefined;
  return refuse("PROOF_REQUIRED", "Prove first that it is you: POST /operator/v1/me/proof.");
}

function isProved(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() < PROVED_SECONDS * 1000;
}

// An installation keeps somebody who can give roles.
export function isLossOfOwner(
  before: { readonly role: OperatorRole; readonly disabledAt: Date | null },
  after: { readonly role: OperatorRole; readonly disabledAt: Date | null },
): boolean {
  const owns = ({ role, disabledAt }: typeof before): boolean => role === "owner" && disabledAt === null;
  return owns(before) && !owns(after);
}
