// Seals a short text so that nobody but this installation can make or change one, and reads it back. Quotes travel this
// way: whoever holds one can prove its price without a row being written for every estimate.
import { createHmac, hash, timingSafeEqual } from "node:crypto";

export type Seals = {
  // `text` must be fit for a URL.
  readonly seal: (text: string) => string;
  // undefined: not sealed by us, or changed since.
  readonly open: (sealed: string) => string | undefined;
};

const MAC_BYTES = 16;
const HASH_BYTES = 32;
const BLOCK_BYTES = 64;
const FINGERPRINT_LENGTH = 22;

// `purpose` keeps what was sealed for one use from being opened in another.
// The first secret seals; what any of them sealed can be opened.
export function openSeals(secrets: readonly [string, ...string[]], purpose: string): Seals {
  const macs = secrets.map((secret) => openMac(createHmac("sha256", secret).update(purpose).digest()));
  const macOf = macs[0]!;
  return {
    seal: (text) => `${text}.${macOf(text).toString("base64url")}`,
    open: (sealed) => {
      const at = sealed.lastIndexOf(".");
      const text = sealed.slice(0, Math.max(0, at));
      const given = Buffer.from(sealed.slice(at + 1), "base64url");
      const isOurs = given.length === MAC_BYTES && macs.some((mac) => timingSafeEqual(given, mac(text)));
      return isOurs ? text : undefined;
    },
  };
}

// HMAC with SHA-256 (RFC 2104) as its two hashes, the first bytes of it: Node's own makes an object with a life of its own for
// each, which costs twice as much, and every estimate is sealed. A key has 32 bytes.
function openMac(key: Buffer): (text: string) => Buffer {
  const inner = padded(key, 0x36);
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(HASH_BYTES)]);
  return (text) => {
    // As binary text, which carries bytes as they are: a buffer made by the hash itself costs more.
    outer.write(hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "binary"), BLOCK_BYTES, "binary");
    return Buffer.from(hash("sha256", outer, "binary").slice(0, MAC_BYTES), "binary");
  };
}

function padded(key: Buffer, byte: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, byte);
  for (let i = 0; i < key.length; i++) block[i]! ^= key[i]!;
  return block;
}

// Equal texts have equal fingerprints; 132 bits in 22 characters.
export function fingerprintOf(text: string): string {
  return hash("sha256", text, "base64url").slice(0, FINGERPRINT_LENGTH);
}
