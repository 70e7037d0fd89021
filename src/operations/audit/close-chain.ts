// Closes the audit log's rows into a chain, lets the oldest go, and proves that nothing else went or was changed.
import { canonicalJson } from "../../domain/canonical-json.ts";
import { hashSecret } from "../../ports/secrets.ts";
import {
  type ChainState,
  closeEntries,
  listChained,
  listSettledEntries,
  lockChain,
  readChain,
  removeOldestChained,
} from "../../store/audit/audit-chain.ts";
import type { AuditEntry } from "../../store/audit/audit-log.ts";
import { type Database, inTransaction, type Sql } from "../../store/db.ts";
import type { Services } from "../services.ts";

// A call that takes longer has died: its row is closed without an outcome.
const SETTLED_MS = 15 * 60_000;
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

export type ClosedTo = { readonly closedTo: number; readonly hash: string };

// undefined: there was nothing to close.
export async function closeAuditChain({ db, clock }: Pick<Services, "db" | "clock">): Promise<ClosedTo | undefined> {
  let newest: ClosedTo | undefined;
  for (let closed = AT_ONCE; closed === AT_ONCE; ) {
    closed = await inTransaction(db, async (tx) => {
      const state = await lockChain(tx);
      const before = new Date(clock.now().getTime() - SETTLED_MS);
      const entries = await listSettledEntries(tx, before, AT_ONCE);
      let { closedTo: chainAt, closedHash: chainHash } = state;
      const links = entries.map((entry) => {
        chainAt += 1;
        chainHash = linkHash(chainHash, chainAt, entry);
        return { id: entry.id, chainAt, chainHash };
      });
      if (links.length > 0) {
        await closeEntries(tx, links);
        newest = { closedTo: chainAt, hash: chainHash.toString("hex") };
      }
      return links.length;
    });
  }
  return newest;
}

// `days` 0: none goes.
export async function removeOldAudit({ db, clock }: Pick<Services, "db" | "clock">, days: number): Promise<void> {
  if (days === 0) return;
  const until = new Date(clock.now().getTime() - days * DAY_MS);
  for (let gone = AT_ONCE; gone === AT_ONCE; )
    gone = await inTransaction(db, async (tx) => removeOldestChained(tx, await lockChain(tx), until, AT_ONCE));
}

export type ChainVerdict = {
  readonly ok: boolean;
  readonly rows: number;
  readonly keptFrom: number;
  readonly closedTo: number;
  readonly hash: string;
  readonly problems: readonly string[];
};

const PROBLEMS_MAX = 100;

// `known`: a place and its hash that somebody kept elsewhere, such as in the program's log.
export async function verifyAudit(
  { db }: { readonly db: Database },
  known?: { readonly at: number; readonly hash: string },
): Promise<ChainVerdict> {
  // In one view of the database: the worker goes on closing rows meanwhile.
  return inTransaction(db.with({ seconds: 600 }), async (tx) => {
    await tx`set transaction isolation level repeatable read`;
    const state = await readChain(tx);
    if (!state) return { ...NOTHING, problems: ["audit_chain has lost its row."] };
    const problems: string[] = [];
    const say = (problem: string): void => {
      if (problems.length < PROBLEMS_MAX) problems.push(problem);
    };
    const { rows, hash, at } = await walk(tx, state, known, say);
    if (at !== state.closedTo) say(`Rows ${at + 1} to ${state.closedTo} are missing at the end.`);
    else if (!hash.equals(state.closedHash)) say(`The chain does not end as it was closed, at row ${state.closedTo}.`);
    if (known && (known.at < state.keptFrom || known.at > at)) say(`Row ${known.at} is not there any more.`);
    const { keptFrom, closedTo, closedHash } = state;
    return { ok: problems.length === 0, rows, keptFrom, closedTo, hash: closedHash.toString("hex"), problems };
  });
}

const NOTHING = { ok: false, rows: 0, keptFrom: 0, closedTo: 0, hash: "" };

async function walk(
  tx: Sql,
  state: ChainState,
  known: { readonly at: number; readonly hash: string } | undefined,
  say: (problem: string) => void,
) {
  let at = state.keptFrom - 1;
  let hash = state.keptHash;
  let rows = 0;
  for (
    let page = await listChained(tx, at + 1, AT_ONCE);
    page.length > 0;
    page = await listChained(tx, at + 1, AT_ONCE)
  ) {
    for (const { chainAt, chainHash, ...entry } of page) {
      if (chainAt !== at + 1)
        say(at + 2 === chainAt ? `Row ${at + 1} is missing.` : `Rows ${at + 1} to ${chainAt - 1} are missing.`);
      // Behind a gap it goes on from what the row before must have been.
      else if (!linkHash(hash, chainAt, entry).equals(chainHash)) say(`Row ${chainAt} (id ${entry.id}) was changed.`);
      if (known?.at === chainAt && known.hash !== chainHash.toString("hex"))
        say(`Row ${chainAt} has another hash than was kept.`);
      [at, hash] = [chainAt, chainHash];
      rows++;
    }
  }
  return { rows, hash, at };
}

// Every field but the link itself: what is not covered could be changed.
function linkHash(previous: Buffer, chainAt: number, entry: AuditEntry): Buffer {
  const text = canonicalJson({ ...entry, happenedAt: entry.happenedAt.toISOString(), chainAt });
  return hashSecret(`${previous.toString("hex")}\n${text}`);
}
