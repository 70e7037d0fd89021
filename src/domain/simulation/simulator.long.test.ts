import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { LatLng } from "../geo.ts";
import { crowTravel, type Travel } from "../matching/travel.ts";
import type { Day } from "./day.ts";
import { figuresOf, spreadOf } from "./figures.ts";
import { generateDay } from "./generated-day.ts";
import { OURS, POLICIES } from "./policies.ts";
import { type SimulatedWorld, type Simulation, simulate } from "./simulator.ts";
import { simulateTraffic } from "./traffic.ts";
import { asPlanned, buildWorld, DAY_SETTINGS, placesOf, type WorldSettings } from "./world.ts";

const CENTER: LatLng = { lat: 10.776, lng: 106.7 };
const METERS_PER_SECOND = 320 / 60;

function worldOf(day: Day, change: Partial<WorldSettings> = {}, behave: Partial<SimulatedWorld> = {}): SimulatedWorld {
  const places = placesOf(day);
  const travel = crowTravel(places.places, METERS_PER_SECOND);
  return { ...buildWorld(day, places, travel, { ...DAY_SETTINGS, ...change }, asPlanned(travel)), ...behave };
}

function aDay(orders: number, drivers: number, seed: number): Day {
  return generateDay(
    {
      center: CENTER,
      widthMeters: 8_000,
      orders,
      drivers,
      pickupPlaces: 20,
      dayHours: 4,
      peaks: [{ hour: 2, spreadHours: 0.5, share: 0.7 }],
      dropMetersMean: 2_000,
      preparationMinutesMean: 12,
      shiftHours: [1, 2],
    },
    seed,
  );
}

const someDay = fc
  .record({ orders: fc.integer({ min: 1, max: 50 }), drivers: fc.integer({ min: 0, max: 10 }), seed: fc.nat() })
  .map(({ orders, drivers, seed }) => aDay(orders, drivers, seed));

// Each order once; and for every driver a timetable that a person on a motorbike could have kept.
function assertPossible(world: SimulatedWorld, simulation: Simulation): void {
  assert.deepEqual(simulation.orders.map(({ id }) => id).sort(), world.orders.map(({ id }) => id).sort());
  const steps = new Map<string, { at: number; from: number; to: number; service: number }[]>();
  for (const order of simulation.orders) {
    if (order.end !== "delivered") {
      assert.ok(order.deliveredAt === undefined);
      continue;
    }
    const task = world.orders.find(({ id }) => id === order.id)!;
    const driver = world.drivers.find(({ id }) => id === order.driverId)!;
    assert.ok(order.pickedUpAt! >= task.readyAt + task.pickupSeconds);
    assert.ok(order.pickedUpAt! <= driver.offAt && order.pickedUpAt! >= driver.onAt);
    const list = steps.get(driver.id) ?? [{ at: driver.onAt, from: driver.point, to: driver.point, service: 0 }];
    list.push({ at: order.pickedUpAt!, from: task.pickup, to: task.pickup, service: task.pickupSeconds });
    list.push({ at: order.deliveredAt!, from: task.firstDoor, to: task.lastDoor, service: task.doorsSeconds });
    steps.set(driver.id, list);
  }
  for (const list of steps.values()) {
    list.sort((a, b) => a.at - b.at);
    for (const [at, step] of list.entries()) {
      const before = list[at - 1];
      if (!before) continue;
      const needed = world.travel.seconds(before.to, step.from) + step.service;
      assert.ok(step.at - before.at >= needed - 1e-6, `${step.at - before.at} seconds for ${needed}`);
    }
  }
}

for (const policy of POLICIES) {
  test(`under "${policy.name}" no order is lost sight of and nobody is in two places`, () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const world = worldOf(day);
        assertPossible(world, simulate(world, policy));
      }),
      { numRuns: 25 },
    );
  });

  test(`under "${policy.name}" no driver carries more than the service allows`, () => {
    const world = worldOf(aDay(120, 6, 5), { bundleMax: 2 });
    const { orders } = simulate(world, policy);
    const delivered = orders.filter(({ end }) => end === "delivered");
    for (const { driverId, pickedUpAt } of delivered) {
      const aboard = delivered.filter(
        (other) => other.driverId === driverId && other.pickedUpAt! <= pickedUpAt! && other.deliveredAt! > pickedUpAt!,
      );
      assert.ok(aboard.length <= 2);
    }
  });
}

