import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
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

test("a test file that leaves a connection open fails, and its database is gone", async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const file = `${import.meta.dirname}/leaky-connection.ts`;
  const child = spawn(process.execPath, ["--test", file], { env, stdio: ["ignore", "pipe", "inherit"] });
  const said = await text(child.stdout);
  assert.match(said, /leaky-connection\.ts left 1 connections open \(giao, idle: select 1\)/);
  assert.match(said, /fail 1/);
});
