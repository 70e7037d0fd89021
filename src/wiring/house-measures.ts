// What a process tells the operator's monitoring of its house: dispatch, callbacks, messages, the database, standbys, the live plane and its loops.
import { secondsAfter } from "../domain/accounts/token-life.ts";
import { measureDispatch, measureLed } from "../http/base/dispatch-measures.ts";
import { type Measures, measureAlerts, measureCounts, measureMessages } from "../http/base/measures.ts";
import { measureCallbacks } from "../http/measures/callback-measures.ts";
import { measureDatabase, measureLive, measureStandbys } from "../http/measures/database-measures.ts";
import { sharedInFlight } from "../ports/flow/in-flight.ts";
import { countAlerts } from "../store/alerts/alert-messages.ts";
import { listBacklogs, readQueueFigures } from "../store/callbacks/queue.ts";
import { findTeller } from "../store/console/processes.ts";
import { listWaitingLed } from "../store/dispatch/leases.ts";
import { countMessages } from "../store/recipient-messages.ts";
import { openServerFigures } from "../store/server-figures.ts";
import type { House } from "./house.ts";

// A scrape must not wait for a database that does not answer.
const MEASURE_SECONDS_MAX = 2;

export function openHouseMeasures(
  { db, standbys, live, clock, log, rounds, cityFigures, processName }: House,
  registry: Measures["registry"],
): void {
  measureDispatch(registry, cityFigures.all, clock);
  const queue = db.with({ seconds: MEASURE_SECONDS_MAX });
  const whoTells = sharedInFlight<string | undefined>();
  // What is the same for all processes is told by one of them: a sum over all is then right. All measures of one answer are read at once, and ask
  // once; where there is none they are missing, and all others are there.
  const byOneProcess = <T>(what: string, read: () => Promise<T>): (() => Promise<T | undefined>) => {
    const shared = sharedInFlight<T | undefined>();
    const ask = async () => ((await whoTells(() => findTeller(queue))) === processName ? read() : undefined);
    return () =>
      shared(() => ask().catch((error: unknown) => void log.warn({ err: error }, `measures go without ${what}`)));
  };
  measureCallbacks(
    registry,
    byOneProcess("the callbacks that wait", async () => ({
      ...(await readQueueFigures(queue, undefined)),
      backlogs: await listBacklogs(queue),
    })),
    clock,
  );
  measureLed(
    registry,
    byOneProcess("who leads which city", () => listWaitingLed(queue)),
  );
  measureMessages(
    registry,
    byOneProcess("the messages to recipients", () => countMessages(queue, secondsAfter(clock.now(), -86_400))),
  );
  measureAlerts(
    registry,
    byOneProcess("what alert rules tell", () => countAlerts(queue, secondsAfter(clock.now(), -86_400))),
  );
  measureDatabase(registry, db.usage, byOneProcess("the database server's", openServerFigures(queue)));
  measureStandbys(registry, standbys);
  if (live.plane) measureLive(registry, live.plane);
  measureCounts(
    registry,
    "giao_database_limits_hit_total",
    "Waits for the database that took too long, by what was waited for.",
    "wait",
    db.limitsHit,
  );
  for (const outcome of ["done", "failed", "hung"] as const) {
    measureCounts(
      registry,
      `giao_loop_rounds_${outcome}_total`,
      `Rounds of the loops that nobody calls for: ${outcome}.`,
      "loop",
      () => Object.fromEntries(Object.entries(rounds.counts()).map(([loop, counts]) => [loop, counts[outcome]])),
    );
  }
}
