// The only file that reads chance. Everything that becomes an identifier, a code or a key comes from the secure source.
import { randomBytes, randomFillSync, randomInt, randomUUID } from "node:crypto";

export type Random = {
  // Lower-case hex; two characters a byte.
  readonly hex: (bytes: number) => string;
  // `length` characters drawn evenly from `alphabet`.
  readonly text: (length: number, alphabet: string) => string;
  // A float in [0, 1), for jitter.
  readonly fraction: () => number;
  readonly uuid: () => string;
};

// A draw costs 5 µs whatever its size, and every request draws an id: many are drawn at once. Handed out once, then wiped.
const pool = Buffer.alloc(4096);
let handedOut = pool.length;

function drawHex(bytes: number): string {
  if (bytes > pool.length) return randomBytes(bytes).toString("hex");
  if (handedOut + bytes > pool.length) {
    randomFillSync(pool);
    handedOut = 0;
  }
  const drawn = pool.toString("hex", handedOut, handedOut + bytes);
  pool.fill(0, handedOut, handedOut + bytes);
  handedOut += bytes;
  return drawn;
}

export const secureRandom: Random = {
  hex: drawHex,
  text: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
  uuid: () => randomUUID(),
};
