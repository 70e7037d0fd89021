// A day of parcels from hubs under one way of dispatch or another: with random preparation, handing over, traffic and refusals, which are the same for
// each of them.

import { SERVICE_SEEDS } from "../catalogue/seed/services.ts";
import type { Planning } from "../catalogue/service.ts";
import { normalChance, seededChance } from "../chance.ts";
import { POLICY } from "../dispatch/policy.ts";
import { crowTravel } from "../matching/travel.ts";
import { IMMEDIATE } from "../rolling-plan/terms.ts";
import { AS_LIVE, asLive } from "./as-live.ts";
import { dayLines, figuresLine, happeningLine, routeLine, rulesLine, windowLine } from "./day-log.ts";
import { figuresOf } from "./figures.ts";
import { HUB_DAY, hubDay } from "./hub-day.ts";
import { plannedPolicy } from "./planned-policy.ts";
import { type Policy, type SimulatedWorld, simulate } from "./simulator.ts";
import { sweepPolicy } from "./sweep.ts";
import { simulateTraffic } from "./traffic.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, placesOf } from "./world.ts";

export type ParcelService = {
  readonly groupId: string;
  readonly planning: Planning;
  readonly bundleMax: number;
  // Of the plain sweep it is compared with.
  readonly sweepSeconds: number;
};

const HOUR = 3_600;
// Second 0 of the day is eight in the morning.
const FIRST_HOUR = 8;
const ZONE = "UTC";
const ROUND_SECONDS = 30;
const PLAN_SECONDS = 180;
const CENTER = { lat: 10.7769, lng: 106.7009 };
// Of a motorbike in the city, and how much longer streets are than the crow's way.
const METERS_PER_SECOND = 6;
const DETOUR = 1.4;
const REFUSAL_SHARE = 0.1;
const ANSWER_SECONDS_MAX = 15;
// Where nobody opens, the driver rings, calls and leaves.
const [NOBODY_SHARE, NOBODY_SECONDS] = [0.03, 300];
const [COUNTER_SECONDS, DOOR_SECONDS] = [100, 110];

// SAMEDAY leaves in two waves, at noon and at half past two, and is delivered by six in the evening.
export const PARCEL_SERVICES: readonly ParcelService[] = [
  { groupId: "2H", planning: { ...IMMEDIATE, mode: "rolling" }, bundleMax: 5, sweepSeconds: HOUR },
  {
    groupId: "SAMEDAY",
    planning: {
      ...IMMEDIATE,
      mode: "waves",
      withinMinutes: 0,
      untilMinute: 18 * 60,
      horizonMinutes: 120,
      waves: [10 * 60, 12 * 60 + 30],
    },
    bundleMax: 20,
    sweepSeconds: 2 * HOUR,
  },
];

export type ParcelFigures = {
  readonly way: string;
  readonly kilometersPerParcel: number;
  readonly driverHours: number;
  readonly inWindowPercent: number;
  readonly undelivered: number;
};

export const PARCEL_WAYS = [AS_LIVE, "sweep", "planned"] as const;

