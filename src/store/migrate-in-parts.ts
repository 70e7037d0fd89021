// Runs a migration statement by statement where its tables are large (migration-parts.ts). How far it has got is written down with each
// part, so that whoever comes after a crash, or instead of us, goes on from there. Only the last part makes the migration count.
import { startStopwatch } from "../ports/clock.ts";
import { type Database, first, type Sql, script } from "./db.ts";
import type { Migration } from "./migration-files.ts";
import { type Part, partsOf, type Statement, slowTablesOf, statementsOf } from "./migration-parts.ts";

// Done now, done by somebody else, or to be tried again: another program migrates, or others use a table.
export type Outcome = "applied" | "there" | "migrator" | "table";
// One program at a time, in a transaction.
export type InTurn = (work: (tx: Sql) => Promise<Outcome>) => Promise<Outcome>;
export type PartsOptions = {
  readonly say: (level: "info" | "warn", line: string) => void;
  readonly saySeconds: number;
  // Tables above this are large: an index on less is built in a moment.
  readonly largeBytes: number;
};

// Any fixed number; it only has to differ from other programs' locks on the same server.
export const LOCK = 7_261_202;
// 8 MB: some 3,000 orders, for which a row waits no longer than for any other statement.
const BATCH_PAGES = 1_024;
const PAGE_BYTES = 8_192;
// A portion finds what belongs to its rows by key: planned for the whole table, each would read the other one from end to end.
const BY_KEY = "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off";

type Progress = { readonly done: number; readonly page: number };

// `finish` writes the migration down. undefined: nothing about it is large, and it can run as it is.
export async function runInParts(
  db: Database,
  migration: Migration,
  inTurn: InTurn,
  finish: (tx: Sql) => Promise<Outcome>,
  options: PartsOptions,
): Promise<Outcome | undefined> {
  const statements = statementsOf(migration.text);
  const isLarge = await findLarge(db, statements, options.largeBytes);
  const begun = await readProgress(db, migration);
  if (begun?.done === Infinity) return "there";
  if (!begun && isLarge.size === 0) return undefined;
  const parts = partsOf(statements, (table) => isLarge.has(table));
  const run = openParts(db, migration, inTurn, options);
  for (const part of parts.filter(({ upTo }) => upTo > (begun?.done ?? 0))) {
    const outcome = await run(part);
    if (outcome === "migrator" || outcome === "table") return outcome;
  }
  return inTurn(async (tx) => {
    const outcome = await finish(tx);
    await tx`delete from schema_migration_parts where number = ${migration.number}`;
    return outcome;
  });
}

async function findLarge(db: Sql, statements: readonly Statement[], largeBytes: number): Promise<ReadonlySet<string>> {
  const rows = await db<{ name: string }>`
    select name
    from unnest(${slowTablesOf(statements)}::text[]) as slow (name)
    where coalesce(
      (select sum(pg_relation_size(relid)) from pg_partition_tree(to_regclass(name))), pg_relation_size(to_regclass(name))
    ) >= ${largeBytes}`;
  return new Set(rows.map(({ name }) => name));
}

// Of one that is written down every part is done: whoever did the last one has forgotten how far they were.
async function readProgress(db: Sql, { number }: Migration): Promise<Progress | undefined> {
  const [over] = await db`select number from schema_migrations where number = ${number}`;
  if (over) return { done: Infinity, page: 0 };
  const [table] = await db`select 1 as there from pg_class where oid = to_regclass('schema_migration_parts')`;
  if (!table) return undefined;
  return first(db<Progress>`select done, page from schema_migration_parts where number = ${number}`);
}

