// Brings a database to this program's schema: numbered SQL files, each run once, in order, in a transaction of its own.
// Several replicas that start together take turns at one advisory lock; a program older than the schema refuses to start.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { type Database, inTransaction, script } from "./db.ts";

export type Migration = { readonly number: number; readonly name: string; readonly text: string };
export type Migrated = { readonly applied: readonly string[]; readonly schema: number };

const FOLDER = join(import.meta.dirname, "migrations");
// Any fixed number; it only has to differ from other programs' locks on the same server.
const LOCK = 7_261_202;

export function readMigrations(folder: string = FOLDER): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 4)), name: file, text: readFileSync(join(folder, file), "utf8") }));
  const twice = migrations.find((migration, at) => migration.number === migrations[at - 1]?.number);
  if (twice) throw new Error(`two migrations have number ${twice.number}`);
  return migrations;
}

export async function migrate(
  db: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migrated | Refusal<"SCHEMA_NEWER">> {
  const applied: string[] = [];
  const newest = migrations.at(-1)?.number ?? 0;
  for (;;) {
    const step = await inTransaction(db, async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      await tx`create table if not exists schema_migrations (number int primary key, name text not null, applied_at timestamptz not null default now())`;
      const done = new Set(
        (await tx<{ number: number }>`select number from schema_migrations`).map((row) => row.number),
      );
      const reached = Math.max(0, ...done);
      if (reached > newest) {
        return refuse(
          "SCHEMA_NEWER",
          `The database has schema ${reached}; this program knows ${newest}. Start a newer giao.`,
        );
      }
      const next = migrations.find((migration) => !done.has(migration.number));
      if (!next) return { done: true as const };
      await tx`${script(next.text)}`;
      await tx`insert into schema_migrations (number, name) values (${next.number}, ${next.name})`;
      return { done: false as const, name: next.name };
    });
    if ("refused" in step) return step;
    if (step.done) return { applied, schema: newest };
    applied.push(step.name);
  }
}

// The schema number in the database, or 0 when it has none yet.
export async function schemaNumber(db: Database): Promise<number> {
  const [table] = await db<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`;
  if (!table?.there) return 0;
  const [row] = await db<{ number: number }>`select coalesce(max(number), 0) as number from schema_migrations`;
  return row?.number ?? 0;
}
