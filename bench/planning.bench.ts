// Routes planned for public problems, against the best results that are known; time is of the processor, so a busy neighbour changes nothing.
//   npm run bench -- planning            ten problems      PLANNING_FEW (5 of each set), PLANNING_ALL=yes, PLANNING_SECONDS (5), PLANNING_SETS,
//                                                          PLANNING_DATA, SEED
// Then a first plan for 1,000 parcels and 60 drivers, and days of parcels under each way of dispatch, PLANNING_DAYS (2) seeds from SEED on.
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { crowTravel } from "../src/domain/matching/travel.ts";
import { checkPlan } from "../src/domain/planning/check-plan.ts";
import { planRoutes } from "../src/domain/planning/plan-routes.ts";
import type { Problem } from "../src/domain/planning/problem.ts";
import { cityProblem } from "../src/domain/rolling-plan/city-problem.ts";
import { HUB_DAY, hubDay } from "../src/domain/simulation/hub-day.ts";
import {
  PARCEL_SERVICES,
  PARCEL_WAYS,
  type ParcelService,
  runParcelDay,
} from "../src/domain/simulation/planned-day.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, placesOf } from "../src/domain/simulation/world.ts";
import { say } from "./load-world.ts";
import { type Named, readSet } from "./planning-sets.ts";

const DATA = process.env.PLANNING_DATA ?? "../shared/data/planning";
const SECONDS = Number(process.env.PLANNING_SECONDS ?? 5);
const SETS = process.env.PLANNING_SETS ?? "li-lim-100,solomon";
const SEED = Number(process.env.SEED ?? 1);
const FEW = Number(process.env.PLANNING_FEW ?? 5);

type Seen = { readonly vehicles: number; readonly gap: number; readonly rounds: number };

const DAYS = Number(process.env.PLANNING_DAYS ?? 2);

if (!existsSync(DATA)) say(`SKIPPED: there are no public problems at ${DATA} (PLANNING_DATA)`);
else for (const set of SETS.split(",")) measureSet(set);

measureFirstPlan(1_000, 60);
for (const service of PARCEL_SERVICES) measureDays(service);

// Until everything is placed, and what searching on is worth.
function measureFirstPlan(parcels: number, drivers: number): void {
  const day = hubDay({ ...HUB_DAY, parcels, drivers, hubs: 12, center: { lat: 10.7769, lng: 106.7009 } }, SEED);
  const { places, numberOf } = placesOf(day);
  const travel = crowTravel(places, 6, 1.4);
  const world = buildWorld(day, { places, numberOf }, travel, { ...DAY_SETTINGS, bundleMax: 20 }, asPlanned(travel));
  const last = 10 * 3_600;
  const orders = world.orders.map((order) => ({
    ...order,
    dueAt: last,
    isPlanned: true,
    releaseAt: order.readyAt,
    isWave: false,
    leadSeconds: 900,
  }));
  const fleet = world.drivers.map(({ id, point }) => ({
    id,
    point,
    freeAt: 0,
    offAt: last,
    onBoard: [],
    visits: [],
    vehicle: "BIKE" as const,
    walletFree: Infinity,
    rating: undefined,
    hasOpenOffer: false,
  }));
  const before = process.cpuUsage();
  const spentSeconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const { problem } = cityProblem({ now: 0, orders, drivers: fleet, travel, inForce: new Map() });
  const told: string[] = [];
  let nextAt = 0;
  let first: number | undefined;
  const plan = planRoutes(problem, {
    seed: SEED,
    spent: () => (spentSeconds() - (first ?? 0)) / SECONDS,
    onBetter: ({ cost, unplanned }) => {
      first ??= spentSeconds();
      if (spentSeconds() < nextAt) return;
      nextAt = spentSeconds() + 1;
      told.push(
        `${spentSeconds().toFixed(1)} s ${Math.round(cost / 1_000)}${unplanned.length ? ` (${unplanned.length} out)` : ""}`,
      );
    },
  });
  const [fault] = checkPlan(problem, plan);
  if (fault) throw new Error(JSON.stringify(fault));
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  say(
    `${parcels} parcels, ${drivers} drivers: first plan after ${first?.toFixed(1)} s of a processor, ${megabytes} MB`,
  );
  say(`  cost by time: ${told.join(", ")}, in the end ${Math.round(plan.cost / 1_000)}`);
}

function measureDays(service: ParcelService): void {
  const seeds = Array.from({ length: DAYS }, (_, at) => SEED + at);
  say(`${service.groupId}: 180 parcels from three hubs over four hours, 24 drivers, SEED=${seeds.join()}`);
  for (const seed of seeds) {
    for (const way of PARCEL_WAYS) {
      const { kilometersPerParcel, driverHours, inWindowPercent, undelivered } = runParcelDay(service, way, seed);
      say(
        `  ${seed} ${way.padEnd(8)} ${kilometersPerParcel.toFixed(2)} km a parcel  ${driverHours.toFixed(1)} driver hours  ` +
          `${inWindowPercent.toFixed(1)} % in window  ${undelivered} undelivered`,
      );
    }
  }
}

function measureSet(set: string): void {
  const files = globSync(join(DATA, set, "*.txt")).sort();
  const chosen = process.env.PLANNING_ALL
    ? files
    : files.filter((_, at) => at % Math.ceil(files.length / FEW) === 0).slice(0, FEW);
  say(`${set}: ${chosen.length} of ${files.length} problems, ${SECONDS} s of a processor each, SEED=${SEED}`);
  const problems = readSet(DATA, set, chosen);
  const seen = problems.map((named) => measure(named));
  const right = seen.filter(({ vehicles }, at) => vehicles <= problems[at]!.best.vehicles);
  const gap = right.reduce((sum, { gap }) => sum + gap, 0) / right.length;
  say(
    `  as few vehicles as are known: ${right.length} of ${seen.length}; distance of those ${gap.toFixed(2)} % over the best known`,
  );
}

function measure({ name, problem, best }: Named): Seen {
  const { plan, rounds } = search(problem);
  const faults = checkPlan(problem, plan);
  if (faults.length > 0) throw new Error(`${name}: ${JSON.stringify(faults[0])}`);
  const vehicles = plan.routes.filter((route) => route.length > 0).length;
  const gap = (plan.cost / best.distance - 1) * 100;
  const more = vehicles - best.vehicles;
  const note = more === 0 ? "" : `  ${more > 0 ? "+" : ""}${more} vehicles`;
  say(
    `  ${name.padEnd(8)} ${vehicles} vehicles  ${plan.cost.toFixed(2).padStart(8)}  ${gap.toFixed(2).padStart(6)} %  ${rounds} rounds${note}`,
  );
  return { vehicles, gap, rounds };
}

function search(problem: Problem) {
  const before = process.cpuUsage();
  let rounds = 0;
  let share = 0;
  const spent = (done: number): number => {
    rounds = done;
    // Asking the system each time would take a tenth of what is measured.
    if (Math.floor(done / 32) % 8 > 0) return share;
    const { user, system } = process.cpuUsage(before);
    share = (user + system) / 1e6 / SECONDS;
    return share;
  };
  const plan = planRoutes(problem, { seed: SEED, fewestVehicles: true, spent });
  return { plan, rounds };
}
