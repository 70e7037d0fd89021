// The only file that reads chance. Everything that becomes an identifier, a code or a key comes from the secure source.
import { randomBytes, randomInt, randomUUID } from "node:crypto";

export type Random = {
  // Lower-case hex; two characters a byte.
  readonly hex: (bytes: number) => string;
  // `length` characters drawn evenly from `alphabet`.
  readonly text: (length: number, alphabet: string) => string;
  // A float in [0, 1), for jitter.
  readonly fraction: () => number;
  readonly uuid: () => string;
};

export const secureRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString("hex"),
  text: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
  uuid: () => randomUUID(),
};
