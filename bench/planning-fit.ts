// "Can this be fitted in?" as an estimate or a create asks it: on a plan's picture in memory, and through PostgreSQL by ten at once while the plan is
// made anew every second.
import { rmSync } from "node:fs";
import { CITY_SEEDS } from "../src/domain/catalogue/seed/city-outlines.ts";
import { SERVICE_SEEDS } from "../src/domain/catalogue/seed/services.ts";
import { seededChance } from "../src/domain/chance.ts";
import { book } from "../src/domain/rolling-plan/booking.ts";
import type { PlanPicture } from "../src/domain/rolling-plan/plan-picture.ts";
import { IMMEDIATE } from "../src/domain/rolling-plan/terms.ts";
import { bookWindow, openPlanPictures, parcelOf } from "../src/operations/rolling-plan/book-window.ts";
import { realClock, startStopwatch } from "../src/ports/clock.ts";
import { openDatabase } from "../src/store/db.ts";
import { savePicture } from "../src/store/dispatch/slot-places.ts";
import { findPostgres, startCluster } from "../test/harness/postgres-pair.ts";
import { prepareTemplate } from "../test/harness/template.ts";
import { say, share } from "./load-world.ts";

const MS_MAX = 20;
const ASKED = 2_000;
const WARM_UP = 200;
const AT_ONCE = 10;
const PLANS_EVERY_MS = 1_000;
// The picture's second 0 is this moment.
const NOW = new Date(60_000);
const REACH = 0.05;

const city = CITY_SEEDS.find(({ id }) => id === "SGN")!;
const seeded = SERVICE_SEEDS.find(({ id }) => id === "SGN-2H")!;
const planning = { ...IMMEDIATE, mode: "rolling" as const, withinMinutes: 480, horizonMinutes: 600 };
const service = { ...seeded, bundleMax: 20, planning };

export async function measureFit(picture: PlanPicture, seed: number): Promise<void> {
  const stops = picture.drivers.reduce((sum, driver) => sum + driver.stops.length, 0);
  const chance = seededChance(seed);
  const near = () => ({ lat: 10.7769 + (chance() - 0.5) * REACH, lng: 106.7009 + (chance() - 0.5) * REACH, cod: 0 });
  const wish = { slot: null, deliverBy: null };
  const parcel = () => parcelOf(service, [near(), near()], 0, { wish, at: NOW, readyAt: null, packages: [] });
  const facts = { planning, service, timeZone: city.timeZone, now: NOW, taken: new Map(), fleet: picture };
  const alone: number[] = [];
  const onTheWall: number[] = [];
  for (let asked = 0; asked < WARM_UP + ASKED; asked++) {
    const asking = parcel();
    const watch = startStopwatch();
    const before = process.threadCpuUsage();
    book(facts, asking);
    const { user, system } = process.threadCpuUsage(before);
    if (asked < WARM_UP) continue;
    alone.push((user + system) / 1_000);
    onTheWall.push(watch.elapsedMs());
  }
  tell(
    `can this be fitted in, ${picture.drivers.length} drivers with ${stops} stops, ${ASKED} asked, of a processor`,
    alone,
  );
  tell("  the same on the wall, with whatever else this machine does", onTheWall);
  if (findPostgres() === undefined) {
    say("  SKIPPED: there is no PostgreSQL here to ask through");
    return;
  }
  const cluster = await startCluster({ settings: {} });
  try {
    await prepareTemplate(cluster.url);
    const db = openDatabase(cluster.url);
    try {
      const pictures = openPlanPictures(db, { ...realClock, now: () => NOW });
      const which = { cityId: city.id, vehicle: service.vehicle };
      let plans = 0;
      const replan = () => savePicture(db, which, new Date(NOW.getTime() + ++plans), picture);
      await replan();
      const timer = setInterval(() => void replan(), PLANS_EVERY_MS);
      const through: number[] = [];
      const ask = async (): Promise<void> => {
        while (through.length < ASKED) {
          const asking = parcel();
          const watch = startStopwatch();
          await bookWindow(pictures, service, city, asking, NOW);
          through.push(watch.elapsedMs());
        }
      };
      const before = process.cpuUsage();
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      const { user, system } = process.cpuUsage(before);
      clearInterval(timer);
      tell(`  through PostgreSQL, ${AT_ONCE} at once, ${plans} plans meanwhile, on the wall`, through);
      say(`    ${((user + system) / 1_000 / ASKED).toFixed(1)} ms of a processor each, new pictures included`);
    } finally {
      await db.close();
    }
  } finally {
    await cluster.stop();
    rmSync(cluster.folder, { recursive: true, force: true });
  }
}

function tell(what: string, took: readonly number[]): void {
  const sorted = took.toSorted((a, b) => a - b);
  const p99 = share(sorted, 0.99);
  say(
    `${what}: p50 ${share(sorted, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${MS_MAX} allowed: ` +
      `${p99 <= MS_MAX ? "held" : "NOT HELD"}), at most ${sorted.at(-1)!.toFixed(1)} ms`,
  );
}
