import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaNumber } from "../../src/store/migrate.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();
const { db: empty } = await useDatabase({ from: "nothing" });

test("a test file's database is migrated and its own", async () => {
  const [row] = await db<{ name: string }>`select current_database() as name`;
  assert.match(row?.name ?? "", /^giao_test_/);
  assert.ok((await schemaNumber(db)) > 0);
});

test("a database made from nothing has no schema", async () => {
  assert.equal(await schemaNumber(empty), 0);
});
