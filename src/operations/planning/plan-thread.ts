// The thread that plans routes; see solve-plan.ts.
import { planRoutes } from "../../domain/planning/plan-routes.ts";
import type { Plan } from "../../domain/planning/problem.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { answerOnThread } from "../../ports/thread-pool.ts";
import type { PlanProgress, SearchQuestion } from "./solve-plan.ts";

const NEWS_MS = 200;

answerOnThread((question: SearchQuestion, tell: (progress: PlanProgress) => void): readonly [Plan, readonly []] => {
  const { problem, searchSeconds, seed, fewestVehicles, stop, from, roundsMax = Infinity } = question;
  const watch = startStopwatch();
  let toldMs = -NEWS_MS;
  const plan = planRoutes(problem, {
    seed,
    fewestVehicles,
    ...(from && { from }),
    spent: (rounds) =>
      Atomics.load(stop, 0) === 0 ? Math.max(rounds / roundsMax, watch.elapsedMs() / 1_000 / searchSeconds) : 1,
    onBetter: ({ cost, routes, unplanned }) => {
      if (watch.elapsedMs() - toldMs < NEWS_MS) return;
      toldMs = watch.elapsedMs();
      tell({ cost, vehicles: routes.filter((route) => route.length > 0).length, unplanned: unplanned.length });
    },
  });
  return [plan, []];
});
