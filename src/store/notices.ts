// Hears what other replicas tell through the database. Notices may be lost while the connection is away, so every
// listener is also called after each reconnect: it re-reads the truth and never trusts a notice's content.
import pg from "pg";
import type { Sql } from "./db.ts";

export type Notice = (typeof CHANNELS)[number];

const CHANNELS = [
  "giao_clock",
  "giao_catalogue",
  "giao_work",
  "giao_orders",
  "giao_offers",
  "giao_drivers",
  "giao_schema",
] as const;

export type Notices = {
  readonly on: (notice: Notice, listener: (payload: string) => void) => () => void;
  readonly close: () => Promise<void>;
};

const RECONNECT_MS = 1_000;
// `every` says that anything may have happened: the listener looks at everything it knows.
export const EVERYTHING = "";

export async function openNotices(url: string, onTrouble: (error: Error) => void): Promise<Notices> {
  const listeners = new Map<Notice, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: "giao notices", keepAlive: true });
    next.on("notification", ({ channel, payload }) => {
      for (const listener of listeners.get(channel as Notice) ?? []) listener(payload ?? EVERYTHING);
    });
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next, new Error("the notice connection ended")));
    await next.connect();
    for (const channel of CHANNELS) await next.query(`listen ${channel}`);
    client = next;
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

  await connect();
  return {
    on: (notice, listener) => {
      const set = listeners.get(notice) ?? new Set();
      listeners.set(notice, set.add(listener));
      return () => set.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

// Heard by every replica when the transaction commits, and not at all when it does not.
export async function tell(tx: Sql, notice: Notice, payload = ""): Promise<void> {
  await tx`select pg_notify(${notice}, ${payload})`;
}
