// A driver as the matcher needs them: where they are, and what they still have to do, in a sequence that makes sense. What they really
// do next is their business; a plan that is wrong is made anew a second later.
import type { BreakTime } from "../drivers/breaks.ts";
import { averageRating, type Driver } from "../drivers/driver.ts";
import type { Doubt } from "../drivers/whereabouts.ts";
import type { LatLng } from "../geo.ts";
import { walletNeededFor } from "../ledger/driver-wallet.ts";
import type { MatchDriver, MatchRules } from "../matching/round.ts";
import { bestInsertion, insert, type OrderTask, type RouteStart, routeCost, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import type { Order } from "../orders/order.ts";
import { type NumberOf, secondsOf } from "./order-task.ts";

export type FleetDriver = Pick<Driver, "phone" | "vehicle" | "ratingSum" | "ratingCount" | "isRobot"> &
  LatLng & {
    readonly wallet: number;
    readonly equipment?: readonly string[];
    // Today's and tomorrow's, in seconds, and whether one of them is now.
    readonly breaks?: readonly BreakTime[];
    readonly isOnBreak?: boolean;
    readonly hasOpenOffer: boolean;
    // Orders in hand, where whoever read them has counted them.
    readonly inHand?: number;
    // Until when they take orders, where they said so.
    readonly until?: Date | null;
    readonly acceptance?: number;
    readonly doubt?: Doubt | null | undefined;
    // When they were heard of there, where whoever read them knows.
    readonly locatedAt?: Date | null;
  };

export type HeldTask = { readonly order: Order; readonly task: OrderTask };

export function matchDriverOf(
  driver: FleetDriver,
  held: readonly HeldTask[],
  now: Date,
  numberOf: NumberOf,
  travel: Travel,
  rules: MatchRules,
): MatchDriver {
  const onBoard = held.flatMap(({ order, task }) =>
    order.status === "IN PROCESS" ? [{ order: task, pickedUpAt: secondsOf(order.pickedUpAt ?? now) }] : [],
  );
  const start = {
    point: numberOf(driver),
    freeAt: secondsOf(now),
    offAt: driver.until ? secondsOf(driver.until) : Infinity,
    onBoard,
  };
  const rating = averageRating(driver);
  return {
    ...start,
    id: driver.phone,
    vehicle: driver.vehicle,
    walletFree: held.reduce((free, { order }) => free - walletNeededFor(order), driver.wallet),
    rating,
    visits: sequenceOf(start, held, travel, rules),
    hasOpenOffer: driver.hasOpenOffer,
    ...(driver.equipment && { equipment: driver.equipment }),
    ...(driver.breaks && { breaks: driver.breaks }),
    isOnBreak: driver.isOnBreak ?? false,
    acceptance: driver.acceptance ?? 1,
    doubt: driver.doubt ?? undefined,
  };
}

// What is on board goes to the nearest door first; what is still to be picked up is put where it costs least.
function sequenceOf(start: RouteStart, held: readonly HeldTask[], travel: Travel, rules: MatchRules): readonly Visit[] {
  let visits: readonly Visit[] = nearestFirst(start, travel);
  for (const { order, task } of held) {
    if (order.status === "IN PROCESS") continue;
    const at = bestInsertion(start, visits, routeCost(start, visits, rules, travel), task, rules, travel);
    visits = at
      ? insert(visits, task, at)
      : [...visits, { order: task, kind: "pickup" }, { order: task, kind: "doors" }];
  }
  return visits;
}

function nearestFirst(start: RouteStart, travel: Travel): readonly Visit[] {
  const left = start.onBoard.map(({ order }) => order);
  const visits: Visit[] = [];
  let point = start.point;
  while (left.length > 0) {
    const from = point;
    left.sort((a, b) => travel.seconds(from, a.firstDoor) - travel.seconds(from, b.firstDoor));
    const next = left.shift()!;
    visits.push({ order: next, kind: "doors" });
    point = next.lastDoor;
  }
  return visits;
}
