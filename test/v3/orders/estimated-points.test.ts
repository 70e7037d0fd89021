// Where an estimate found its points, and what it warns of. The places are those known without a map; the roads are a crow's, 150 m
// beside every delivery.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Roads } from "../../../src/domain/roads.ts";
import { createPlaces } from "../../../src/places/places.ts";
import { crowRoads } from "../../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startGiao } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, PICKUP, point } from "../../harness/orders.ts";

const roads: Roads = {
  ...crowRoads,
  matrix: async (profile, sources, targets) => ({
    ...(await crowRoads.matrix(profile, sources, targets)),
    moved: { sourcesMeters: sources.map(() => 3.4), targetsMeters: targets.map(() => 150.2) },
  }),
} as Roads;
const giao = await startGiao({}, { roads, places: createPlaces() });
const token = await giao.signIn();

async function estimate(path: readonly Body[]) {
  const body = { ...orderBody(), path, services: [{ _id: "SGN-BIKE" }], service_id: null };
  return giao.call("POST", "/v3/orders/estimates", { token, body });
}

const unplaced = (address: string): Body => ({ address, name: "Lan", mobile: "0900000009" });

test("an estimate says where each point is, how it was found and how far it is from the road", async () => {
  const answer = await estimate([point(), point(DELIVERY)]);
  assertOk(answer);
  const [{ data, warnings }] = answer.body;
  assert.deepEqual(data.points, [
    { ...PICKUP, located_by: "given", located_confidence: 1, moved_meters: 3 },
    { ...DELIVERY, located_by: "given", located_confidence: 1, moved_meters: 150 },
  ]);
  assert.deepEqual(warnings, ["STOP_MOVED"]);
});

test("an address that is known by its ward alone is priced with a warning", async () => {
  const answer = await estimate([point(), unplaced("12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh")]);
  assertOk(answer);
  const [{ data, warnings }] = answer.body;
  assert.equal(data.points[1].located_by, "ward");
  assert.ok(data.points[1].located_confidence <= 0.5);
  assert.deepEqual(warnings, ["LOW_CONFIDENCE_ADDRESS", "STOP_MOVED"]);
});

const wrong = [
  ["a district that does not exist", "268 Lý Thường Kiệt, Phường 14, Quận 99, Hồ Chí Minh", /Quận 99.*"Quận 9"/],
  ["a ward of another district", "268 Lý Thường Kiệt, Phường Bến Nghé, Quận 10, Hồ Chí Minh", /one of Quận 1\b/],
  ["a district of another province", "5 Hàng Bạc, Phường 14, Quận 10, Hà Nội", /one of Hồ Chí Minh/],
  ["an abbreviated district", "268 Lý Thường Kiệt, Phường 14, Q.10, Hồ Chí Minh", /"Q.10".*"Quận 10"/],
] as const;

for (const [name, address, why] of wrong) {
  test(`${name} is refused with what was probably meant`, async () => {
    const answer = await estimate([point(), unplaced(address)]);
    assertRefused(answer, 400, "BAD_REQUEST");
    assert.match(answer.body.description, why);
    // Beside coordinates no address is judged.
    assertOk(await estimate([point(), { ...unplaced(address), ...DELIVERY }]));
  });
}
