import assert from "node:assert/strict";
import { test } from "node:test";
import { feeOf } from "../../fee-expression/compiled.ts";
import { checkTariff } from "../../fee-expression/tariff-check.ts";
import { CITY_SEEDS } from "./city-outlines.ts";
import { SANDBOX_SERVICE_SEEDS, SERVICE_SEEDS } from "./services.ts";

const seeds = [...SERVICE_SEEDS, ...SANDBOX_SERVICE_SEEDS];
const byId = new Map(seeds.map((service) => [service.id, service]));

test("SGN and HAN have the full set, the six other cities BIKE and ECO, and demo its own service", () => {
  const full = ["BIKE", "ECO", "2H", "SAMEDAY", "TRUCK-500", "TRUCK-1000", "VAN-500"];
  const small = ["DAD", "HPH", "VCA", "CXR", "HUI", "BMV"].flatMap((city) => [`${city}-BIKE`, `${city}-ECO`]);
  const expected = [...full.map((group) => `SGN-${group}`), ...full.map((group) => `HAN-${group}`), ...small];
  assert.deepEqual([...byId.keys()].sort(), [...expected, "VNM-PARTNER-DEMO"].sort());
});

test("SGN-BIKE is exactly what the sandbox promises", () => {
  const bike = byId.get("SGN-BIKE")!;
  assert.deepEqual(
    {
      distanceFee: bike.distanceFee,
      stopFee: bike.stopFee,
      vatRate: bike.vatRate,
      codMax: bike.codMax,
      stopPointsMax: bike.stopPointsMax,
      distanceMetersMax: bike.distanceMetersMax,
      hours: bike.hours,
      timeoutSeconds: bike.timeoutSeconds,
    },
    {
      distanceFee: "(25000 if x <= 4 else 25000 + (x - 4) * 5500)",
      stopFee: 5_500,
      vatRate: 800,
      codMax: 10_000_000,
      stopPointsMax: 5,
      distanceMetersMax: 100_000,
      hours: [],
      timeoutSeconds: 600,
    },
  );
  assert.deepEqual(
    bike.requests.map((request) => [request.id, request.type, request.price]),
    [
      ["SGN-BIKE-TIP", "PER_UNIT", 5_000],
      ["SGN-BIKE-BULKY", "TIER", 0],
      ["SGN-BIKE-D2D", "BOOLEAN", 10_000],
      ["SGN-BIKE-SMS", "BOOLEAN", 1_000],
      ["SGN-BIKE-FRAGILE", "BOOLEAN", 10_000],
      ["SGN-BIKE-INSURANCE", "COD_INSURANCE", 0],
      ["SGN-BIKE-ROUND-TRIP", "COMMISSION_DISTANCE_PERCENTAGE", 0],
    ],
  );
});

// Worked out by hand from the market's tariffs.
const prices = [
  ["SGN-BIKE", 0, 12, 25_000],
  ["SGN-BIKE", 4, 12, 25_000],
  ["SGN-BIKE", 4.01, 12, 25_055],
  ["SGN-BIKE", 10, 12, 58_000],
  ["SGN-ECO", 4, 12, 18_000],
  ["SGN-ECO", 9.5, 12, 40_000],
  ["SGN-2H", 4, 12, 19_636],
  ["SGN-2H", 5, 12, 23_956],
  ["SGN-SAMEDAY", 9.99, 12, 24_000],
  ["SGN-SAMEDAY", 10, 12, 32_000],
  ["SGN-SAMEDAY", 19.99, 12, 32_000],
  ["SGN-SAMEDAY", 20, 12, 50_000],
  ["SGN-TRUCK-500", 4, 12, 185_000],
  ["SGN-TRUCK-500", 10, 12, 305_000],
  ["SGN-TRUCK-500", 12, 12, 333_750],
  ["SGN-TRUCK-500", 15, 12, 376_875],
  ["SGN-TRUCK-500", 20, 12, 446_875],
  ["SGN-TRUCK-500", 4, 15.48, 185_000],
  ["SGN-TRUCK-500", 4, 15.5, 277_500],
  ["SGN-TRUCK-500", 10, 20, 457_500],
  ["SGN-TRUCK-500", 10, 20.02, 305_000],
  ["SGN-TRUCK-1000", 4, 12, 260_000],
  ["SGN-TRUCK-1000", 10, 12, 392_000],
  ["SGN-TRUCK-1000", 12, 12, 424_000],
  ["SGN-VAN-500", 4, 12, 165_000],
  ["SGN-VAN-500", 6, 12, 201_000],
] as const;

for (const [serviceId, x, h, amount] of prices) {
  test(`${serviceId} asks ${amount} VND for ${x} km at ${h} h`, () => {
    assert.equal(Math.round(feeOf(byId.get(serviceId)!.distanceFee)(x, h) * 1e6) / 1e6, amount);
  });
}

test("every seeded tariff would be taken by the operator's door", () => {
  for (const service of seeds) {
    const answer = checkTariff(service.distanceFee, service.distanceMetersMax);
    assert.ok(!("refused" in answer), service.id);
  }
});

test("every seeded service belongs to a seeded city, and every seeded city has services", () => {
  const cities = new Set(seeds.flatMap((service) => service.cityId ?? []));
  assert.deepEqual([...cities].sort(), CITY_SEEDS.map((city) => city.id).sort());
});

test("people read every service and request in both languages", () => {
  for (const service of seeds) {
    for (const text of [service.nameEn, service.nameVi, service.descriptionEn, service.descriptionVi]) assert.ok(text);
    for (const request of service.requests) assert.ok(request.name && request.descriptionEn && request.descriptionVi);
  }
});
