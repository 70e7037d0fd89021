// Brings a database to this program's schema: numbered SQL files, each run once, in order, in a transaction of its own, or in several where
// tables are large (migrate-in-parts.ts), and written down with its checksum and the oldest program it serves. Programs that start together take turns; who waits says for whom, and gives
// up when nothing moves. A migrator that is frozen or gone is cut off by the server.
import { setTimeout as sleep } from "node:timers/promises";
import { isRefusal, type Promised, type Refusal, refuse } from "../domain/refusal.ts";
import type { SchemaStanding } from "../domain/schema-fit.ts";
import { startStopwatch } from "../ports/clock.ts";
import { codeOf, type Database, inTransaction, type Sql, script } from "./db.ts";
import { LOCK, type Outcome, runInParts } from "./migrate-in-parts.ts";
import { checksumOf, type Migration, readMigrations, servesOf } from "./migration-files.ts";
import { notifyWithCommit } from "./notices.ts";

export type Migrated = {
  readonly applied: readonly string[];
  // What this program knows; the database may be newer and still serve it.
  readonly schema: number;
};
export type MigrateRefusal = "SCHEMA_NEWER" | "MIGRATION_CHANGED" | "MIGRATION_WAIT";
export type MigrateOptions = {
  readonly say: (level: "info" | "warn", line: string) => void;
  // How often somebody who waits, or a file that takes long, is told of.
  readonly saySeconds: number;
  // How long to wait for others when nothing moves.
  readonly waitSecondsMax: number;
  // After this the server takes a migrator that says nothing between two statements for frozen.
  readonly idleSecondsMax: number;
  // Tables of this size and more are not locked for longer than a moment.
  readonly largeBytes: number;
};

type BookRow = { readonly number: number; readonly checksum: string | null; readonly serves: number | null };

// Whatever holds rows. In one transaction 0014 also failed where a text had to be mended that it then could not index: an index built
// beside the update still reads the text as it was.
const LARGE_BYTES = 1;
const DEFAULTS: MigrateOptions = {
  say: () => undefined,
  saySeconds: 10,
  waitSecondsMax: 600,
  idleSecondsMax: 30,
  largeBytes: LARGE_BYTES,
};
const LOOK_AGAIN_MS = 200;
// Past every statement of ours; a host that went silent is noticed by the line long before.
const FILE_SECONDS_MAX = 24 * 3_600;
// Others had a table too long, or each waited for the other: 55P03 lock not available, 40P01 deadlock.
const IN_THE_WAY = new Set(["55P03", "40P01"]);

export async function migrate(
  db: Database,
  migrations: readonly Migration[] = readMigrations(),
  given: Partial<MigrateOptions> = {},
): Promised<Migrated, MigrateRefusal> {
  const options = { ...DEFAULTS, ...given };
  const edited = migrations.find(({ released, text }) => released !== undefined && released !== checksumOf(text));
  if (edited) return changed(edited, "was released");
  const applied: string[] = [];
  const wait = openWaiting(options);
  for (;;) {
    const book = await readBook(db);
    const next = book && findNext(book, migrations);
    if (isRefusal(next)) return next;
    if (next === "none") return { applied, schema: newestOf(migrations) };
    const outcome = next
      ? await saying(options, next, () => apply(db, options, next))
      : await inTurn(db, options, (tx) => writeBook(tx, migrations));
    if (outcome === "applied" && next) applied.push(next.name);
    if (outcome === "applied" || outcome === "there") continue;
    const whom =
      outcome === "migrator"
        ? await describeMigrator(db)
        : `others who use what ${next?.name ?? "schema_migrations"} changes`;
    const refusal = await wait(book?.length ?? 0, whom);
    if (refusal) return refusal;
  }
}

