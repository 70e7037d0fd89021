// Hashes and comparisons of secrets. Keys and refresh tokens are long and random, so one SHA-256 hides them and still
// lets an index find them; nothing here ever returns the secret itself.
import { createHash, scrypt, timingSafeEqual } from "node:crypto";

export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

// Takes the same time whatever the first difference is.
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}

// Of the few that are good while one replaces another.
export function isOneOf(given: string, expected: readonly string[]): boolean {
  return expected.some((one) => sameSecret(given, one));
}

const SALT_BYTES = 16;
const PIN_HASH_BYTES = 32;
// scrypt with 8 MiB and some 20 ms: a stolen table of four-digit pins falls anyway, and a flood of sign-ins must not take the
// server with it.
const PIN_COST = { N: 8_192, r: 8, p: 1 } as const;

// A pin is short, so it gets a salt and a hash that is slow on purpose. `salt` is 32 hex characters.
export async function hashPin(pin: string, salt: string): Promise<Buffer> {
  const saltBytes = Buffer.from(salt, "hex");
  if (saltBytes.length !== SALT_BYTES) throw new Error(`a pin's salt has ${SALT_BYTES} bytes`);
  return Buffer.concat([saltBytes, await slowHash(pin, saltBytes)]);
}

// Without a hash to compare with it takes the same time and says no: nobody learns from it who exists.
export async function isPin(pin: string, hashed: Buffer | undefined): Promise<boolean> {
  const expected = hashed ?? Buffer.alloc(SALT_BYTES + PIN_HASH_BYTES);
  const given = await slowHash(pin, expected.subarray(0, SALT_BYTES));
  return timingSafeEqual(given, expected.subarray(SALT_BYTES)) && hashed !== undefined;
}

function slowHash(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, PIN_HASH_BYTES, PIN_COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
