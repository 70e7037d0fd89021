// Hears what other replicas tell through the database. Notices may be lost while the connection is away, so every
// listener is also called after each reconnect: it re-reads the truth and never trusts a notice's content. Whoever only listens does
// not notice that nobody can speak any more, so the connection is asked for a sign of life every few seconds. The address must lead to
// PostgreSQL itself: a pooler that lends a server for a transaction lets nobody listen.
import pg from "pg";
import {
  EVERYTHING,
  keyOfPayload,
  type LiveNotice,
  type LiveNotices,
  openWanted,
  singly,
} from "../ports/live/live-notices.ts";
import { type DatabaseLimits, sessionOf, USUAL_LIMITS } from "./connections/limits.ts";
import { cutAfter } from "./connections/line-check.ts";
import { codeOf, notifyWhenCommitted, type Sql } from "./db.ts";

export type Notice = (typeof CHANNELS)[number];

const CHANNELS = [
  "giao_clock",
  "giao_catalogue",
  "giao_work",
  "giao_orders",
  "giao_held",
  "giao_offers",
  "giao_moves",
  "giao_drivers",
  "giao_messages",
  "giao_schema",
] as const satisfies readonly (LiveNotice | `giao_${string}`)[];

export type Notices = {
  readonly on: (notice: Notice, listener: (payload: string) => void) => () => void;
  // Everything is heard here, and what nobody wants is left out.
  readonly follow: LiveNotices["follow"];
  readonly close: () => Promise<void>;
};

const RECONNECT_MS = 1_000;
const BEAT_MS = 3_000;
const BEAT_MS_MAX = 2_000;
const CLOSE_MS = 500;
const NOTHING = (): void => undefined;
// A parameter at the start of the session that it does not know.
const POOLER_REFUSES = "08P01";
const NEEDS_DIRECT = "notices need a session of their own, which a pooler refuses: set DATABASE_DIRECT_URL";

export async function openNotices(
  url: string,
  onTrouble: (error: Error) => void,
  limits: DatabaseLimits = USUAL_LIMITS,
  name = "giao",
): Promise<Notices> {
  const listeners = new Map<Notice, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let opening: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(sessionOf(url, `${name} notices`, limits));
    opening = next;
    next.on("notification", ({ channel, payload }) => {
      for (const listener of listeners.get(channel as Notice) ?? []) listener(payload ?? EVERYTHING);
    });
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next, new Error("the notice connection ended")));
    try {
      await next.connect();
      await cutAfter(next, limits.connectMs, () =>
        next.query(CHANNELS.map((channel) => `listen ${channel}`).join("; ")),
      );
    } catch (error) {
      await leave(next);
      throw codeOf(error) === POOLER_REFUSES ? new Error(NEEDS_DIRECT, { cause: error }) : error;
    } finally {
      opening = undefined;
    }
    if (closed) await leave(next);
    else client = next;
  }

  function leave(left: pg.Client): Promise<void> {
    return cutAfter(left, CLOSE_MS, () => left.end());
  }

  function lose(lost: pg.Client, error: Error): void {
    if (closed || client !== lost) return;
    client = undefined;
    onTrouble(error);
    reconnectLater();
  }

  function reconnectLater(): void {
    retry = setTimeout(async () => {
      try {
        await connect();
        for (const set of listeners.values()) for (const listener of set) listener(EVERYTHING);
      } catch (error) {
        onTrouble(error instanceof Error ? error : new Error(String(error)));
        if (!closed) reconnectLater();
      }
    }, RECONNECT_MS);
  }

  // A server that became another's standby hears nothing that the new one is told.
  async function beat(): Promise<void> {
    const asked = client;
    if (!asked) return;
    try {
      const { rows } = await cutAfter(asked, BEAT_MS_MAX, () =>
        asked.query<{ standby: boolean }>("select pg_is_in_recovery() as standby"),
      );
      if (rows[0]?.standby) asked.connection.stream.destroy();
    } catch (error) {
      lose(asked, error instanceof Error ? error : new Error(String(error)));
      asked.connection.stream.destroy();
    }
  }

  function on(notice: Notice, listener: (payload: string) => void): () => void {
    const set = listeners.get(notice) ?? new Set();
    listeners.set(notice, set.add(listener));
    return () => set.delete(listener);
  }

  await connect();
  const beating = setInterval(() => void beat(), BEAT_MS);
  beating.unref();
  return {
    on,
    follow: (notice, listener) => {
      const wanted = openWanted(NOTHING, NOTHING);
      const stop = on(notice, (payload) => {
        for (const one of singly(notice, payload))
          if (one === EVERYTHING || wanted.has(keyOfPayload(one))) listener(one);
      });
      return { ...wanted, stop };
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      clearInterval(beating);
      opening?.connection.stream.destroy();
      if (client) await leave(client);
    },
  };
}

// Heard by every replica soon after the transaction was committed, and not at all when it was not.
export function notifyAfterwards(tx: Sql, notice: Notice, payload: string): void {
  notifyWhenCommitted(tx, { notice, payload });
}

// The same as part of the commit, which then waits for every other that has something to tell: for what is seldom and locks
// nothing that others need.
export async function notifyWithCommit(tx: Sql, notice: Notice, payload = ""): Promise<void> {
  await tx`select pg_notify(${notice}, ${payload})`;
}

// A notice holds 8,000 bytes, a phone and its comma 12.
const PHONES_PER_NOTICE = 600;

// How phones are told: as few payloads as hold them all.
export function phonesOfNotices(given: readonly string[]): readonly string[] {
  const phones = [...new Set(given)];
  const count = Math.ceil(phones.length / PHONES_PER_NOTICE);
  return Array.from({ length: count }, (_, at) =>
    phones.slice(at * PHONES_PER_NOTICE, (at + 1) * PHONES_PER_NOTICE).join(","),
  );
}
