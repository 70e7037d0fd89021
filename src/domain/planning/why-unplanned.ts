// Why a request is in nobody's route, and what would make it possible: each vehicle is asked to do nothing else.
import { checkVisits } from "./check-plan.ts";
import { type Problem, stopsOf } from "./problem.ts";

// Longer than any plan: no road leads there.
export const BEYOND_REACH_SECONDS = 1e8;

export function whyUnplanned(problem: Problem, request: number): string {
  const visits = stopsOf(problem.requests[request]!).map((_, stop) => ({ request, stop }));
  const firsts = [...problem.vehicles.keys()].map((vehicle) => checkVisits(problem, vehicle, visits)[0]);
  if (firsts.length === 0) return "There is no vehicle.";
  if (firsts.some((fault) => !fault))
    return "Every vehicle that could do it has no room or no time left: more vehicles, longer shifts or wider windows would help.";
  // Whoever would be least late is nearest to doing it.
  const late = firsts.filter((fault) => fault?.lateSeconds !== undefined);
  const [nearest] = late.sort((a, b) => a!.lateSeconds! - b!.lateSeconds!);
  if (nearest && nearest.lateSeconds! > BEYOND_REACH_SECONDS / 2) return "No road leads to one of its stops.";
  return `Even for a vehicle with nothing else to do: ${(nearest ?? firsts[0])!.why}.`;
}
