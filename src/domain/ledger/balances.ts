// Balances are derived from journals and nothing else. `ledger verify` recomputes them and compares.
import type { Amount } from "../amount.ts";
import { type AccountKind, breaksItsSign, CHART, type LedgerAccount } from "./chart.ts";
import type { Journal } from "./journal.ts";

export type Balance = { readonly account: LedgerAccount; readonly balance: Amount };

export function balancesOf(journals: Iterable<Journal>): readonly Balance[] {
  const balances = new Map<string, Balance>();
  for (const { postings } of journals) {
    for (const { account, amount } of postings) {
      const key = `${account.kind}/${account.owner}`;
      balances.set(key, { account, balance: (balances.get(key)?.balance ?? 0) + amount });
    }
  }
  return [...balances.values()];
}

export function balanceOf(balances: readonly Balance[], kind: AccountKind, owner: string): Amount {
  const found = balances.find(({ account }) => account.kind === kind && account.owner === owner);
  return found?.balance ?? 0;
}

// What cannot be right, in words; empty when all is well. `kept` are the balances the store keeps beside the journals.
export function auditLedger(journals: readonly Journal[], kept: readonly Balance[]): readonly string[] {
  const problems: string[] = [];
  for (const { kind, reference, postings } of journals) {
    const sum = postings.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0) problems.push(`Journal ${kind} ${reference} sums to ${sum}.`);
  }
  const derived = balancesOf(journals);
  for (const { account, balance } of derived) {
    if (breaksItsSign(account.kind, balance)) {
      problems.push(`${nameOf(account)} is ${balance}: ${CHART[account.kind].meaning} is ${CHART[account.kind].sign}.`);
    }
  }
  const should = byName(derived);
  const is = byName(kept);
  for (const name of new Set([...should.keys(), ...is.keys()])) {
    const [keptAs, given] = [is.get(name) ?? 0, should.get(name) ?? 0];
    if (keptAs !== given) problems.push(`${name} is kept as ${keptAs}, but its journals give ${given}.`);
  }
  return problems;
}

function byName(balances: readonly Balance[]): ReadonlyMap<string, Amount> {
  return new Map(balances.map(({ account, balance }) => [nameOf(account), balance]));
}

function nameOf({ kind, owner }: LedgerAccount): string {
  return owner === "" ? kind : `${kind} of ${owner}`;
}

// D15: a child account with any of these cannot be removed.
export type Standing = { readonly main: Amount; readonly bonus: Amount; readonly held: Amount; readonly cod: Amount };

export function isUnsettled({ main, bonus, held, cod }: Standing): boolean {
  return main !== 0 || bonus !== 0 || held !== 0 || cod !== 0;
}
