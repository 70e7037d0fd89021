// What a planned service promises for an order, and when it may be fetched, planned and offered. Instants are seconds of one clock.
import type { Planning, Service } from "../catalogue/service.ts";
import { localTimeAt } from "../local-time.ts";

const DAY_MINUTES = 1_440;

export const IMMEDIATE: Planning = {
  mode: "immediate",
  withinMinutes: 120,
  untilMinute: DAY_MINUTES,
  horizonMinutes: 240,
  waves: [],
  cutOffMinutes: 15,
  leadMinutes: 15,
  latestOfferMinutes: 25,
  assigns: false,
  slotMinutes: 120,
  slotOrders: 0,
  loadKg: 0,
  loadLitres: 0,
  refusesLate: false,
};

// undefined where orders are offered at once.
export function planningOf({ planning }: Pick<Service, "planning">): Planning | undefined {
  // Services that were saved by older programs know fewer fields.
  return planning && planning.mode !== "immediate" ? { ...IMMEDIATE, ...planning } : undefined;
}

// When what is ordered for this moment is delivered at the latest; null where nothing is planned. After the day's last minute it is the next
// day's.
export function deliverByOf(service: Pick<Service, "planning">, timeZone: string, orderAt: Date): Date | null {
  const planning = planningOf(service);
  if (!planning) return null;
  const { withinMinutes, untilMinute } = planning;
  const until = nextAt(untilMinute, timeZone, orderAt);
  const within = withinMinutes === 0 ? until : orderAt.getTime() + withinMinutes * 60_000;
  return new Date(Math.min(until, within));
}

// From then on an order that nobody has taken is offered at once.
function offeredAtOnceFrom({ latestOfferMinutes }: Planning, due: Date): Date {
  return new Date(due.getTime() - latestOfferMinutes * 60_000);
}

// Whether an order of this service is the plan's to place now, and not the matcher's.
export function isForThePlan(
  service: Pick<Service, "planning"> | undefined,
  { deliverBy }: { readonly deliverBy: Date | null },
  now: Date,
): boolean {
  const planning = service && planningOf(service);
  return planning !== undefined && deliverBy !== null && now < offeredAtOnceFrom(planning, deliverBy);
}

export type PlannedTerms = {
  // Not fetched before this: the goods are ready, and the wave leaves.
  readonly releaseAt: number;
  readonly isWave: boolean;
  readonly leadSeconds: number;
};

export type OrderTimes = {
  readonly placedAt: number;
  readonly readyAt: number;
  readonly dueAt: number;
  // Not delivered before this: the slot that was chosen begins.
  readonly opensAt?: number;
};

// What is delivered in a slot is not driven about for longer than this before it.
const BEFORE_SLOT_SECONDS = 3_600;

export function termsOf(
  planning: Planning,
  timeZone: string,
  { placedAt, readyAt, dueAt, opensAt = 0 }: OrderTimes,
): PlannedTerms {
  const leadSeconds = planning.leadMinutes * 60;
  const latest = dueAt - planning.latestOfferMinutes * 60;
  const fetchedFrom = Math.max(readyAt, opensAt - BEFORE_SLOT_SECONDS);
  const leavesAt = planning.mode === "waves" ? waveAfter(planning, timeZone, placedAt, fetchedFrom) : undefined;
  // A wave that leaves too late for an order leaves without it.
  if (leavesAt === undefined || leavesAt > latest) return { releaseAt: fetchedFrom, isWave: false, leadSeconds };
  return { releaseAt: leavesAt, isWave: true, leadSeconds };
}

export function isWithinHorizon({ horizonMinutes }: Planning, { releaseAt }: PlannedTerms, now: number): boolean {
  return releaseAt <= now + horizonMinutes * 60;
}

// About when the places of these orders are left, so that a plan drives each way at the pace of its own hour: a pickup as soon as it may be
// fetched, doors halfway from then to the promised time. Of several orders at a place the first counts.
export function leavingTimes(
  orders: readonly (PlannedTerms & {
    readonly dueAt: number;
    readonly pickup: number;
    readonly firstDoor: number;
    readonly lastDoor: number;
  })[],
  now: number,
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  const leave = (place: number, at: number) => times.set(place, Math.min(at, times.get(place) ?? at));
  for (const { releaseAt, dueAt, pickup, firstDoor, lastDoor } of orders) {
    const fetched = Math.max(now, releaseAt);
    const delivered = Math.max(fetched, (fetched + dueAt) / 2);
    leave(pickup, fetched);
    leave(firstDoor, delivered);
    leave(lastDoor, delivered);
  }
  return times;
}

function waveAfter(planning: Planning, timeZone: string, placedAt: number, readyAt: number): number | undefined {
  const since = new Date(Math.max(placedAt + planning.cutOffMinutes * 60, readyAt) * 1_000);
  const leaves = planning.waves.map((minute) => nextAt(minute, timeZone, since) / 1_000);
  return leaves.length === 0 ? undefined : Math.min(...leaves);
}

// The next moment, in milliseconds, at which the clock on the wall shows this minute of the day.
function nextAt(minute: number, timeZone: string, since: Date): number {
  const { minuteOfDay, second } = localTimeAt(timeZone, since);
  const ahead = (minute - minuteOfDay) * 60_000 - second * 1_000 - (since.getTime() % 1_000);
  return since.getTime() + (ahead < 0 ? ahead + DAY_MINUTES * 60_000 : ahead);
}
