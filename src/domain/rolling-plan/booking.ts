// The window an order of a planned service is delivered in: the wanted one where slot and plan have room for it, else the next that has, or a
// refusal where the service says so. What is said here is held to when the order is saved: no more than `limit` orders in its slot, and the plan's
// driver was promised for nothing else meanwhile.
import type { Planning, Service } from "../catalogue/service.ts";
import { clockFace, localTimeAt } from "../local-time.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { lastBegin } from "./city-problem.ts";
import { countFits, type FitTask, type Fleet, findAnyFit, findFit } from "./fit.ts";
import { bookableSlots, isBookable, type Slot, slotAt, slotOfPromise } from "./slots.ts";
import { deliverByOf, isWithinHorizon, planningOf, termsOf } from "./terms.ts";

// `from` is null where any time until `to` was promised.
export type DeliveryWindow = { readonly from: Date | null; readonly to: Date };

export type Wish = { readonly slot: Date | null; readonly deliverBy: Date | null };

// An order as far as its window depends on it.
export type Parcel = Pick<
  FitTask,
  "pickup" | "door" | "lastDoor" | "pickupSeconds" | "doorsSeconds" | "share" | "cash" | "equipment"
> & {
  readonly wish: Wish;
  readonly orderAt: Date;
  readonly readyAt: Date | null;
};

// What is known of a service's slots and its city's plan. Without `fleet` nobody plans yet, and a slot's own limit alone counts.
export type PlanFacts = {
  readonly planning: Planning;
  readonly service: Pick<Service, "id" | "hours" | "planning">;
  readonly timeZone: string;
  readonly now: Date;
  // By the first moment of a slot: orders promised in it.
  readonly taken: ReadonlyMap<number, number>;
  readonly fleet: Fleet | undefined;
  // Which of the drivers who could is asked, from 0 to 1; the cheapest where nothing is said.
  readonly share?: number | undefined;
};

export type Booking = {
  readonly window: DeliveryWindow;
  readonly slot: Date;
  // With this order at most so many in the slot; null: as many as come.
  readonly limit: number | null;
  // Of the fleet: whose time is promised; null where no plan was asked.
  readonly driver: number | null;
  readonly isAsWished: boolean;
};

const SLOTS_AHEAD = 24;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

export function checkWish(
  service: Pick<Service, "id" | "hours" | "planning">,
  timeZone: string,
  wish: Wish,
  orderAt: Date,
): Refusal<"BAD_REQUEST"> | undefined {
  const planning = planningOf(service);
  if (!wish.slot || !planning) return undefined;
  const slot = slotAt(planning, timeZone, wish.slot);
  const isOne = slot.from.getTime() === wish.slot.getTime();
  if (isOne && isBookable(planning, service, timeZone, slot, orderAt)) return undefined;
  return refuse("BAD_REQUEST", `slot is no slot of ${service.id} that can still be chosen.`, "slot");
}

export function book(facts: PlanFacts, parcel: Parcel): Booking | Refusal<"INVALID_DELIVERY_TIME"> {
  const { planning, service, timeZone } = facts;
  const wanted = wantedWindow(facts, parcel);
  const room = roomIn(facts, parcel, wanted);
  if (room !== "full") return booked(facts, wanted, room, true);
  if (planning.refusesLate) {
    const clock = clockFace(localTimeAt(timeZone, wanted.to).minuteOfDay);
    return refuse("INVALID_DELIVERY_TIME", `${service.id} cannot deliver this by ${clock}; see its slots.`);
  }
  for (const window of laterWindows(facts, parcel, wanted)) {
    // Until then drivers come whom this plan does not know.
    const isBeyond = window.to.getTime() > facts.now.getTime() + planning.horizonMinutes * 60_000;
    const found = roomIn(isBeyond ? { ...facts, fleet: undefined } : facts, parcel, window);
    if (found !== "full") return booked(facts, window, found, false);
  }
  return refuse("INVALID_DELIVERY_TIME", `${service.id} has no room for this in its next ${SLOTS_AHEAD} slots.`);
}

// What is left of a slot: undefined where nothing limits it.
export function leftOf(facts: PlanFacts, parcel: Parcel | undefined, slot: Slot, max: number): number | undefined {
  const { planning, taken } = facts;
  const own =
    planning.slotOrders === 0 ? undefined : Math.max(0, planning.slotOrders - (taken.get(slot.from.getTime()) ?? 0));
  const fits = parcel && roomFor(facts, parcel, { from: slot.from, to: slot.to }, max);
  // As many as were tried may be many more.
  const byPlan = fits === max ? undefined : fits;
  if (own === undefined || byPlan === undefined) return own ?? byPlan;
  return Math.min(own, byPlan);
}

type Room = Pick<Booking, "limit" | "driver">;

