// What PostgreSQL does for this process and how it is doing itself: time by statement and by partner, waits for locks, sizes of tables and how
// far standbys are behind.
import { Gauge, type Registry } from "prom-client";
import { sharedInFlight } from "../../ports/flow/in-flight.ts";
import type { LivePlane } from "../../ports/live/live-plane.ts";
import type { Usage } from "../../store/connections/usage.ts";
import type { ServerFigures } from "../../store/server-figures.ts";
import type { Standbys } from "../../store/standbys.ts";
import { measureCounts } from "../base/measures.ts";

export function measureDatabase(
  registry: Registry,
  usage: Usage,
  figures: () => Promise<ServerFigures | undefined>,
  onTrouble: (error: unknown) => void,
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
  measureServer(registry, figures, onTrouble);
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
    new Gauge({
      name,
      help,
      labelNames: ["standby"],
      aggregator: "max",
      registers: [registry],
      collect() {
        this.reset();
        for (const state of states()) {
          const amount = read(state);
          if (amount !== null) this.set({ standby: state.name }, amount);
        }
      },
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
function measureServer(
  registry: Registry,
  figures: () => Promise<ServerFigures | undefined>,
  onTrouble: (error: unknown) => void,
): void {
  const shared = sharedInFlight<ServerFigures | undefined>();
  // All of them are read at once, and ask once.
  const ask = () => shared(() => figures().catch((error: unknown) => void onTrouble(error)));
  const gauge = (name: string, help: string, label: string, read: (found: ServerFigures) => Figures): void => {
    new Gauge({
      name,
      help,
      labelNames: label === "" ? [] : [label],
      aggregator: "max",
      registers: [registry],
      async collect() {
        const found = await ask();
        this.reset();
        // Without a label a reset leaves a 0, which would be told by everybody.
        if (!found && label === "") this.remove();
        for (const [whose, amount] of found ? read(found) : [])
          this.set(label === "" ? {} : { [label]: whose }, amount);
      },
    });
  };
  const waits = "Sessions that wait for a lock that somebody else has.";
  gauge("giao_database_lock_waits", waits, "", ({ lockWaits }) => [["", lockWaits]]);
  const longest = "How long the longest of those that wait for a lock has waited.";
  gauge("giao_database_lock_wait_seconds", longest, "", ({ lockWaitSeconds }) => [["", lockWaitSeconds]]);
  const size = "Size of a table with its indexes and long texts.";
  gauge("giao_database_table_bytes", size, "table", ({ tables }) => tables.map(({ name, bytes }) => [name, bytes]));
  const dead = "Rows of a table that wait to be cleaned up.";
  gauge("giao_database_table_dead_rows", dead, "table", ({ tables }) =>
    tables.map(({ name, deadRows }) => [name, deadRows]),
  );
  const lag = "How much of the log a standby has not replayed.";
  gauge("giao_database_replication_lag_bytes", lag, "standby", ({ standbys }) =>
    standbys.map(({ name, lagBytes }) => [name, lagBytes]),
  );
}

type Figures = readonly (readonly [whose: string, amount: number])[];

// How the live plane (LIVE_URL) does, as this process sees it.
export function measureLive(registry: Registry, { state, figures }: Pick<LivePlane, "state" | "figures">): void {
  new Gauge({
    name: "giao_live_up",
    help: "1 while the live plane answers this process and is heard by it, 0 while the database stands in for it.",
    aggregator: "min",
    registers: [registry],
    collect() {
      this.set(state().isUp ? 1 : 0);
    },
  });
  const counts = (name: string, help: string, label: string, which: keyof ReturnType<typeof figures>) =>
    measureCounts(registry, name, help, label, () => figures()[which]);
  counts("giao_live_told_total", "Notices that this process told through the live plane.", "notice", "told");
  counts("giao_live_heard_total", "Notices that this process heard through the live plane.", "notice", "heard");
  counts("giao_live_failures_total", "What the live plane could not do for this process.", "what", "failed");
}