test("the same day under the same policy goes the same way", () => {
  const day = aDay(60, 8, 3);
  assert.deepEqual(simulate(worldOf(day), OURS), simulate(worldOf(day), OURS));
});

test("a driver who refused an order never has it, and is not asked again", () => {
  const asked = new Set<string>();
  const world = worldOf(
    aDay(80, 10, 4),
    {},
    {
      answer: (driverId, orderIds) => {
        for (const id of orderIds) {
          assert.ok(!asked.has(`${driverId} ${id}`), `${driverId} is asked again for ${id}`);
          asked.add(`${driverId} ${id}`);
        }
        return { accepts: driverId !== "d1" && driverId !== "d2", afterSeconds: 5 };
      },
    },
  );
  const { orders } = simulate(world, OURS);
  assert.ok(orders.every(({ driverId }) => driverId !== "d1" && driverId !== "d2"));
  assert.ok(orders.some(({ offers }) => offers > 1));
});

test("an order nobody takes in time is lost and named so; without a limit it is undelivered", () => {
  const day: Day = {
    ...aDay(10, 0, 1),
    drivers: [{ id: "far", onAt: 0, offAt: 14_400, start: { lat: 11.9, lng: 106.7 } }],
  };
  const refuses = { answer: () => ({ accepts: false, afterSeconds: 1 }) };
  const lost = simulate(worldOf(day, { timeoutSeconds: 600 }, refuses), OURS);
  assert.ok(lost.orders.every(({ end, driverId }) => end === "lost" && driverId === undefined));
  const waits = simulate(worldOf(day, {}, refuses), OURS);
  assert.ok(waits.orders.every(({ end }) => end === "undelivered"));
  assert.equal(figuresOf(waits).undelivered, 10);
});

test("a day without drivers ends, with every order undelivered", () => {
  const simulation = simulate(worldOf(aDay(10, 0, 2)), OURS);
  assert.equal(figuresOf(simulation).undelivered, 10);
});

test("ours beats nearest-first on time and on metres on a tight day", () => {
  const world = worldOf(aDay(150, 26, 11));
  const [nearest, ours] = [POLICIES[0], OURS].map((policy) => figuresOf(simulate(world, policy)));
  assert.ok(ours!.orderToDoorSeconds.mean < nearest!.orderToDoorSeconds.mean);
  assert.ok(ours!.orderToDoorSeconds.p95 < nearest!.orderToDoorSeconds.p95);
  assert.ok(ours!.metersPerOrder < nearest!.metersPerOrder);
  assert.ok(ours!.undelivered <= nearest!.undelivered);
});

test("several doors of one order are driven in their sequence and their metres count", () => {
  const north = (meters: number): LatLng => ({ lat: CENTER.lat + meters / 111_195, lng: CENTER.lng });
  const day: Day = {
    orders: [{ id: "two", placedAt: 0, readyAt: 0, pickup: north(0), doors: [north(1_000), north(500)] }],
    drivers: [{ id: "d", onAt: 0, offAt: 3_600, start: north(0) }],
  };
  const simulation = simulate(worldOf(day, { serviceSeconds: 60 }), OURS);
  assert.ok(Math.abs(simulation.metersDriven - 1_500) < 1);
  const [order] = simulation.orders;
  assert.ok(Math.abs(order!.deliveredAt! - (order!.pickedUpAt! + 1_500 / METERS_PER_SECOND + 120)) < 1);
});

test("dispatch learns the traffic: corrected times are nearer the truth than the map's", () => {
  const day = aDay(240, 45, 6);
  const places = placesOf(day);
  const travel: Travel = crowTravel(places.places, METERS_PER_SECOND);
  const traffic = simulateTraffic(places.places, travel, 15, 6);
  simulate(worldOf(day, {}, { travelAt: traffic.travelAt, drivingSeconds: traffic.drivingSeconds }), OURS);
  const { map, corrected } = traffic.calibration();
  assert.ok(map.trips > 300);
  assert.ok(corrected.errorShare < 0.8 * map.errorShare, `${corrected.errorShare} against ${map.errorShare}`);
});

test("the 95th percentile is a value that was seen, and nothing has a mean of nothing", () => {
  assert.deepEqual(spreadOf(Array.from({ length: 100 }, (_, at) => at + 1)), { mean: 50.5, p95: 95 });
  assert.deepEqual(spreadOf([7]), { mean: 7, p95: 7 });
  assert.deepEqual(spreadOf([]), { mean: 0, p95: 0 });
});