function booked({ planning, timeZone }: PlanFacts, window: DeliveryWindow, room: Room, isAsWished: boolean): Booking {
  return { window, slot: slotOfPromise(planning, timeZone, window.to).from, ...room, isAsWished };
}

function wantedWindow({ planning, service, timeZone }: PlanFacts, { wish, orderAt }: Parcel): DeliveryWindow {
  if (wish.slot) return slotAt(planning, timeZone, wish.slot);
  const own = deliverByOf(service, timeZone, orderAt);
  if (!own) throw new Error(`${service.id} is not planned`);
  return { from: null, to: wish.deliverBy ?? own };
}

function* laterWindows(facts: PlanFacts, parcel: Parcel, wanted: DeliveryWindow): Iterable<DeliveryWindow> {
  const { planning, service, timeZone } = facts;
  const { wish, orderAt } = parcel;
  if (!wish.slot) {
    const own = deliverByOf(service, timeZone, orderAt)!;
    if (own > wanted.to) yield { from: null, to: own };
    const soonest = soonestBy(facts, parcel);
    if (soonest && soonest > wanted.to) yield { from: null, to: soonest };
  }
  const since = slotOfPromise(planning, timeZone, wanted.to).to;
  for (const slot of bookableSlots(planning, service, timeZone, orderAt, { since, max: SLOTS_AHEAD }))
    yield wish.slot ? slot : { from: null, to: slot.to };
}

function roomIn(facts: PlanFacts, parcel: Parcel, window: DeliveryWindow): Room | "full" {
  const { planning, timeZone, taken, fleet, share } = facts;
  const limit = planning.slotOrders === 0 ? null : planning.slotOrders;
  const seen = taken.get(slotOfPromise(planning, timeZone, window.to).from.getTime()) ?? 0;
  if (limit !== null && seen >= limit) return "full";
  if (!fleet || !isPlannedBy(facts, parcel, window)) return { limit, driver: null };
  const task = taskFor(facts, parcel, window);
  const fit = share === undefined ? findFit(fleet, task, "cheapest") : findAnyFit(fleet, task, share);
  return fit ? { limit, driver: fit.driver } : "full";
}

// undefined: the plan does not reach so far, or there is none.
function roomFor(facts: PlanFacts, parcel: Parcel, window: DeliveryWindow, max: number): number | undefined {
  const { fleet } = facts;
  return fleet && isPlannedBy(facts, parcel, window)
    ? countFits(fleet, taskFor(facts, parcel, window), max)
    : undefined;
}

function isPlannedBy(facts: PlanFacts, parcel: Parcel, window: DeliveryWindow): boolean {
  const { planning, now } = facts;
  return isWithinHorizon(planning, termsFor(facts, parcel, window), now.getTime() / 1_000);
}

function termsFor({ planning, timeZone, now }: PlanFacts, { orderAt, readyAt }: Parcel, { from, to }: DeliveryWindow) {
  const placedAt = Math.max(now.getTime(), orderAt.getTime()) / 1_000;
  return termsOf(planning, timeZone, {
    placedAt,
    readyAt: Math.max(placedAt, (readyAt?.getTime() ?? 0) / 1_000),
    dueAt: to.getTime() / 1_000,
    opensAt: (from?.getTime() ?? 0) / 1_000,
  });
}

export function taskFor(facts: PlanFacts, parcel: Parcel, window: DeliveryWindow): FitTask {
  const { wish: _wish, orderAt: _orderAt, readyAt: _readyAt, ...task } = parcel;
  const dueAt = window.to.getTime() / 1_000;
  return {
    ...task,
    releaseAt: termsFor(facts, parcel, window).releaseAt,
    opensAt: (window.from?.getTime() ?? 0) / 1_000,
    beginBy: lastBegin({ dueAt, doorsSeconds: task.doorsSeconds }, facts.now.getTime() / 1_000, facts.fleet?.inHand),
  };
}

// By when the plan could have it delivered, with the time in hand that the plan keeps, on the next quarter of an hour.
function soonestBy(facts: PlanFacts, parcel: Parcel): Date | undefined {
  const window = { from: null, to: new Date(facts.now.getTime() + DAY_MS) };
  if (!facts.fleet || !isPlannedBy(facts, parcel, window)) return undefined;
  const fit = findFit(facts.fleet, { ...taskFor(facts, parcel, window), beginBy: Infinity }, "soonest");
  if (!fit) return undefined;
  const nowSeconds = facts.now.getTime() / 1_000;
  const isIn = (to: number): boolean =>
    lastBegin({ dueAt: to / 1_000, doorsSeconds: parcel.doorsSeconds }, nowSeconds, facts.fleet?.inHand) >=
    fit.beginsAt;
  let to = Math.ceil((fit.beginsAt * 1_000) / QUARTER_MS) * QUARTER_MS;
  while (!isIn(to)) to += QUARTER_MS;
  return new Date(to);
}