// The schema number in the database, or 0 when it has none yet.
export async function schemaNumber(db: Sql): Promise<number> {
  const [table] = await db<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`;
  if (!table?.there) return 0;
  const [row] = await db<{ number: number }>`select coalesce(max(number), 0) as number from schema_migrations`;
  return row?.number ?? 0;
}

export async function readStanding(db: Sql): Promise<SchemaStanding> {
  const book = await readBook(db);
  if (book) return { schema: newestOf(book), servesFrom: servedBy(book) };
  const schema = await schemaNumber(db);
  return { schema, servesFrom: schema };
}

// undefined: there is none yet, or only the one of a program that wrote down no checksums.
async function readBook(db: Sql): Promise<readonly BookRow[] | undefined> {
  const [found] = await db<{ columns: number }>`
    select count(*) as columns
    from pg_attribute
    where attrelid = to_regclass('schema_migrations')
      and attname in ('checksum', 'serves')`;
  if (found?.columns !== 2) return undefined;
  return db<BookRow>`select number, checksum, serves from schema_migrations`;
}

// By itself and short: while a table is altered nobody can read it, and every replica reads this one to say that it is ready.
async function writeBook(tx: Sql, migrations: readonly Migration[]): Promise<Outcome> {
  await tx`create table if not exists schema_migrations (number int primary key, name text not null, applied_at timestamptz not null default now())`;
  await tx`alter table schema_migrations add column if not exists checksum text, add column if not exists serves int`;
  // What the first release ran: the files are known to be those it ran.
  for (const migration of migrations) {
    await tx`
      update schema_migrations
      set checksum = ${checksumOf(migration.text)}, serves = ${servesOf(migration)}
      where number = ${migration.number}
        and checksum is null`;
  }
  return "applied";
}

function findNext(
  book: readonly BookRow[],
  migrations: readonly Migration[],
): Migration | "none" | Refusal<"SCHEMA_NEWER" | "MIGRATION_CHANGED"> {
  const newest = newestOf(migrations);
  if (servedBy(book) > newest) {
    return refuse(
      "SCHEMA_NEWER",
      `The database has schema ${newestOf(book)}; this program knows ${newest}. Start a newer giao.`,
    );
  }
  const done = new Map(book.map((row) => [row.number, row.checksum]));
  const edited = migrations.find(({ number, text }) => (done.get(number) ?? checksumOf(text)) !== checksumOf(text));
  if (edited) return changed(edited, "ran on this database");
  return migrations.find(({ number }) => !done.has(number)) ?? "none";
}

async function apply(db: Database, options: MigrateOptions, migration: Migration): Promise<Outcome> {
  const takeTurn = (work: (tx: Sql) => Promise<Outcome>) => inTurn(db, options, work);
  const inParts = await runInParts(db, migration, takeTurn, (tx) => run(tx, migration, ""), options);
  return inParts ?? takeTurn((tx) => run(tx, migration, migration.text));
}

async function run(tx: Sql, { number, name, text }: Migration, statements: string): Promise<Outcome> {
  const [there] = await tx`select number from schema_migrations where number = ${number}`;
  if (there) return "there";
  await tx`${script(statements)}`;
  await tx`
    insert into schema_migrations (number, name, checksum, serves)
    values (${number}, ${name}, ${checksumOf(text)}, ${servesOf({ number, text })})`;
  await notifyWithCommit(tx, "giao_schema");
  return "applied";
}

// One program at a time. A file may run as long as it needs, but neither the program nor the file may keep others waiting: whoever
// wants a table that a migration waits for waits behind it, so that it lets them pass after a second and comes again.
async function inTurn(
  db: Database,
  { idleSecondsMax }: MigrateOptions,
  work: (tx: Sql) => Promise<Outcome>,
): Promise<Outcome> {
  const limits = script(`
    set local statement_timeout = 0;
    set local lock_timeout = '1s';
    set local idle_in_transaction_session_timeout = '${idleSecondsMax}s';
    set local client_connection_check_interval = '1s'`);
  try {
    return await inTransaction(db.with({ seconds: FILE_SECONDS_MAX, isPatient: false }), async (tx) => {
      await tx`${limits}`;
      const [lock] = await tx<{ ours: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as ours`;
      return lock?.ours ? work(tx) : "migrator";
    });
  } catch (error) {
    const code = codeOf(error) || codeOf((error as Error).cause);
    if (!IN_THE_WAY.has(code)) throw error;
    return "table";
  }
}

async function describeMigrator(db: Database): Promise<string> {
  const [holder] = await db<{ pid: number; address: string | null; seconds: number }>`
    select pid, host(client_addr) as address, extract(epoch from clock_timestamp() - coalesce(xact_start, query_start))::int as seconds
    from pg_locks
    join pg_stat_activity using (pid)
    where locktype = 'advisory'
      and granted
      and classid = 0
      and objid = ${LOCK}
      and database = (select oid from pg_database where datname = current_database())`;
  if (!holder) return "another program that migrates";
  const from = holder.address === null ? "" : ` from ${holder.address}`;
  return `another program that migrates (connection ${holder.pid}${from}, at it for ${holder.seconds} s)`;
}

async function saying(
  { say, saySeconds }: MigrateOptions,
  { name }: Migration,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const watch = startStopwatch();
  const seconds = () => `${(watch.elapsedMs() / 1000).toFixed(1)} s`;
  const ticks = setInterval(() => say("warn", `${name} has been running for ${seconds()}`), saySeconds * 1000);
  try {
    const outcome = await work();
    if (outcome === "applied") say("info", `applied ${name} in ${seconds()}`);
    return outcome;
  } finally {
    clearInterval(ticks);
  }
}

// `moved` changes as long as somebody gets on with the migrations, which is worth waiting for.
function openWaiting({
  say,
  saySeconds,
  waitSecondsMax,
}: MigrateOptions): (moved: number, whom: string) => Promise<Refusal<"MIGRATION_WAIT"> | undefined> {
  let watch = startStopwatch();
  let movedBefore = -1;
  let sayAtMs = 0;
  return async (moved, whom) => {
    if (moved !== movedBefore) {
      watch = startStopwatch();
      movedBefore = moved;
      // Taking turns is nothing to speak of, as long as it goes quickly.
      sayAtMs = LOOK_AGAIN_MS;
    }
    const waitedMs = watch.elapsedMs();
    if (waitedMs >= waitSecondsMax * 1000) {
      return refuse("MIGRATION_WAIT", `The migrations have not got on for ${waitSecondsMax} s, waiting for ${whom}.`);
    }
    if (waitedMs >= sayAtMs) {
      say("warn", `waiting for ${whom}`);
      sayAtMs = waitedMs + saySeconds * 1000;
    }
    await sleep(LOOK_AGAIN_MS);
    return undefined;
  };
}

function changed({ name }: Migration, since: string): Refusal<"MIGRATION_CHANGED"> {
  return refuse(
    "MIGRATION_CHANGED",
    `${name} has been changed since it ${since}. Put it back as it was; a change of the schema is a new migration.`,
  );
}

export function newestOf(migrations: readonly { readonly number: number }[]): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}

// The oldest program that every file that ran still serves.
function servedBy(book: readonly BookRow[]): number {
  return Math.max(0, ...book.map(({ number, serves }) => serves ?? number));
}
