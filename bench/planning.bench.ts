// Routes planned for public problems, against the best results that are known; time is of the processor, so a busy neighbour changes nothing.
//   npm run bench -- planning            ten problems      PLANNING_ALL=yes (all), PLANNING_SECONDS (5), PLANNING_DATA, SEED
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { checkPlan } from "../src/domain/planning/check-plan.ts";
import { planRoutes } from "../src/domain/planning/plan-routes.ts";
import type { Problem } from "../src/domain/planning/problem.ts";
import { say } from "./load-world.ts";
import { type Named, readSet } from "./planning-sets.ts";

const DATA = process.env.PLANNING_DATA ?? "../shared/data/planning";
const SECONDS = Number(process.env.PLANNING_SECONDS ?? 5);
const SEED = Number(process.env.SEED ?? 1);
const FEW = 5;

type Seen = { readonly vehicles: number; readonly gap: number; readonly rounds: number };

if (!existsSync(DATA)) say(`SKIPPED: there are no public problems at ${DATA} (PLANNING_DATA)`);
else for (const set of ["li-lim-100", "solomon"]) measureSet(set);

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
  const spent = (done: number): number => {
    rounds = done;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6 / SECONDS;
  };
  const plan = planRoutes(problem, { seed: SEED, fewestVehicles: true, spent });
  return { plan, rounds };
}
