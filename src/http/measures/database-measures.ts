// What PostgreSQL does for this process and how it is doing itself: time by statement and by partner, waits for locks, sizes of tables and how
// far standbys are behind.
import { Gauge, type Registry } from "prom-client";
import type { LivePlane } from "../../ports/live/live-plane.ts";
import type { Usage } from "../../store/connections/usage.ts";
import type { ServerFigures } from "../../store/server-figures.ts";
import type { Standbys } from "../../store/standbys.ts";
import { measure, measureCounts, type Samples } from "../base/measures.ts";

export function measureDatabase(
  registry: Registry,
  usage: Usage,
  figures: () => Promise<ServerFigures | undefined>,
): void {
  const byStatement = (read: "count" | "seconds") => () =>
    Object.fromEntries([...usage.statements].map(([name, use]) => [name, use[read]]));
  measureCounts(
    registry,
    "giao_database_statements_total",
    "Statements, by what they do to which table or which function of the schema they call.",
    "statement",
    byStatement("count"),
  );
  measureCounts(
    registry,
    "giao_database_statement_seconds_total",
    "Time that statements were waited for.",
    "statement",
    byStatement("seconds"),
  );
  measureCounts(
    registry,
    "giao_database_held_seconds_total",
    "Time that connections of the pool were held, by the partner they were held for.",
    "partner",
    () => Object.fromEntries(usage.held),
  );
  measureServer(registry, figures);
}

// As this process sees the standbys it reads at.
export function measureStandbys(registry: Registry, { states, counts }: Standbys): void {
  measureCounts(
    registry,
    "giao_database_reads_total",
    "Reads that a standby may answer, by who answered; empty without DATABASE_READ_URL.",
    "at",
    () => (states().length === 0 ? {} : counts()),
  );
  const gauge = (name: string, help: string, read: (state: ReturnType<Standbys["states"]>[number]) => number | null) =>
    measure(registry, Gauge, name, {
      help,
      labels: ["standby"],
      aggregator: "max",
      read: () =>
        states().flatMap((state) => {
          const amount = read(state);
          return amount === null ? [] : [[{ standby: state.name }, amount] as const];
        }),
    });
  const used = "1 while a standby answers reads; 0 while the primary does in its place.";
  gauge("giao_database_standby_used", used, ({ isUsed }) => (isUsed ? 1 : 0));
  const bytes =
    "How much of the primary's log a standby that is read at has not replayed; missing while it does not answer.";
  gauge("giao_database_standby_lag_bytes", bytes, ({ lagBytes }) => lagBytes);
  const seconds = "How old the last change is that it has replayed, where it has not replayed all.";
  gauge("giao_database_standby_lag_seconds", seconds, ({ lagSeconds }) => lagSeconds);
}

// Of the server as a whole, told by one process. Where it cannot be asked these measures are missing, and all others are there.
function measureServer(registry: Registry, figures: () => Promise<ServerFigures | undefined>): void {
  const gauge = (name: string, help: string, labels: string[], read: (found: ServerFigures) => Samples): void =>
    measure(registry, Gauge, `giao_database_${name}`, {
      help,
      labels,
      aggregator: "max",
      read: async () => {
        const found = await figures();
        return found && read(found);
      },
    });
  const waits = "Sessions that wait for a lock that somebody else has.";
  gauge("lock_waits", waits, [], ({ lockWaits }) => [[{}, lockWaits]]);
  const longest = "How long the longest of those that wait for a lock has waited.";
  gauge("lock_wait_seconds", longest, [], ({ lockWaitSeconds }) => [[{}, lockWaitSeconds]]);
  gauge("table_bytes", "Size of a table with its indexes and long texts.", ["table"], ({ tables }) =>
    tables.map(({ name, bytes }) => [{ table: name }, bytes]),
  );
  gauge("table_dead_rows", "Rows of a table that wait to be cleaned up.", ["table"], ({ tables }) =>
    tables.map(({ name, deadRows }) => [{ table: name }, deadRows]),
  );
  gauge("replication_lag_bytes", "How much of the log a standby has not replayed.", ["standby"], ({ standbys }) =>
    standbys.map(({ name, lagBytes }) => [{ standby: name }, lagBytes]),
  );
}

// How the live plane (LIVE_URL) does, as this process sees it.
export function measureLive(registry: Registry, { state, figures }: Pick<LivePlane, "state" | "figures">): void {
  measure(registry, Gauge, "giao_live_up", {
    help: "1 while the live plane answers this process and is heard by it, 0 while the database stands in for it.",
    aggregator: "min",
    read: () => [[{}, state().isUp ? 1 : 0]],
  });
  const counts = (name: string, help: string, label: string, which: keyof ReturnType<typeof figures>) =>
    measureCounts(registry, name, help, label, () => figures()[which]);
  counts("giao_live_told_total", "Notices that this process told through the live plane.", "notice", "told");
  counts("giao_live_heard_total", "Notices that this process heard through the live plane.", "notice", "heard");
  counts("giao_live_failures_total", "What the live plane could not do for this process.", "what", "failed");
}
