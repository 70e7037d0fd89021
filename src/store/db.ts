// The one way to PostgreSQL: a tagged template that runs. Values become parameters, nested sql`…` fragments become text,
// columns come back in camelCase. Every statement is prepared once per connection.
import { hash } from "node:crypto";
import pg from "pg";
import sqlTemplateTag, { empty, Sql as Fragment, join, raw } from "sql-template-tag";
import { beginWriting, checkDeadline } from "../ports/deadline.ts";
import type { SentNotice } from "../ports/live/live-notices.ts";
import { traced } from "../ports/tracing.ts";
import { openAfterwards } from "./connections/afterwards.ts";
import {
  type Ask,
  type Connections,
  isStalePlan,
  isUnloggedOnStandby,
  type LimitHit,
  LineLost,
  openConnections,
  type Query,
  READ_ONLY,
} from "./connections/connections.ts";
import { beginOf, type DatabaseLimits, settingsOf, USUAL_LIMITS } from "./connections/limits.ts";
import type { Way } from "./connections/pooler.ts";
import { openTurns, RowHeld, type Try } from "./connections/turns.ts";
import { statementSpan } from "./statement-span.ts";

export type Sql = <Row extends object = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

// What may take too long: a connection, a statement's answer, one on a connection that turned out dead, an idle connection's sign of
// life, a statement at the server, a locked row, a turn among those who wait for one.
type WaitKind = LimitHit | "statement" | "lock" | "turn";

export type WaitOptions = {
  // What it locks that many others need as well (an account, a promo code), in the order of locks: none of them gets more than a
  // third of the connections.
  readonly share?: readonly string[];
  // False: it comes back another time rather than wait for a row that is held (RowIsHeld).
  readonly isPatient?: boolean;
  // Limits of its own, for what is known to take long, or must not.
  readonly seconds?: number;
};

export type Statements = Sql & { readonly transact: <T>(work: (tx: Sql) => Promise<T>) => Promise<T> };

export type Database = Statements & {
  // The same, waiting otherwise.
  readonly with: (options: WaitOptions) => Statements;
  // One connection without a transaction and without limits, for what can run in none. The address must lead to PostgreSQL itself.
  readonly session: <T>(work: (ask: Sql) => Promise<T>) => Promise<T>;
  readonly groupMax: DatabaseLimits["groupMax"];
  readonly pool: Connections["counts"];
  readonly usage: Connections["usage"];
  readonly limitsHit: () => Readonly<Record<WaitKind, number>>;
  // The program is stopping: whoever waits for the database waits two seconds more at most.
  readonly hurry: () => void;
  // Heard by every replica soon; said of what is committed.
  readonly notify: (sent: SentNotice) => void;
  readonly close: () => Promise<void>;
};

// Fragments for the few statements whose text depends on what is asked. They run only inside a Sql template.
export const sql = sqlTemplateTag;
export const joined = join;
export const NOTHING = empty;

// Of a statement's rows.
export const first = async <Row>(rows: Promise<readonly Row[]>): Promise<Row | undefined> => (await rows)[0];
export const hasOneRow = async (rows: Promise<readonly unknown[]>): Promise<boolean> => (await rows).length === 1;
export const countRows = async (rows: Promise<readonly unknown[]>): Promise<number> => (await rows).length;

// A whole script from our own files, such as a migration.
export function script(text: string): Fragment {
  const fragment = raw(text);
  scripts.add(fragment);
  return fragment;
}
const scripts = new WeakSet<Fragment>();

// The server cannot be reached, is going away, refuses to write or does not answer in time: the caller may try again, nothing was
// promised.
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    const said = cause instanceof LineLost ? cause.cause : cause;
    super(`the database cannot be reached${said instanceof Error ? `: ${said.message}` : ""}`, { cause });
  }
}

// Not now, because of one row: somebody else has it locked and does not let go.
export class RowIsHeld extends DatabaseAway {}

// The connection was dead before anything was done on it: another may serve.
class NotBegun extends DatabaseAway {}

// A text holds a zero character: PostgreSQL can neither keep it nor look for it.
export class UnkeepableText extends Error {
  constructor(cause: unknown) {
    super("a text holds a zero character", { cause });
  }
}

// What PostgreSQL calls "not now". Classes: 08 connection, 53 resources (connections, memory, disk), 57P shutdown, start and
// recovery, 58 the system around it. Single ones: a read-only transaction, a cancelled statement (its time was over), a session
// that was idle in a transaction, a transaction that took too long.
const NOT_NOW = /^(08|53|57P|58|25006|57014|25P03|25P04)/;
const LOCK_TIMEOUT = "55P03";
// 22021 in a text, 22P05 in JSON.
const UNKEEPABLE = new Set(["22021", "22P05"]);
// 40001 serialization, 40P01 deadlock: the loser of a race may simply run again.
const LOST_RACE = new Set(["40001", "40P01"]);
const RACES_MAX = 4;
// A rollback that does not come at once comes with the end of the connection.
const ROLLBACK_MS = 1_000;
const SESSION_MS = 24 * 3_600_000;

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`bigint ${text} does not fit a JavaScript number`);
  return number;
});