// `log`: given every line of what giao dispatch audit checks.
export function runParcelDay(
  service: ParcelService,
  way: (typeof PARCEL_WAYS)[number],
  seed: number,
  log?: (line: string) => void,
): ParcelFigures {
  const day = hubDay({ ...HUB_DAY, hoursAfter: 6, center: CENTER }, seed);
  const places = placesOf(day);
  const travel = crowTravel(places.places, METERS_PER_SECOND, DETOUR);
  const traffic = simulateTraffic(places.places, travel, FIRST_HOUR, seed);
  const mood = seededChance(seed + 1);
  const answer = () => ({ accepts: mood() >= REFUSAL_SHARE, afterSeconds: mood() * ANSWER_SECONDS_MAX });
  const behaviour = {
    ...asPlanned(travel),
    travelAt: traffic.travelAt,
    drivingSeconds: traffic.drivingSeconds,
    answer,
  };
  const settings = { ...DAY_SETTINGS, bundleMax: service.bundleMax };
  const surprises = surprisesOf(day.orders, seed);
  const world: SimulatedWorld = { ...buildWorld(day, places, travel, settings, behaviour), surprises };
  const { withinMinutes, untilMinute } = service.planning;
  const lastSecond = untilMinute * 60 - FIRST_HOUR * HOUR;
  const dueAt = ({ placedAt }: { readonly placedAt: number }): number =>
    withinMinutes === 0 ? lastSecond : Math.min(lastSecond, placedAt + withinMinutes * 60);
  const seeded = SERVICE_SEEDS.find(({ id }) => id === `SGN-${service.groupId}`)!;
  const live = asLive(seeded, places.places, { ...POLICY, roundSeconds: ROUND_SECONDS });
  const policies: Readonly<Record<(typeof PARCEL_WAYS)[number], () => Policy>> = {
    [AS_LIVE]: () => live,
    sweep: () => sweepPolicy(service.sweepSeconds, service.bundleMax, places.places, ROUND_SECONDS),
    planned: () =>
      plannedPolicy({
        ...service,
        name: "planned",
        timeZone: ZONE,
        startsAt: FIRST_HOUR * HOUR,
        dueAt,
        atOnce: live,
        everySeconds: PLAN_SECONDS,
        onRoute: log && ((route, now) => log(routeLine(route, now))),
      }),
  };
  const policy = policies[way]();
  const rules = { ...settings, policy: policy.name, serviceSeconds: 0, timeoutSeconds: Infinity, rosterSeconds: 0 };
  log?.(rulesLine({ ...rules, metersPerSecond: undefined }));
  // As goods really were ready.
  const orders = day.orders.map((order) => ({ ...order, readyAt: surprises.readyAt(order.id) }));
  for (const line of dayLines({ ...day, orders })) log?.(line);
  for (const order of day.orders) log?.(windowLine(order.id, order.placedAt, dueAt(order)));
  const simulation = simulate(
    world,
    policy,
    log && {
      happened: (event) => log(happeningLine(event, places.places)),
      round: (work) => work(),
      progress: () => undefined,
    },
  );
  const delivered = simulation.orders.filter(({ deliveredAt }) => deliveredAt !== undefined);
  const inWindow = delivered.filter((order) => order.deliveredAt! <= dueAt(order));
  // The day as it is told to whoever checks it.
  const told = {
    ...simulation,
    orders: simulation.orders.map((order) => ({ ...order, readyAt: surprises.readyAt(order.id) })),
  };
  log?.(figuresLine(figuresOf(told), inWindow.length));
  return {
    way,
    kilometersPerParcel: simulation.metersDriven / 1_000 / delivered.length,
    driverHours: simulation.busySeconds / HOUR,
    inWindowPercent: (inWindow.length / simulation.orders.length) * 100,
    undelivered: simulation.orders.length - delivered.length,
  };
}

// When goods are really ready, and how long handing over takes.
function surprisesOf(
  orders: ReturnType<typeof hubDay>["orders"],
  seed: number,
): NonNullable<SimulatedWorld["surprises"]> {
  const chance = seededChance(seed + 2);
  const spread = (deviation: number): number => Math.exp(deviation * normalChance(chance));
  const known = new Map(
    orders.map(({ id, placedAt, readyAt }) => [
      id,
      {
        ready: placedAt + (readyAt - placedAt) * spread(0.35),
        pickup: COUNTER_SECONDS * spread(0.4),
        doors: DOOR_SECONDS * spread(0.5) + (chance() < NOBODY_SHARE ? NOBODY_SECONDS : 0),
      },
    ]),
  );
  return {
    readyAt: (orderId) => known.get(orderId)!.ready,
    staySeconds: (orderId, kind) => known.get(orderId)![kind],
  };
}
