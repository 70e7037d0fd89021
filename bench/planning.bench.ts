// Routes planned for public problems, against the best results that are known; time is of the processor, so a busy neighbour changes nothing.
//   npm run bench -- planning            ten problems      PLANNING_FEW (5 of each set), PLANNING_ALL=yes, PLANNING_SECONDS (5), PLANNING_SETS,
//                                                          PLANNING_DATA, SEED
// Then a first plan for 1,000 parcels and 60 drivers on the roads of a city with what searching on is worth, PLANNING_CITY_SECONDS (10), how long it takes to
// say whether one more fits in, and days of parcels under each way of dispatch, PLANNING_DAYS (2) seeds from SEED on. PLANNING_ONLY=sets, city or days
// runs one of the three.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkPlan } from "../src/domain/planning/check-plan.ts";
import { planRoutes } from "../src/domain/planning/plan-routes.ts";
import type { Problem } from "../src/domain/planning/problem.ts";
import {
  PARCEL_SERVICES,
  PARCEL_WAYS,
  type ParcelService,
  runParcelDay,
} from "../src/domain/simulation/planned-day.ts";
import { say } from "./load-world.ts";
import type { CityAsked } from "./planning-city.ts";
import { measureFit } from "./planning-fit.ts";
import { type Named, readSet } from "./planning-sets.ts";
import { buildRouteMap } from "./route-map.ts";

const DATA = process.env.PLANNING_DATA ?? "../shared/data/planning";
const SECONDS = Number(process.env.PLANNING_SECONDS ?? 5);
const SETS = process.env.PLANNING_SETS ?? "li-lim-100,solomon";
const SEED = Number(process.env.SEED ?? 1);
const FEW = Number(process.env.PLANNING_FEW ?? 5);

type Seen = { readonly vehicles: number; readonly gap: number; readonly rounds: number };

const DAYS = Number(process.env.PLANNING_DAYS ?? 2);

const CITY_SECONDS = Number(process.env.PLANNING_CITY_SECONDS ?? 10);
const ONLY = process.env.PLANNING_ONLY;
if (ONLY && !["sets", "city", "days"].includes(ONLY))
  throw new Error(`PLANNING_ONLY is sets, city or days, not ${ONLY}`);

if (!ONLY || ONLY === "sets") {
  if (!existsSync(DATA)) say(`SKIPPED: there are no public problems at ${DATA} (PLANNING_DATA)`);
  else for (const set of SETS.split(",")) measureSet(set);
}
if (!ONLY || ONLY === "city") await measureFirstPlan(1_000, 60);
if (!ONLY || ONLY === "days") for (const service of PARCEL_SERVICES) measureDays(service);

// On the roads of Hồ Chí Minh City, in a process of its own: what it takes of memory is the planner's.
async function measureFirstPlan(parcels: number, drivers: number): Promise<void> {
  const { name, snapshotFile } = await buildRouteMap("bike");
  const folder = dirname(snapshotFile);
  const pictureFile = join(folder, "picture.json");
  try {
    say(`a first plan on the roads of ${name}:`);
    const asked: CityAsked = { snapshotFile, pictureFile, parcels, drivers, seconds: CITY_SECONDS, seed: SEED };
    execFileSync(process.execPath, ["bench/planning-city.ts", JSON.stringify(asked)], { stdio: "inherit" });
    await measureFit(JSON.parse(readFileSync(pictureFile, "utf8")), SEED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