type Options = {
  readonly name?: string;
  readonly limits?: Partial<DatabaseLimits>;
  readonly onIdleError?: (error: Error) => void;
  // Where the connections lead, when it is known and whenever it changes.
  readonly onWay?: (way: Way) => void;
  // A notice that could not be sent.
  readonly onUnsent?: (error: unknown) => void;
  // Tells them elsewhere; answers those that are left for the database.
  readonly notifyElsewhere?: (sent: readonly SentNotice[]) => Promise<readonly SentNotice[]>;
};

// What running transactions have to tell when they are committed.
const toNotify = new WeakMap<Sql, SentNotice[]>();

export function notifyWhenCommitted(tx: Sql, sent: SentNotice): void {
  const waiting = toNotify.get(tx);
  if (!waiting) throw new Error("only a transaction can be sent of when it is committed");
  waiting.push(sent);
}

export function openDatabase(url: string, options: Options = {}): Database {
  const limits = { ...USUAL_LIMITS, ...options.limits };
  const hits: Record<WaitKind, number> = {
    connect: 0,
    query: 0,
    dead_line: 0,
    idle_line: 0,
    statement: 0,
    lock: 0,
    turn: 0,
  };
  const onLimit = (hit: WaitKind): void => {
    hits[hit]++;
  };
  const { onIdleError = () => undefined, onWay = () => undefined, onUnsent = () => undefined } = options;
  const connections = openConnections({ url, name: options.name ?? "giao", limits, onLimit, onIdleError, onWay });
  const { now, waits } = connections;
  const turns = openTurns({
    poolMax: limits.poolMax,
    lockMs: limits.lockMs,
    turnMs: limits.connectMs,
    now,
    waits,
    isLockTimeout: (error) => codeOf(error) === LOCK_TIMEOUT,
    onRefused: () => onLimit("turn"),
  });

  // Runs what may be run again without harm, because what failed of it left nothing behind.
  async function inTurn<T>({ share = [], isPatient = true }: WaitOptions, work: (one: Try) => Promise<T>): Promise<T> {
    const startedMs = now();
    for (let race = 1; ; race++) {
      try {
        return await turns.take({ share, isPatient }, work);
      } catch (error) {
        count(error);
        const hasNotBegun = error instanceof NotBegun && now() - startedMs < limits.connectMs;
        // Once: the connection may lead to what was the primary, and a new one to what is.
        const isReadOnly = error instanceof DatabaseAway && codeOf(error.cause) === READ_ONLY && race === 1;
        const mayWin = LOST_RACE.has(codeOf(error)) || isStalePlan(error) || hasNotBegun || isReadOnly;
        if (!mayWin || race === RACES_MAX) throw lastWords(error);
      }
    }
  }

  function count(error: unknown): void {
    if (codeOf(error) === LOCK_TIMEOUT) onLimit("lock");
    if (error instanceof DatabaseAway && codeOf(error.cause) === "57014") onLimit("statement");
  }

  // Time that is given covers the wait for a connection as well; the usual time for an answer begins when there is one.
  // `mayGoOn` is asked before and after that wait: a request that nobody waits for any more takes no connection.
  function use<T>({ seconds, check }: Attempt, mayGoOn: () => void, work: (line: UsedLine) => Promise<T>): Promise<T> {
    checkDeadline();
    const wholeMs = seconds === undefined ? undefined : now() + seconds * 1000;
    const connectMs = Math.min(limits.connectMs, (seconds ?? Infinity) * 1000);
    return explained(() =>
      connections.use(connectMs, (ask, way) => {
        check();
        mayGoOn();
        const untilMs = wholeMs ?? now() + limits.queryMs;
        return work({ askInTime: (query) => ask(query, untilMs - now()), ask, way });
      }),
    );
  }

  // What has limits of its own waits for rows as long as they say, at once.
  function statements(given: WaitOptions): Statements {
    const own = { isPatient: given.seconds === undefined, ...given };
    // The server has to be sent of it.
    const isLong = (own.seconds ?? 0) * 1000 > limits.statementMs;
    const run: Sql = (strings, ...values) =>
      inTurn(own, (one) => {
        const attempt = { ...own, ...one };
        const isBare = one.lockMs === undefined && !isLong;
        return use(attempt, isBare && kindOf(strings) === "read" ? checkDeadline : beginWriting, (line) =>
          // A write behind a pooler brings its limits along; a read or a notice locks nothing, and is given up here.
          isBare && (!line.way.isPooled || kindOf(strings) !== "write")
            ? runOn(line, strings, values)
            : transaction(attempt, line, (tx) => tx(strings, ...values)),
        );
      });
    return Object.assign(run, {
      transact: <T>(work: (tx: Sql) => Promise<T>) =>
        inTurn(own, (one) => {
          const attempt = { ...own, ...one };
          return use(attempt, beginWriting, (line) => transaction(attempt, line, work));
        }),
    });
  }

  async function transaction<T>(own: Attempt, line: UsedLine, work: (tx: Sql) => Promise<T>): Promise<T> {
    await line.askInTime(beginOf(limits, own, line.way.isPooled)).catch((error) => {
      throw error instanceof LineLost ? new NotBegun(error) : error;
    });
    const tx: Sql = (strings, ...values) => explained(() => runOn(line, strings, values));
    const sent: SentNotice[] = [];
    toNotify.set(tx, sent);
    try {
      const answer = await work(tx);
      await line.askInTime("commit");
      afterwards.notify(sent);
      return answer;
    } catch (error) {
      // A connection that cannot even do this is dropped, and the server rolls back by itself.
      await line.ask("rollback", ROLLBACK_MS).catch(() => undefined);
      throw error;
    }
  }

  async function session<T>(work: (ask: Sql) => Promise<T>): Promise<T> {
    return explained(() =>
      connections.use(limits.connectMs, async (ask, way) => {
        const patient = (query: Query) => ask(query, SESSION_MS);
        await patient("set statement_timeout = 0; set lock_timeout = 0");
        try {
          return await work((strings, ...values) =>
            explained(() => runOn({ askInTime: patient, ask, way }, strings, values)),
          );
        } finally {
          await patient(settingsOf(limits));
        }
      }),
    );
  }

  const db = statements({});
  const afterwards = openAfterwards(async (all) => {
    const sent = options.notifyElsewhere ? await options.notifyElsewhere(all) : all;
    if (sent.length === 0) return;
    await db`
      select pg_notify(notice, payload)
      from unnest(${sent.map(({ notice }) => notice)}::text[], ${sent.map(({ payload }) => payload)}::text[]) as sent (notice, payload)`;
  }, onUnsent);

  return Object.assign(db, {
    with: statements,
    session,
    groupMax: limits.groupMax,
    pool: connections.counts,
    usage: connections.usage,
    limitsHit: () => hits,
    hurry: connections.hurry,
    notify: (sent: SentNotice) => afterwards.notify([sent]),
    close: async () => {
      await afterwards.settled();
      await connections.close();
    },
  });
}

