// The one way to PostgreSQL: a tagged template that runs. Values become parameters, nested sql`…` fragments become text,
// columns come back in camelCase. Every statement is prepared once per connection.
import pg from "pg";
import sqlTemplateTag, { Sql as Fragment, raw } from "sql-template-tag";
import { beginWriting, checkDeadline } from "../ports/deadline.ts";

export type Sql = <Row extends object = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

export type Database = Sql & {
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

// Fragments for the few statements whose text depends on what is asked. They run only inside a Sql template.
export const sql = sqlTemplateTag;

// A whole script from our own files, such as a migration.
export function script(text: string): Fragment {
  const fragment = raw(text);
  scripts.add(fragment);
  return fragment;
}
const scripts = new WeakSet<Fragment>();

// The server cannot be reached or is going away: the caller may try again, nothing was promised.
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super("the database cannot be reached", { cause });
  }
}

// A text holds a zero character: PostgreSQL can neither keep it nor look for it.
export class UnkeepableText extends Error {
  constructor(cause: unknown) {
    super("a text holds a zero character", { cause });
  }
}

const POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
// SQLSTATE classes: 08 connection, 53 resources, 57P shutdown.
const AWAY_STATES = /^(08|53|57P)/;
const AWAY_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;
// 22021 in a text, 22P05 in JSON.
const UNKEEPABLE = new Set(["22021", "22P05"]);
// 40001 serialization, 40P01 deadlock: the loser of a race may simply run again.
const LOST_RACE = new Set(["40001", "40P01"]);
const RACES_MAX = 4;

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`bigint ${text} does not fit a JavaScript number`);
  return number;
});

export function openDatabase(
  url: string,
  options: { readonly poolMax?: number; readonly onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolMax ?? POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "giao",
  });
  // Without a listener, stopping the server under idle clients would end the program.
  pool.on("error", (error) => options.onIdleError?.(error));
  // The same while a client is in use; the statement under way hears of it by its own error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const run: Sql = (strings, ...values) => runAlone(pool, strings, values);
  return Object.assign(run, { pool, close: () => pool.end() });
}

// One transaction on one connection. What `work` throws rolls back; what it returns is committed.
export async function inTransaction<T>(db: Database, work: (tx: Sql) => Promise<T>): Promise<T> {
  for (let race = 1; ; race++) {
    const client = await connect(db.pool, beginWriting);
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const answer = await work((strings, ...values) => runOn(client, strings, values));
      await client.query("commit");
      return answer;
    } catch (error) {
      try {
        await client.query("rollback");
      } catch (rollbackError) {
        broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
      }
      if (LOST_RACE.has(codeOf(error)) && race < RACES_MAX) continue;
      throw explain(error);
    } finally {
      client.release(broken);
    }
  }
}

// `mayGoOn` is asked before and after the wait: a request that nobody waits for any more takes no connection.
async function connect(pool: pg.Pool, mayGoOn: () => void): Promise<pg.PoolClient> {
  checkDeadline();
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw explain(error);
  }
  try {
    mayGoOn();
    return client;
  } catch (error) {
    client.release();
    throw error;
  }
}

// What begins so and reads from somewhere changes nothing; anything else, a function of ours too, may write.
const READS = /^\s*select\b[\s\S]*\bfrom\b/;
const WRITES_ALL_THE_SAME = /\bpg_notify\(/;

const reads = new WeakMap<TemplateStringsArray, boolean>();
function isRead(strings: TemplateStringsArray): boolean {
  let read = reads.get(strings);
  if (read === undefined) {
    const text = strings.join("");
    read = READS.test(text) && !WRITES_ALL_THE_SAME.test(text);
    reads.set(strings, read);
  }
  return read;
}

async function runAlone<Row>(pool: pg.Pool, strings: TemplateStringsArray, values: readonly unknown[]): Promise<Row[]> {
  const client = await connect(pool, isRead(strings) ? checkDeadline : beginWriting);
  let broken: Error | undefined;
  try {
    return await runOn(client, strings, values);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function runOn<Row>(
  client: pg.PoolClient,
  strings: TemplateStringsArray,
  values: readonly unknown[],
): Promise<Row[]> {
  const statement = sqlTemplateTag(strings, ...(values as never[]));
  const isScript = values.some((value) => value instanceof Fragment && scripts.has(value));
  const name = isScript ? undefined : nameOf(statement.text);
  try {
    const result = await client.query<unknown[]>({
      ...(name === undefined ? {} : { name }),
      text: statement.text,
      values: statement.values as unknown[],
      rowMode: "array",
    });
    // A script of several statements answers with several results; nobody reads them.
    if (Array.isArray(result)) return [];
    const keys = result.fields.map((field) => camelCase(field.name));
    return result.rows.map((cells) => {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < keys.length; i++) row[keys[i]!] = cells[i];
      return row as Row;
    });
  } catch (error) {
    throw explain(error);
  }
}

function explain(error: unknown): unknown {
  const code = codeOf(error);
  if (UNKEEPABLE.has(code)) return new UnkeepableText(error);
  const words = error instanceof Error ? error.message : "";
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_WORDS.test(words) ? new DatabaseAway(error) : error;
}

export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

// True when a write met a unique index: the other one of two racing writers has won.
export function isConflict(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23505" && (error as { constraint?: string }).constraint === constraint;
}

// Every text is one of ours; the cap only keeps a statement built from many fragments from filling the server's memory.
const NAMES_MAX = 500;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX) return known;
  const name = `giao_${names.size + 1}`;
  names.set(text, name);
  return name;
}

const camelNames = new Map<string, string>();
function camelCase(column: string): string {
  const known = camelNames.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(column, name);
  return name;
}
