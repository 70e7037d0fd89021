// A database for one test file alone: migrated and seeded, cloned in a moment, dropped when the file is done.
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { secureRandom } from "../../src/ports/random.ts";
import { USUAL_LIMITS } from "../../src/store/connections/limits.ts";
import { type Database, openDatabase } from "../../src/store/db.ts";
import { runningFile } from "./running-file.ts";
import { administer, databaseAt, POOLER_URL, SERVER_URL, TEMPLATE } from "./server.ts";

export type TestDatabase = {
  // For the program.
  readonly url: string;
  // Closed by the harness.
  readonly db: Database;
  // Node runs `after` hooks in the order they were given, this file's first: what holds a connection is closed through here.
  readonly closeFirst: (close: () => Promise<void>) => void;
};

export const PATIENT_LIMITS = {
  ...USUAL_LIMITS,
  connectMs: 30_000,
  queryMs: 45_000,
  statementMs: 40_000,
  lockMs: 30_000,
  idleTransactionMs: 30_000,
};

const POLL_MS = 20;
// A backend takes a moment to notice that its client has gone.
const POLLS_MAX = 50;

// `from: "nothing"` gives a database without a table, to test migrations.
export async function useDatabase(options: { readonly from?: "template" | "nothing" } = {}): Promise<TestDatabase> {
  const server = process.env[SERVER_URL];
  const template = process.env[TEMPLATE];
  if (!server || !template) throw new Error("start test files through the runner: npm test -- <file>");
  const name = template.replace("template", secureRandom.hex(6));
  const source = options.from === "nothing" ? "template1" : template;
  await administer(server, (client) => client.query(`create database ${name} template ${source}`));

  const pooler = process.env[POOLER_URL];
  const url = databaseAt(pooler ?? server, name);
  const db = openDatabase(databaseAt(server, name), { limits: PATIENT_LIMITS });
  const closes: (() => Promise<void>)[] = [() => db.close()];
  after(async () => {
    try {
      for (const close of closes.reverse()) await close();
      if (pooler) await emptyPool(pooler, name);
    } finally {
      await dropAndCount(server, name);
    }
  });
  return { url, db, closeFirst: (close) => closes.push(close) };
}

// The pooler keeps its servers; who is still its client has leaked.
async function emptyPool(pooler: string, name: string): Promise<void> {
  await administer(databaseAt(pooler, "pgbouncer"), async (console) => {
    const clients = async () =>
      (await console.query<{ database: string }>("show clients")).rows.filter(({ database }) => database === name)
        .length;
    for (let poll = 0; (await clients()) > 0 && poll < POLLS_MAX; poll++) await sleep(POLL_MS);
    const open = await clients();
    const { rows } = await console.query<{ name: string }>("show databases");
    if (rows.some((row) => row.name === name)) await console.query(`kill ${name}`);
    if (open > 0) throw new Error(`${runningFile()} left ${open} connections to the pooler open`);
  });
}

// A connection left open is a leak in the program or in the test: either way somebody must know.
async function dropAndCount(server: string, name: string): Promise<void> {
  await administer(server, async (client) => {
    const connections = async () => {
      const { rows } = await client.query<{ application_name: string; state: string; query: string }>(
        "select application_name, state, query from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
        [name],
      );
      return rows;
    };
    let open = await connections();
    for (let poll = 0; open.length > 0 && poll < POLLS_MAX; poll++) {
      await sleep(POLL_MS);
      open = await connections();
    }
    await client.query(`drop database ${name} with (force)`);
    if (open.length > 0) {
      const list = open.map((one) => `${one.application_name}, ${one.state}: ${one.query}`).join("; ");
      throw new Error(`${runningFile()} left ${open.length} connections open (${list})`);
    }
  });
}
