// Hashes and comparisons of secrets. Keys and refresh tokens are long and random, so one SHA-256 hides them and still
// lets an index find them; nothing here ever returns the secret itself.
import { createHash, timingSafeEqual } from "node:crypto";

export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

// Takes the same time whatever the first difference is.
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}
