// Passwords as they are kept: scrypt with OWASP's parameters (32 MiB, three passes; some 150 ms), written down with each hash, so that they can be
// raised and old hashes still be checked.
import { scrypt, timingSafeEqual } from "node:crypto";
import { secureRandom } from "./random.ts";

const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
// More at once would take the memory and the threads that others wait for.
const AT_ONCE_MAX = 2;
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([0-9a-f]+)\$([0-9a-f]+)$/;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(secureRandom.hex(SALT_BYTES), "hex");
  const hash = await slowHash(password, salt, COST);
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString("hex")}$${hash.toString("hex")}`;
}

// Without a hash to compare with it takes the same time and says no: nobody learns from it who exists.
export async function isPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = FORM.exec(kept ?? "") ?? [];
  if (N === undefined) {
    await slowHash(password, Buffer.alloc(SALT_BYTES), COST);
    return false;
  }
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await slowHash(password, Buffer.from(salt, "hex"), cost), Buffer.from(hash, "hex"));
}

let running = 0;
const waiting: (() => void)[] = [];

async function slowHash(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= AT_ONCE_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await new Promise((resolve, reject) => {
      // As scrypt counts it, with room for what it needs beside.
      const maxmem = 128 * cost.N * cost.r * 2;
      scrypt(password.normalize("NFKC"), salt, HASH_BYTES, { ...cost, maxmem }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
