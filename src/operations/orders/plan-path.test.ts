// Who drives an order and when decides which roads it is priced by.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildEngine } from "../../../test/fixtures/roads/build-engine.ts";
import { drawMap } from "../../../test/fixtures/roads/drawn-map.ts";
import type { Service } from "../../domain/catalogue/service.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { openLocalRoads } from "../../roads/local.ts";
import { driveOf, planPath } from "./plan-path.ts";

const map = drawMap("a-1-b-2-c\n|   |   |\nd-3-e-4-f", {
  gridMeters: 100,
  ways: { be: { "hgv:conditional": "no @ (06:00-22:00)", maxweight: "10", "motorcycle:conditional": "no @ (Su)" } },
});
const version = { engine: "giao", map: "drawn", demo: true } as const;
const [car, bike] = (["car", "bike"] as const).map((profile) => {
  const engine = buildEngine(map.extract, profile, { partStatesMin: 1, version });
  if (isRefusal(engine)) throw new Error(engine.why);
  return engine;
});
const roads = openLocalRoads({ version, engines: { car: car!, bike: bike! } });
after(() => roads.close());

const [MONDAY, SUNDAY] = [1, 7];
const cases: readonly (readonly [Service["vehicle"], number, number, number])[] = [
  ["VAN", MONDAY, 12, 600],
  ["TRUCK", MONDAY, 12, 1000],
  ["TRUCK", MONDAY, 23, 600],
  ["BIKE", MONDAY, 12, 600],
  ["BIKE", SUNDAY, 12, 1000],
];
for (const [vehicle, day, hour, meters] of cases) {
  test(`a ${vehicle} that sets out on day ${day} at ${hour}:00 drives ${meters} m, one leg or many`, async () => {
    const drive = driveOf({ vehicle }, { day, minuteOfDay: hour * 60, second: 0 });
    const [from, to] = [map.at("1"), map.at("4")];
    const plan = await planPath(roads, drive, [from, to], false, {});
    assert.ok(!isRefusal(plan));
    assert.equal(Math.round(plan.distanceMeters), meters);
    const there = await planPath(roads, drive, [from, to, to], false, {});
    assert.ok(!isRefusal(there));
    assert.equal(Math.round(there.distanceMeters), meters);
  });
}
