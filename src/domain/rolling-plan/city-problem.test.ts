import assert from "node:assert/strict";
import { test } from "node:test";
import { planRoutes } from "../planning/plan-routes.ts";
import { type CityRound, cityProblem, type DriverShift } from "./city-problem.ts";

// Places on a line, a metre and a second apart.
const apart = (from: number, to: number) => Math.abs(to - from);
const travel = { seconds: apart, meters: apart };
const order = {
  id: "o",
  pickup: 1_000,
  firstDoor: 3_000,
  lastDoor: 3_000,
  pickupSeconds: 60,
  doorsSeconds: 60,
  placedAt: 0,
  readyAt: 0,
  dueAt: 20_000,
  bundleMax: 5,
  vehicle: "BIKE",
  walletNeeded: 0,
  refusedBy: new Set<string>(),
  reachMeters: Infinity,
  offerBy: Infinity,
  releaseAt: 0,
  isWave: false,
  leadSeconds: 900,
} as const;
const driver = (id: string, point: number) =>
  ({
    id,
    point,
    freeAt: 0,
    offAt: Infinity,
    onBoard: [],
    visits: [],
    vehicle: "BIKE",
    walletFree: 1_000_000,
    rating: undefined,
    hasOpenOffer: false,
  }) as const;
const shift = (orders: number, beganAt: number): DriverShift => ({
  orders,
  metersFrom: (place) => apart(place, beganAt),
});

// Who is planned for the order.
function chosen(drivers: CityRound["drivers"], shifts: Readonly<Record<string, DriverShift>>): string | undefined {
  const round = {
    now: 0,
    orders: [order],
    drivers,
    travel,
    inForce: new Map(),
    shifts: new Map(Object.entries(shifts)),
  };
  const { routes } = planRoutes(cityProblem(round).problem, { spent: (rounds) => rounds / 100 });
  return drivers[routes.findIndex((route) => route.length > 0)]?.id;
}

test("of two who are as good, who had less and who knows the area has it, and neither is worth a detour", () => {
  const beside = [driver("a", 1_000), driver("b", 1_000)];
  assert.equal(chosen(beside, { a: shift(9, 0), b: shift(2, 0) }), "b", "had less");
  assert.equal(chosen(beside, { a: shift(2, 0), b: shift(9, 0) }), "a");
  assert.equal(chosen(beside, { a: shift(0, 9_000), b: shift(0, 1_500) }), "b", "their own area");
  assert.equal(chosen(beside, { a: shift(0, 1_500), b: shift(0, 9_000) }), "a");
  const near = [driver("a", 1_000), driver("b", 4_000)];
  assert.equal(chosen(near, { a: shift(9, 9_000), b: shift(2, 1_500) }), "a", "three kilometres nearer");
});
