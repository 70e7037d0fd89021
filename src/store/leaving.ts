// How far the leaving of old orders and journals has come (migration 0106). Whoever holds the row lets some go; others come another time.
import type { Sql } from "./db.ts";

export type Leaving = {
  readonly keptSince: Date;
  readonly keptFrom: number;
  readonly lookedUpTo: number;
  // Nothing is there of a lower number.
  readonly firstNumber: number;
};
type LeavingKind = "orders" | "journals";

// undefined: another process is at it.
export async function holdLeaving(tx: Sql, kind: LeavingKind): Promise<Leaving | undefined> {
  const [row] = await tx<Leaving>`
    select kept_since, kept_from, looked_up_to, first_number
    from leaving
    where kind = ${kind}
    for update skip locked`;
  return row;
}

export async function readLeaving(db: Sql, kind: LeavingKind): Promise<Leaving> {
  const [row] = await db<Leaving>`
    select kept_since, kept_from, looked_up_to, first_number
    from leaving
    where kind = ${kind}`;
  return row!;
}

// Of what is older some has left, or is about to. undefined: nothing ever did.
export async function findKeptSince(db: Sql, kind: LeavingKind): Promise<Date | undefined> {
  const [row] = await db<{ keptSince: Date }>`
    select kept_since from leaving where kind = ${kind} and kept_since > 'epoch'`;
  return row?.keptSince;
}

// From now on what is older than that leaves. It is looked for from the beginning: what had to stay the last time may leave now.
export async function beginLeaving(tx: Sql, kind: LeavingKind, keptSince: Date, keptFrom: number): Promise<void> {
  await tx`
    update leaving
    set kept_since = ${keptSince}, kept_from = ${keptFrom}, looked_up_to = first_number - 1
    where kind = ${kind}`;
}

// `looked`: the next numbers there were, in their order, none when there is none left; `stayed` is the first of them that did.
export async function noteLeaving(
  tx: Sql,
  kind: LeavingKind,
  { lookedUpTo, firstNumber, keptFrom }: Leaving,
  looked: readonly number[],
  stayed: number | undefined,
): Promise<void> {
  const upTo = looked.at(-1) ?? Math.max(lookedUpTo, keptFrom - 1);
  const isNothingBefore = firstNumber > lookedUpTo;
  await tx`
    update leaving
    set looked_up_to = ${upTo}, first_number = ${isNothingBefore ? (stayed ?? upTo + 1) : firstNumber}
    where kind = ${kind}`;
}
