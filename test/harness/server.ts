// The PostgreSQL server of one test run: embedded and thrown away, or the one at TEST_DATABASE_URL. Holds the template that
// every test file's database is cloned from.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { isRefusal } from "../../src/domain/refusal.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { startEmbedded } from "../../src/store/embedded/embedded.ts";
import { prepareTemplate } from "./template.ts";

// How the runner tells test files, which are processes of their own, where to go.
export const SERVER_URL = "GIAO_TEST_SERVER_URL";
export const TEMPLATE = "GIAO_TEST_TEMPLATE";
// Set where the program is to go through a pooler (TEST_POOLER=yes); tests themselves look at the database past it.
export const POOLER_URL = "GIAO_TEST_POOLER_URL";

export type TestServer = { readonly name: string; readonly stop: () => Promise<void> };

export async function startTestServer(): Promise<TestServer> {
  const outside = process.env.TEST_DATABASE_URL;
  const server = outside ? { url: outside, stop: async () => undefined } : await startThrowaway();
  // Names of its own, so that two runs can share an outside server.
  const prefix = `giao_test_${secureRandom.hex(4)}`;
  const template = `${prefix}_template`;
  const stop = async () => {
    if (outside) await dropAll(server.url, prefix);
    await server.stop();
  };
  try {
    await administer(server.url, (client) => client.query(`create database ${template}`));
    await prepareTemplate(databaseAt(server.url, template));
    process.env[SERVER_URL] = server.url;
    process.env[TEMPLATE] = template;
    return { name: await versionOf(server.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

// The same database past the run's pooler, for what looks at sessions and plans.
export function directOf(databaseUrl: string): string {
  const pooler = process.env[POOLER_URL];
  const server = process.env[SERVER_URL];
  const isPooled = pooler && server && new URL(pooler).host === new URL(databaseUrl).host;
  return isPooled ? databaseAt(server, new URL(databaseUrl).pathname.slice(1)) : databaseUrl;
}

// What a program needs beside an address that leads through the run's pooler.
export function pastPooler(databaseUrl: string): Readonly<Record<string, string>> {
  const direct = directOf(databaseUrl);
  return direct === databaseUrl ? {} : { DATABASE_DIRECT_URL: direct };
}

export async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "giao test harness" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startThrowaway(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "giao-test-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, error: (line: string) => process.stderr.write(`${line}\n`) };
  const embedded = await startEmbedded({ dataDir, log, durable: false });
  if (isRefusal(embedded)) {
    remove();
    throw new Error(embedded.why);
  }
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      remove();
    },
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  await administer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

async function versionOf(url: string): Promise<string> {
  const { rows } = await administer(url, (client) => client.query<{ server_version: string }>("show server_version"));
  return `PostgreSQL ${rows[0]?.server_version}`;
}
