// Tolls and ferries on the way, on a drawn map: what an estimate says is what is paid, also after the order is changed, and only where
// the service charges for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { openLocalRoads } from "../../../src/roads/local.ts";
import { buildEngine } from "../../fixtures/roads/build-engine.ts";
import { drawMap } from "../../fixtures/roads/drawn-map.ts";
import { contentCalls, ok } from "../../harness/content-calls.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, orderBody, point, startOrderTests } from "../../harness/orders.ts";

// A toll between b and d, a ferry between e and f; g to h asks cars alone.
const map = drawMap("a-1-b-4-c-5-d-2-e---f-3-g---h-6-i", {
  gridMeters: 100,
  ways: {
    bc: { toll: "yes" },
    cd: { toll: "yes", highway: "primary" },
    ef: { route: "ferry" },
    gh: { toll: "yes", "toll:motorcycle": "no" },
  },
});
const version = { engine: "giao", map: "drawn", demo: false } as const;
const engineOf = (profile: "bike" | "car") => {
  const engine = buildEngine(map.extract, profile, { partStatesMin: 1, version });
  if (isRefusal(engine)) throw new Error(engine.why);
  return engine;
};
const roads = openLocalRoads({ version, engines: { bike: engineOf("bike"), car: engineOf("car") } });
const orders = await startOrderTests({}, roads);
orders.closeFirst(async () => roads.close());
const { add, remove } = contentCalls(orders);

const [TOLL, FERRY] = [15_000, 4_000];
const charge = (service: string, fees: Body) =>
  ok(orders.call("PUT", `/operator/v1/services/${service}`, { operator: true, body: fees }));
const saved = await charge("SGN-BIKE", { toll_fee: TOLL, ferry_fee: FERRY });
await charge("SGN-VAN-500", { toll_fee: 2 * TOLL });
await charge("VNM-PARTNER-DEMO", { toll_fee: TOLL, ferry_fee: FERRY });

const along = (...places: readonly string[]): Json[] => places.map((place) => point(map.at(place)));
async function estimate(service: string, path: readonly Json[]): Promise<Json> {
  const services = [{ _id: service, requests: [] }];
  return (await ok(orders.estimate(orderBody({ service_id: null, requests: null, services, path }))))[0].data;
}
const addsUp = (fees: Json) =>
  assert.equal(
    fees.total_fee,
    fees.distance_fee + fees.request_fee + fees.stop_fee + fees.road_fee + fees.vat_fee - fees.discount,
  );

const ways: readonly (readonly [service: string, places: string, roadFee: number])[] = [
  ["SGN-BIKE", "12", TOLL],
  ["SGN-BIKE", "13", TOLL + FERRY],
  ["SGN-BIKE", "21", TOLL],
  ["SGN-BIKE", "14", TOLL],
  // The road is left at a stop and taken again, or driven along.
  ["SGN-BIKE", "1452", TOLL],
  ["SGN-BIKE", "121", 2 * TOLL],
  ["SGN-BIKE", "2323", 3 * FERRY],
  ["SGN-BIKE", "36", 0],
  ["SGN-VAN-500", "36", 2 * TOLL],
  ["SGN-VAN-500", "13", 2 * TOLL],
  ["SGN-ECO", "13", 0],
];
for (const [service, places, roadFee] of ways) {
  test(`${service} along ${places} pays ${roadFee} for roads, estimated, ordered and by its quote`, async () => {
    const path = along(...places);
    const estimated = await estimate(service, path);
    assert.equal(estimated.road_fee, roadFee);
    addsUp(estimated);
    for (const more of [{}, { quote_id: estimated.quote_id }]) {
      const order = await orders.created(orderBody({ service_id: service, path, payment_method: "CASH", ...more }));
      assert.deepEqual([order.road_fee, order.total_fee], [roadFee, estimated.total_fee]);
      assert.equal(order.subtotal_price, estimated.subtotal_price);
    }
  });
}

test("services asked for together are charged each by its own tariff", async () => {
  const services = ["SGN-ECO", "SGN-BIKE", "SGN-2H"].map((_id) => ({ _id, requests: [] }));
  const path = along("1", "3");
  const answer = await ok(orders.estimate(orderBody({ service_id: null, requests: null, services, path })));
  assert.deepEqual(
    answer.map(({ data }: Json) => data.road_fee),
    [0, TOLL + FERRY, 0],
  );
});

test("the price is explained line by line, and the driver has what the roads cost", async () => {
  assert.deepEqual([saved.toll_fee, saved.ferry_fee], [TOLL, FERRY]);
  const order = await orders.created(orderBody({ path: along("1", "3"), payment_method: "CASH" }));
  const { lines, total } = await ok(orders.call("GET", `/v3/orders/${order._id}/price`, { token: orders.token }));
  const paid = lines.filter(({ line }: Json) => line === "tolls" || line === "ferries");
  assert.deepEqual(paid, [
    { line: "tolls", amount: TOLL, factors: { toll_fee: TOLL, tolls: 1 } },
    { line: "ferries", amount: FERRY, factors: { ferry_fee: FERRY, ferries: 1 } },
  ]);
  assert.equal(total, order.total_fee);
  const taxed = order.distance_fee + order.stop_fee;
  assert.equal(order.vat_fee, Math.round(taxed * 0.08));
  assert.equal(order.subtotal_price, taxed + TOLL + FERRY);
});

test("a point added or removed, or moved, is charged for the way as it is now, by the order's own fees", async () => {
  const order = await orders.created(orderBody({ path: along("1", "2"), payment_method: "CASH" }));
  const before = await estimate("SGN-BIKE", along("1", "2", "3"));
  const hosted = await orders.created(orderBody({ service_id: "VNM-PARTNER-DEMO", path: along("1", "2") }));
  const { lat, lng } = map.at("3");
  const moved = { path_index: 1, address_info: { address: "5 Somewhere", lat, lng } };
  await charge("SGN-BIKE", { toll_fee: 1, ferry_fee: 0 });
  await charge("VNM-PARTNER-DEMO", { toll_fee: 0, ferry_fee: 0 });
  const added = await ok(add(order._id, point(map.at("3"))));
  assert.deepEqual([added.road_fee, added.total_fee], [TOLL + FERRY, before.total_fee]);
  const back = await ok(remove(order._id, 2));
  assert.deepEqual([back.road_fee, back.total_fee], [TOLL, order.total_fee]);
  await ok(orders.call("PATCH", `/v3/orders/${hosted._id}`, { token: orders.token, body: moved }));
  assert.equal((await orders.detail(hosted._id)).road_fee, TOLL + FERRY);
  assert.equal((await estimate("SGN-BIKE", along("1", "3"))).road_fee, 1);
});