type Attempt = Try & Pick<WaitOptions, "seconds">;

// One transaction on one connection. What `work` throws rolls back; what it returns is committed. It may be run more than once.
export function inTransaction<T>(db: Statements, work: (tx: Sql) => Promise<T>): Promise<T> {
  return db.transact(work);
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

// What begins so and reads from somewhere changes nothing; anything else, a function of ours too, may write.
const READS = /^\s*select\b[\s\S]*\bfrom\b/;
const NOTICES = /\bpg_notify\(/;

type Kind = "read" | "notice" | "write";
const kinds = new WeakMap<TemplateStringsArray, Kind>();
function kindOf(strings: TemplateStringsArray): Kind {
  let kind = kinds.get(strings);
  if (kind === undefined) {
    const text = strings.join("");
    kind = !READS.test(text) ? "write" : NOTICES.test(text) ? "notice" : "read";
    kinds.set(strings, kind);
  }
  return kind;
}

type UsedLine = { readonly askInTime: (query: Query) => ReturnType<Ask>; readonly ask: Ask; readonly way: Way };

async function runOn<Row>(
  { askInTime, way }: UsedLine,
  strings: TemplateStringsArray,
  values: readonly unknown[],
): Promise<Row[]> {
  const statement = sqlTemplateTag(strings, ...(values as never[]));
  // Put together anew whenever it is asked for.
  const { text } = statement;
  const isScript = values.some((value) => value instanceof Fragment && scripts.has(value));
  const name = isScript || !way.keepsStatements ? undefined : nameOf(text);
  const query: Query = {
    ...(name === undefined ? {} : { name }),
    text,
    values: statement.values as unknown[],
    rowMode: "array",
  };
  const result = await traced(
    () => statementSpan(text),
    () => askInTime(query),
  );
  // A script of several statements answers with several results; nobody reads them.
  if (Array.isArray(result)) return [];
  const keys = result.fields.map((field) => camelCase(field.name));
  return result.rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < keys.length; i++) row[keys[i]!] = cells[i];
    return row as Row;
  });
}

// Lost races and held rows keep their code: they may still be won.
function explain(error: unknown): unknown {
  const code = codeOf(error);
  if (UNKEEPABLE.has(code)) return new UnkeepableText(error);
  return error instanceof LineLost || NOT_NOW.test(code) || isUnloggedOnStandby(error)
    ? new DatabaseAway(error)
    : error;
}

function lastWords(error: unknown): unknown {
  if (error instanceof RowHeld || codeOf(error) === LOCK_TIMEOUT) return new RowIsHeld(error);
  return LOST_RACE.has(codeOf(error)) || isStalePlan(error) ? new DatabaseAway(error) : error;
}

export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

// True when a write met a unique index: the other one of two racing writers has won.
export function isConflict(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23505" && (error as { constraint?: string }).constraint === constraint;
}

// The same text has the same name in every process: behind a pooler that keeps statements, others may have prepared it. Every text is
// one of ours; the cap only keeps a statement built from many fragments from filling the server's memory.
const NAMES_MAX = 500;
const NAME_LENGTH = 32;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX) return known;
  const name = `giao_${hash("sha256", text).slice(0, NAME_LENGTH)}`;
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
