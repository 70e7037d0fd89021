// docs/database.md says of every table how long it is kept, or why for ever.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openTableSizes } from "../../src/store/server-figures.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();

test("every table has a line, and every line's tables are there", async () => {
  const text = readFileSync("docs/database.md", "utf8");
  const section = text.slice(text.indexOf("| table | kept |"), text.indexOf("## Backup"));
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name));
  assert.deepEqual([...listed].sort(), await listTables());
});

test("every table has a size among the measures and on the health page", async () => {
  const sized = (await openTableSizes(db)()).map(({ name }) => name);
  assert.deepEqual(
    (await listTables()).filter((name) => !sized.includes(name)),
    [],
  );
});

async function listTables(): Promise<readonly string[]> {
  const tables = await db<{ name: string }>`
    select relname as name
    from pg_class
    where relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace
      and relname <> 'schema_migration_parts'`;
  return tables.map(({ name }) => name).sort();
}
