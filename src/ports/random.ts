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

// A draw costs 5 µs whatever its size, and every request and every order draws ids: many are drawn at once. Handed out once, then wiped.
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

function drawByte(): number {
  if (handedOut === pool.length) {
    randomFillSync(pool);
    handedOut = 0;
  }
  const drawn = pool[handedOut]!;
  pool[handedOut++] = 0;
  return drawn;
}

const BYTES = 256;

// Bytes that would make the beginning of the alphabet likelier are passed over.
function drawText(length: number, alphabet: string): string {
  if (alphabet.length > BYTES) throw new Error("a byte does not choose among so many characters");
  const evenly = BYTES - (BYTES % alphabet.length);
  let drawn = "";
  while (drawn.length < length) {
    const byte = drawByte();
    if (byte < evenly) drawn += alphabet[byte % alphabet.length];
  }
  return drawn;
}

export const secureRandom: Random = {
  hex: drawHex,
  text: drawText,
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
  uuid: () => randomUUID(),
};
