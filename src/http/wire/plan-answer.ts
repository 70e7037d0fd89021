// A plan in VROOM's words.
import type { PlanAnswerBody } from "../../contract/plan.ts";
import { stopsOf } from "../../domain/planning/problem.ts";
import { timetableOf } from "../../domain/planning/timetable.ts";
import { whyUnplanned } from "../../domain/planning/why-unplanned.ts";
import type { SolvedPlan } from "../../operations/planning/solve-plan.ts";
import type { ReadPlan } from "./plan-problem.ts";

type Route = PlanAnswerBody["routes"][number];
type Step = Route["steps"][number];
type Where = Pick<Step, "location" | "location_index">;

export function encodePlan(asked: ReadPlan, solved: SolvedPlan): PlanAnswerBody {
  const { plan, problem } = solved;
  const routes = plan.routes.flatMap((visits, number) =>
    visits.length === 0 ? [] : [encodeRoute(asked, solved, number)],
  );
  const unassigned = plan.unplanned.flatMap((request) => {
    const { why: reason, code: reason_code } = whyUnplanned(problem, request);
    return asked.names[request]!.map((stop) => ({
      id: stop.id,
      type: stop.type,
      ...whereOf(stop),
      reason,
      reason_code,
    }));
  });
  const sum = (figure: (route: Route) => number) => routes.reduce((total, route) => total + figure(route), 0);
  return {
    code: 0,
    summary: {
      cost: sum(({ cost }) => cost),
      service: sum(({ service }) => service),
      duration: sum(({ duration }) => duration),
      waiting_time: sum(({ waiting_time }) => waiting_time),
      distance: sum(({ distance }) => distance),
      routes: routes.length,
      unassigned: plan.unplanned.length,
    },
    unassigned,
    routes,
  };
}

function encodeRoute({ names, vehicles }: ReadPlan, { problem, plan, meters }: SolvedPlan, number: number): Route {
  const vehicle = problem.vehicles[number]!;
  const named = vehicles[number]!;
  const { size, seconds, costs } = problem.travels[vehicle.travel]!;
  const lengths = meters[vehicle.travel]!;
  const { startsAt, loadAtStart, visits, endsAt } = timetableOf(problem, number, plan.routes[number]!);
  let [duration, distance, cost] = [0, 0, vehicle.fixedCost ?? 0];
  const drive = (from: number, to: number): void => {
    duration += seconds[from * size + to]!;
    distance += lengths[from * size + to]!;
    cost += costs[from * size + to]!;
  };
  const steps: Step[] = [
    {
      type: "start",
      ...whereOf({ location: named.start, location_index: named.start_index }),
      arrival: startsAt,
      duration,
      distance,
      service: 0,
      waiting_time: 0,
      load: [...loadAtStart],
    },
  ];
  let place = vehicle.start;
  for (const { request, stop, drivenFrom, arrivesAt, beginsAt, load } of visits) {
    const { type, id, description, ...where } = names[request]![stop]!;
    const { place: here, serviceSeconds } = stopsOf(problem.requests[request]!)[stop]!;
    drive(drivenFrom, here);
    place = here;
    steps.push({
      type,
      id,
      ...(description === undefined ? {} : { description }),
      ...whereOf(where),
      arrival: arrivesAt,
      duration,
      distance,
      service: serviceSeconds,
      waiting_time: beginsAt - arrivesAt,
      load: [...load],
    });
  }
  if (vehicle.end !== undefined) {
    drive(place, vehicle.end);
    steps.push({
      type: "end",
      ...whereOf({ location: named.end, location_index: named.end_index }),
      arrival: endsAt,
      duration,
      distance,
      service: 0,
      waiting_time: 0,
      load: [...(visits.at(-1)?.load ?? loadAtStart)],
    });
  }
  const breaks = (vehicle.breaks ?? []).flatMap(({ from, to }, at): Step[] =>
    from >= endsAt || to <= startsAt ? [] : [breakStep(named.breaks![at]!.id, from, to, steps)],
  );
  // At one moment a stop comes before the break that follows it.
  const all = [...steps, ...breaks].sort((a, b) => a.arrival - b.arrival);
  const sum = (figure: (step: Step) => number) => all.reduce((total, step) => total + figure(step), 0);
  return {
    vehicle: named.id,
    cost,
    service: sum(({ type, service }) => (type === "break" ? 0 : service)),
    duration,
    waiting_time: sum(({ waiting_time }) => waiting_time),
    distance,
    steps: all,
  };
}

// As much was driven and is aboard as at the stop before.
function breakStep(id: number, from: number, to: number, steps: readonly Step[]): Step {
  const { duration, distance, load } = steps.findLast(({ arrival }) => arrival <= from) ?? steps[0]!;
  return { type: "break", id, arrival: from, duration, distance, service: to - from, waiting_time: 0, load: [...load] };
}

function whereOf({ location, location_index }: { [Field in keyof Where]: Where[Field] | undefined }): Where {
  return {
    ...(location === undefined ? {} : { location }),
    ...(location_index === undefined ? {} : { location_index }),
  };
}
