// The sequence of stops a driver is told, and why it changed. It stays as it is while it is driven: what is new goes where it costs least,
// and all is planned anew only when the driver has left it.
import type { MatchDriver } from "../matching/round.ts";
import { bestInsertion, type CostRules, insert, routeCost, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";

// `isSkipped`: the driver put it off, and it does not come first before something else was done.
export type PlannedVisit = {
  readonly orderId: string;
  readonly kind: Visit["kind"];
  readonly isSkipped?: true;
};

// NEW_ORDER: something was added. ORDER_GONE: something was taken away. LEFT_PLAN: the driver did, or drives to, something else first.
// SKIPPED: they put a stop off.
export const PLAN_CHANGES = ["NEW_ORDER", "ORDER_GONE", "LEFT_PLAN", "SKIPPED"] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

export type StopPlan = {
  readonly visits: readonly Visit[];
  readonly planned: readonly PlannedVisit[];
  // undefined: it goes on as it was.
  readonly why: PlanChange | undefined;
};

// Planned anew from where the driver is, it would be cheaper by this much: they are not following it.
const LEFT_SECONDS = 180;

// `driver.visits` is what is to be done, in a sequence made without the plan before; `completed` are orders of that plan that were done.
export function replan(
  driver: MatchDriver,
  before: readonly PlannedVisit[],
  completed: ReadonlySet<string>,
  rules: CostRules,
  travel: Travel,
): StopPlan {
  const toDo = new Map(driver.visits.map((visit) => [keyOf(visit.order.id, visit.kind), visit]));
  const inHand = new Set(driver.visits.map(({ order }) => order.id));
  const planned = new Set(before.map(({ orderId }) => orderId));
  let visits: readonly Visit[] = before.flatMap(({ orderId, kind }) => toDo.get(keyOf(orderId, kind)) ?? []);
  const added = driver.visits.filter(({ order, kind }) => kind === "doors" && !planned.has(order.id));
  for (const { order } of added) {
    const isOnBoard = driver.onBoard.some((carried) => carried.order === order);
    const at = isOnBoard
      ? undefined
      : bestInsertion(driver, visits, routeCost(driver, visits, rules, travel), order, rules, travel);
    visits = at ? insert(visits, order, at) : [...visits, ...driver.visits.filter((visit) => visit.order === order)];
  }
  const skipped = skippedOf(before, visits);
  const anew = putOff(driver, driver.visits, skipped, rules, travel);
  const isGone = before.some(({ orderId }) => !inHand.has(orderId) && !completed.has(orderId));
  const why =
    added.length > 0
      ? "NEW_ORDER"
      : isGone
        ? "ORDER_GONE"
        : isOutOfTurn(before, toDo, completed) ||
            routeCost(driver, visits, rules, travel) - routeCost(driver, anew, rules, travel) > LEFT_SECONDS
          ? "LEFT_PLAN"
          : undefined;
  const told = why === "LEFT_PLAN" ? anew : visits;
  return { visits: told, planned: plannedOf(told, skipped), why };
}

// The stop is done later, where that costs least, and not before something else was. undefined: there is nothing else to do.
export function skip(
  driver: MatchDriver,
  before: readonly PlannedVisit[],
  { orderId, kind }: PlannedVisit,
  rules: CostRules,
  travel: Travel,
): Omit<StopPlan, "why"> | undefined {
  const skipped = new Set(skippedOf(before, driver.visits)).add(keyOf(orderId, kind));
  const visits = putOff(driver, driver.visits, skipped, rules, travel);
  const [first] = visits;
  const isFirst = first?.order.id === orderId && first.kind === kind;
  return isFirst ? undefined : { visits, planned: plannedOf(visits, skipped) };
}

// What was put off and has not come first by itself meanwhile.
function skippedOf(before: readonly PlannedVisit[], visits: readonly Visit[]): ReadonlySet<string> {
  const [first] = visits;
  const next = first && keyOf(first.order.id, first.kind);
  const keys = before.flatMap(({ orderId, kind, isSkipped }) => (isSkipped ? [keyOf(orderId, kind)] : []));
  return new Set(keys.filter((key) => key !== next));
}

function plannedOf(visits: readonly Visit[], skipped: ReadonlySet<string>): readonly PlannedVisit[] {
  return visits.map(({ order, kind }) => ({
    orderId: order.id,
    kind,
    ...(skipped.has(keyOf(order.id, kind)) && { isSkipped: true as const }),
  }));
}

// Something that was not skipped comes first, where there is any.
function putOff(
  driver: MatchDriver,
  visits: readonly Visit[],
  skipped: ReadonlySet<string>,
  rules: CostRules,
  travel: Travel,
): readonly Visit[] {
  const isSkipped = ({ order, kind }: Visit): boolean =>
    skipped.has(keyOf(order.id, kind)) || (kind === "doors" && skipped.has(keyOf(order.id, "pickup")));
  let sequence = visits;
  for (let tries = 0; tries < skipped.size; tries++) {
    const [first] = sequence;
    if (!first || !isSkipped(first)) return sequence;
    const rest = sequence.filter(
      ({ order, kind }) => order !== first.order || (first.kind === "doors" && kind !== "doors"),
    );
    const soonest = rest.findIndex((visit) => !isSkipped(visit)) + 1;
    if (soonest === 0) return sequence;
    sequence = cheapest(driver, laterPlaces(rest, first, soonest), rules, travel);
  }
  return sequence;
}

// Every sequence in which the visit comes after the first `soonest` of the rest; a pickup takes its doors along.
function laterPlaces(rest: readonly Visit[], visit: Visit, soonest: number): readonly (readonly Visit[])[] {
  const { order, kind } = visit;
  const places = Array.from({ length: rest.length - soonest + 1 }, (_, more) => soonest + more);
  if (kind === "doors") return places.map((at) => rest.toSpliced(at, 0, visit));
  return places.flatMap((pickupAt) =>
    places
      .filter((doorsAt) => doorsAt >= pickupAt)
      .map((doorsAt) => insert(rest, order, { cost: 0, pickupAt, doorsAt })),
  );
}

function cheapest(
  driver: MatchDriver,
  sequences: readonly (readonly Visit[])[],
  rules: CostRules,
  travel: Travel,
): readonly Visit[] {
  const costs = sequences.map((visits) => routeCost(driver, visits, rules, travel));
  return sequences[costs.indexOf(Math.min(...costs))]!;
}

// Something was done before what came first.
function isOutOfTurn(
  before: readonly PlannedVisit[],
  toDo: ReadonlyMap<string, Visit>,
  completed: ReadonlySet<string>,
): boolean {
  const first = before.findIndex(({ orderId, kind }) => toDo.has(keyOf(orderId, kind)));
  if (first < 0) return false;
  return before
    .slice(first)
    .some(({ orderId, kind }) => !toDo.has(keyOf(orderId, kind)) && isDone(orderId, toDo, completed));
}

function isDone(orderId: string, toDo: ReadonlyMap<string, Visit>, completed: ReadonlySet<string>): boolean {
  return completed.has(orderId) || toDo.has(keyOf(orderId, "doors"));
}

function keyOf(orderId: string, kind: Visit["kind"]): string {
  return `${orderId} ${kind}`;
}
