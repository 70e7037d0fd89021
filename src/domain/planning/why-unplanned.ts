// Why a request is in nobody's route, and what would make it possible: each vehicle is asked to do nothing else.
import { checkVisits } from "./check-plan.ts";
import { type Obstacle, obstacle, withHelp } from "./obstacles.ts";
import { type Problem, stopsOf } from "./problem.ts";

// Longer than any plan: no road leads there.
export const BEYOND_REACH_SECONDS = 1e8;

export function whyUnplanned(problem: Problem, request: number): Obstacle {
  const visits = stopsOf(problem.requests[request]!).map((_, stop) => ({ request, stop }));
  const firsts = [...problem.vehicles.keys()].map((vehicle) => checkVisits(problem, vehicle, visits)[0]);
  if (firsts.length === 0) return obstacle("NOBODY");
  if (firsts.some((fault) => !fault)) return obstacle("NOBODY_LEFT");
  // Whoever would be least late is nearest to doing it.
  const late = firsts.filter((fault) => fault?.lateSeconds !== undefined);
  const [nearest] = late.sort((a, b) => a!.lateSeconds! - b!.lateSeconds!);
  if (nearest && nearest.lateSeconds! > BEYOND_REACH_SECONDS / 2) return obstacle("NO_ROAD");
  const { request: _request, ...why } = (nearest ?? firsts[0])!;
  return withHelp(why);
}
