// How long anything may wait for the database, and how a session is told so: the one place that speaks to the server about it. Behind a
// pooler (pooler.ts), where a session is nobody's, every transaction that writes is told instead.
import type pg from "pg";

export type DatabaseLimits = {
  // Connections of one process; its notices have one more.
  readonly poolMax: number;
  // For a connection, from the pool or new.
  readonly connectMs: number;
  // For a statement or a whole transaction, counted here: it also ends when the server's host has died.
  readonly queryMs: number;
  // For a statement, counted by the server.
  readonly statementMs: number;
  // For a row that somebody else has locked.
  readonly lockMs: number;
  // For a process that has begun a transaction and says nothing more: then the server ends its session and frees its rows.
  readonly idleTransactionMs: number;
  // Orders, or steps of orders, that are saved in one transaction when they come together; 1: each by itself.
  readonly groupMax: number;
};

export const USUAL_LIMITS: DatabaseLimits = {
  poolMax: 10,
  connectMs: 5_000,
  queryMs: 8_000,
  statementMs: 7_000,
  lockMs: 3_000,
  idleTransactionMs: 5_000,
  groupMax: 64,
};

// What a transaction that takes its time is allowed instead: a migration, a check of the whole ledger.
export type OwnLimits = { readonly seconds: number };

// A call waits this long for a row with a connection of the pool's; after that it is one of few that may (turns.ts).
function firstLockMs(limits: DatabaseLimits): number {
  return Math.ceil(limits.lockMs / 15);
}

// Our pool closes what is idle for 10 s. A session that is idle for longer than this lost its client without a word, and would
// count against the server's connections for hours.
const ORPHAN_SECONDS = 120;
// The kernel asks a quiet peer after so long whether it is still there.
const KEEP_ALIVE_MS = 10_000;

// A session that is told nothing: what stands at the address may refuse to hear it.
export function bareSessionOf(url: string, name: string, limits: DatabaseLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

export function sessionOf(url: string, name: string, limits: DatabaseLimits): pg.ClientConfig {
  const { idle_session_timeout, jit, random_page_cost, ...known } = sessionSettings(limits);
  // An address may have options of its own, which stand in place of these.
  const options = `-c idle_session_timeout=${idle_session_timeout} -c jit=${jit} -c random_page_cost=${random_page_cost}`;
  return { ...bareSessionOf(url, name, limits), ...known, options };
}

// The same, told to a session that is there.
export function settingsOf(limits: DatabaseLimits): string {
  return setAll("set", sessionSettings(limits));
}

function sessionSettings(limits: DatabaseLimits) {
  return { ...transactionSettings(limits), idle_session_timeout: ORPHAN_SECONDS * 1000 };
}

function transactionSettings(limits: DatabaseLimits) {
  return {
    statement_timeout: limits.statementMs,
    lock_timeout: firstLockMs(limits),
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    // Short statements by key: compiling one, because its cost was guessed too high, takes longer than running it.
    jit: "off",
    // What is read by key lies in memory or on a disk without arms. By the server's default a plan made while a table was small reads all of
    // it, and is kept until somebody analyses the table.
    random_page_cost: 1.1,
  };
}

// How a transaction begins: with all its limits where the session knows none, else with those that are its own. `lockMs`: it waits
// for rows as long as it may.
export function beginOf(
  limits: DatabaseLimits,
  { seconds, lockMs }: Partial<OwnLimits> & { readonly lockMs: number | undefined },
  isPooled: boolean,
): string {
  const ms = seconds === undefined ? undefined : Math.ceil(seconds * 1000);
  const settings = {
    ...(isPooled ? transactionSettings(limits) : {}),
    ...(lockMs === undefined ? {} : { lock_timeout: Math.ceil(lockMs) }),
    ...(ms === undefined ? {} : { statement_timeout: ms, lock_timeout: ms, idle_in_transaction_session_timeout: ms }),
  };
  return ["begin", setAll("set local", settings)].filter(Boolean).join("; ");
}

type Settings = Readonly<Record<string, number | string>>;

function setAll(how: "set" | "set local", settings: Settings): string {
  return Object.entries(settings)
    .map(([setting, given]) => `${how} ${setting} = ${given}`)
    .join("; ");
}