function openParts(
  db: Database,
  migration: Migration,
  inTurn: InTurn,
  { say, saySeconds }: PartsOptions,
): (part: Part) => Promise<Outcome> {
  const { number, name } = migration;
  const note = async (tx: Sql, { done, page }: Progress): Promise<void> => {
    await tx`
      create table if not exists schema_migration_parts (number int primary key, done int not null, page bigint not null)`;
    await tx`
      insert into schema_migration_parts (number, done, page)
      values (${number}, ${done}, ${page})
      on conflict (number) do update
      set done = excluded.done, page = excluded.page`;
  };

  const isDone = async (tx: Sql, { upTo }: Part): Promise<boolean> =>
    ((await readProgress(tx, migration))?.done ?? 0) >= upTo;

  const runTogether = (part: Part): Promise<Outcome> =>
    inTurn(async (tx) => {
      if (await isDone(tx, part)) return "there";
      await tx`${script(part.text)}`;
      await note(tx, { done: part.upTo, page: 0 });
      return "applied";
    });

  // Concurrently, which no transaction can: one connection has the turn as long as it takes. What a crash left of it is no index.
  const buildIndex = (part: Part & { readonly kind: "index" }): Promise<Outcome> =>
    db.session(async (ask) => {
      const [turn] = await ask<{ ours: boolean }>`select pg_try_advisory_lock(${LOCK}) as ours`;
      if (!turn?.ours) return "migrator";
      try {
        if (await isDone(ask, part)) return "there";
        // Of a table that is kept by the month, every month has it under the same name; those that come get it too.
        const months = await ask<{ schema: string }>`
          select nspname as schema
          from pg_partition_tree(to_regclass(${part.table}))
          join pg_class on pg_class.oid = relid
          join pg_namespace on pg_namespace.oid = relnamespace
          where isleaf`;
        for (const prefix of months.length === 0 ? [""] : months.map(({ schema }) => `${schema}.`)) {
          const index = `${prefix}${part.index}`;
          const [found] = await ask<{ isValid: boolean }>`
            select indisvalid as is_valid
            from pg_index
            where indexrelid = to_regclass(${index})`;
          if (found && !found.isValid) await ask`${script(`drop index concurrently ${index}`)}`;
          if (!found?.isValid) await ask`${script(inMonth(part.text, part.table, prefix))}`;
        }
        await note(ask, { done: part.upTo, page: 0 });
        return "applied";
      } finally {
        await ask`select pg_advisory_unlock(${LOCK})`;
      }
    });

  const updateRows = async (part: Part & { readonly kind: "rows" }): Promise<Outcome> => {
    // The same pages of every month at a time, where there are months.
    const [size] = await db<{ pages: number }>`
      select coalesce(
        (select max(pg_relation_size(relid)) from pg_partition_tree(to_regclass(${part.table}))), pg_relation_size(to_regclass(${part.table}))
      ) / ${PAGE_BYTES}::int as pages`;
    const pages = size?.pages ?? 0;
    const watch = startStopwatch();
    let sayAtMs = saySeconds * 1000;
    for (;;) {
      const progress = await readProgress(db, migration);
      if ((progress?.done ?? 0) >= part.upTo) return "there";
      const from = progress?.page ?? 0;
      const outcome = await inTurn(async (tx) => {
        const found = await readProgress(tx, migration);
        if ((found?.done ?? 0) >= part.upTo || (found?.page ?? 0) !== from) return "there";
        const to = from + BATCH_PAGES;
        const batch = part.text.replace("$1", `'(${from},0)'`).replace("$2", `'(${to},0)'`);
        await tx`${script(`${BY_KEY}; ${batch}`)}`;
        await note(tx, to < pages ? { done: progress?.done ?? 0, page: to } : { done: part.upTo, page: 0 });
        return "applied";
      });
      if (outcome === "migrator" || outcome === "table") return outcome;
      if (watch.elapsedMs() < sayAtMs) continue;
      say("info", `${name}: ${from} of ${pages} pages of ${part.table} are done`);
      sayAtMs += saySeconds * 1000;
    }
  };

  return (part) => {
    if (part.kind === "index") return buildIndex(part);
    return part.kind === "rows" ? updateRows(part) : runTogether(part);
  };
}

function inMonth(text: string, table: string, prefix: string): string {
  return text.replace(new RegExp(`\\bon (only )?${table}\\b`, "i"), `on ${prefix}${table}`);
}
