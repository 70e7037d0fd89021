import assert from "node:assert/strict";
import { test } from "node:test";
import { SERVICE_SEEDS } from "../catalogue/seed/services.ts";
import { IMMEDIATE } from "../rolling-plan/terms.ts";
import { loadOf, shareOfVehicle } from "./vehicle-load.ts";

const bike = SERVICE_SEEDS.find(({ id }) => id === "SGN-BIKE")!;
const bulky = (tierCode: string) => [{ id: "SGN-BIKE-BULKY", tierCode }];
const box = (weightKg: number, side?: number) => ({
  weightKg,
  lengthCm: side,
  widthCm: side,
  heightCm: side,
  description: undefined,
});

test("what packages weigh and hold is added up, and who says nothing has small ones", () => {
  assert.deepEqual(loadOf([], [], bike), { kg: 0, litres: 0 });
  assert.deepEqual(loadOf([box(2, 10), box(3, 20), box(1)], [], bike), { kg: 6, litres: 9 });
});

test("a size that was chosen is at least that size, and weighs what it may where nothing was said", () => {
  assert.deepEqual(loadOf([], bulky("TIER_2"), bike), { kg: 40, litres: 180 });
  assert.deepEqual(loadOf([box(12, 10)], bulky("TIER_2"), bike), { kg: 12, litres: 180 });
  assert.deepEqual(loadOf([], bulky("TIER_NONE"), bike), { kg: 0, litres: 0 });
  assert.deepEqual(loadOf([], bulky("TIER_2"), undefined), { kg: 0, litres: 0 });
});

test("where a service's vehicles hold less than usual, everything counts more in the usual one's measure", () => {
  const small = { ...bike, planning: { ...IMMEDIATE, loadKg: 20, loadLitres: 0 } };
  assert.deepEqual(loadOf([box(10, 10)], [], small), { kg: 50, litres: 1 });
  assert.equal(shareOfVehicle("BIKE", 5, loadOf([box(10, 10)], [], small)), 0.5);
  const roomy = { ...bike, planning: { ...IMMEDIATE, loadKg: 0, loadLitres: 5_670 } };
  assert.deepEqual(loadOf([box(10, 10)], [], roomy), { kg: 10, litres: 0.1 });
});

test("of a vehicle an order takes what it takes most of", () => {
  assert.equal(shareOfVehicle("BIKE", 5, { kg: 10, litres: 0 }), 0.2);
  assert.equal(shareOfVehicle("BIKE", 5, { kg: 60, litres: 0 }), 0.6);
  assert.equal(shareOfVehicle("BIKE", 5, { kg: 0, litres: 567 }), 1);
  assert.equal(shareOfVehicle("VAN", 5, { kg: 60, litres: 567 }), 0.2);
});
