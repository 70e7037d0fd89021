// How long anything may wait for the database, and how a session is told so: the one place that speaks to the server about it. What
// stands between the program and PostgreSQL (a pooler that refuses parameters at the start of a session) is met here too.
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
};

export const USUAL_LIMITS: DatabaseLimits = {
  poolMax: 10,
  connectMs: 5_000,
  queryMs: 8_000,
  statementMs: 7_000,
  lockMs: 3_000,
  idleTransactionMs: 5_000,
};

// What a transaction that takes its time is allowed instead: a migration, a check of the whole ledger.
export type OwnLimits = { readonly seconds: number };

// A call waits this long for a row with a connection of the pool's; after that it is one of few that may (turns.ts).
export function firstLockMs(limits: DatabaseLimits): number {
  return Math.ceil(limits.lockMs / 15);
}

// Our pool closes what is idle for 10 s. A session that is idle for longer than this lost its client without a word, and would
// count against the server's connections for hours.
const ORPHAN_SECONDS = 120;
// The kernel asks a quiet peer after so long whether it is still there.
const KEEP_ALIVE_MS = 10_000;

export function sessionOf(url: string, name: string, limits: DatabaseLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: firstLockMs(limits),
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    // Short statements by key: compiling one, because its cost was guessed too high, takes longer than running it.
    options: `-c idle_session_timeout=${ORPHAN_SECONDS}s -c jit=off`,
  };
}

// How a transaction begins that waits for rows as long as it may.
export function beginPatiently(lockMs: number): string {
  return `begin; set local lock_timeout = ${Math.ceil(lockMs)}`;
}

// How one begins that has limits of its own.
export function beginAtLeisure({ seconds }: OwnLimits): string {
  const ms = Math.ceil(seconds * 1000);
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  return ["begin", ...names.map((name) => `set local ${name} = ${ms}`)].join("; ");
}
