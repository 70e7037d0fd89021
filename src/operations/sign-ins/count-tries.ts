// Counts a try at a secret before the secret is looked at, so that fifty guesses at once are fifty tries, on every replica.
import { type Counter, countTry, waitSeconds } from "../../domain/tries.ts";
import type { Clock } from "../../ports/clock.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { type Database, inTransaction, type Sql } from "../../store/db.ts";
import {
  forgetEarlier,
  type KeyedTries,
  lockTries,
  readTries,
  removeTries,
  saveTries,
} from "../../store/sign-in-tries.ts";

export type CountDeps = { readonly db: Database; readonly clock: Clock };

// The seconds to wait by the strictest of the counters.
export async function seeWait({ db, clock }: CountDeps, counters: readonly Counter[]): Promise<number> {
  const keys = keysOf(counters);
  return longestWait(counters, keys, await readTries(db, keys), clock.now());
}

// The same; 0: the try has been counted and may be looked at.
export async function spendTry(deps: CountDeps, counters: readonly Counter[]): Promise<number> {
  // A flood of tries that are refused anyway takes no lock and leaves no row.
  const wait = await seeWait(deps, counters);
  if (wait > 0) return wait;
  const now = deps.clock.now();
  const keys = keysOf(counters);
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockTries(tx, keys, now);
    const lost = longestWait(counters, keys, locked, now);
    if (lost > 0) return lost;
    const counted = counters.map(({ rule }, at) => {
      const key = keys[at]!;
      return { key, ...countTry(triesOf(locked, key), rule, now) };
    });
    await saveTries(tx, counted);
    return 0;
  });
}

export function forgetTries({ db }: { readonly db: Sql }, counters: readonly Counter[]): Promise<void> {
  return removeTries(db, keysOf(counters));
}

// One try turned out to be none.
export function takeTryBack({ db }: { readonly db: Sql }, { key, rule }: Counter): Promise<void> {
  return forgetEarlier(db, hashSecret(key), rule.forgetSeconds);
}

function keysOf(counters: readonly Counter[]): readonly Buffer[] {
  return counters.map(({ key }) => hashSecret(key));
}

function longestWait(
  counters: readonly Counter[],
  keys: readonly Buffer[],
  tries: readonly KeyedTries[],
  now: Date,
): number {
  return Math.max(...counters.map(({ rule }, at) => waitSeconds(triesOf(tries, keys[at]!), rule, now)));
}

function triesOf(tries: readonly KeyedTries[], key: Buffer): KeyedTries | undefined {
  return tries.find((one) => one.key.equals(key));
}
