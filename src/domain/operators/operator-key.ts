// Keys of machines that work for the operator: what they look like and how long they are good.
import { type Refusal, refuse } from "../refusal.ts";

// A word in front, so that whoever finds one in a place it should not be knows what it is.
export const OPERATOR_KEY_PREFIX = "giao_op_";
export const OPERATOR_KEY_BYTES = 24;
export const KEY_ID_LENGTH = 10;
export const OPERATOR_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
export const KEYS_MAX = 100;
export const KEY_DAYS = 365;
export const KEY_DAYS_MAX = 730;
// A key in use is marked this often, not with every call.
const USED_EVERY_MS = 60_000;

export type KeyTimes = {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

export function isKeyOver({ expiresAt, revokedAt }: KeyTimes, now: Date): boolean {
  return expiresAt <= now || revokedAt !== null;
}

export function isUsedAgain({ lastUsedAt }: Pick<KeyTimes, "lastUsedAt">, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS;
}

export function judgeKeyDays(days: number): Refusal<"INVALID_DATA"> | undefined {
  return Number.isInteger(days) && days >= 1 && days <= KEY_DAYS_MAX
    ? undefined
    : refuse("INVALID_DATA", `days must be a whole number from 1 to ${KEY_DAYS_MAX}.`, "days");
}
