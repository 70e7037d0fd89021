// Counts a try at a secret before the secret is looked at, so that fifty guesses at once are fifty tries, on every replica.
import { type Counter, countTry, waitSeconds } from "../../domain/tries.ts";
import type { KeyedTries, LiveTries } from "../../ports/live/live-plane.ts";
import { hashSecret } from "../../ports/secrets.ts";
import type { Sql } from "../../store/db.ts";
import { openTries, removeTries } from "../../store/sign-in-tries.ts";
import type { Services } from "../services.ts";

export type CountDeps = Pick<Services, "db" | "clock"> & {
  // The database's own where none is given.
  readonly live?: { readonly tries: LiveTries };
};

// The seconds to wait by the strictest of the counters.
export async function seeWait(deps: CountDeps, counters: readonly Counter[]): Promise<number> {
  const keys = keysOf(counters);
  return longestWait(counters, keys, await triesAt(deps).read(keys), deps.clock.now());
}

// The same; 0: the try has been counted and may be looked at.
export async function spendTry(deps: CountDeps, counters: readonly Counter[]): Promise<number> {
  // A flood of tries that are refused anyway takes no lock and leaves no row.
  const wait = await seeWait(deps, counters);
  if (wait > 0) return wait;
  const now = deps.clock.now();
  const keys = keysOf(counters);
  return triesAt(deps).change(keys, now, (known) => {
    const lost = longestWait(counters, keys, known, now);
    if (lost > 0) return { answer: lost };
    const save = counters.map(({ rule }, at) => {
      const key = keys[at]!;
      return { key, ...countTry(triesOf(known, key), rule, now) };
    });
    return { answer: 0, save };
  });
}

export function forgetTries(
  { db, live }: { readonly db: Sql; readonly live?: CountDeps["live"] },
  counters: readonly Counter[],
): Promise<void> {
  return live ? live.tries.remove(keysOf(counters)) : removeTries(db, keysOf(counters));
}

// One try turned out to be none.
export function takeTryBack(deps: CountDeps, { key, rule }: Counter): Promise<void> {
  const earlier = (tries: KeyedTries): KeyedTries => ({
    ...tries,
    forgottenAt: new Date(tries.forgottenAt.getTime() - rule.forgetSeconds * 1000),
  });
  return triesAt(deps).change([hashSecret(key)], deps.clock.now(), (known) => ({
    answer: undefined,
    save: known.map(earlier),
  }));
}

function triesAt({ db, live }: CountDeps): LiveTries {
  return live?.tries ?? openTries(db);
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
