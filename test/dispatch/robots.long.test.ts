// Robots against a running server: an end-to-end test of the driver's door, from the dispatcher's offer to the money.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { startRobots } from "../../src/worker/robots/robot-fleet.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addOrder, MARKET, ok, orderBody } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const dataDir = await mkdtemp(join(tmpdir(), "giao-robots-"));
after(() => rm(dataDir, { recursive: true }));
const giao = await startGiao({ DATA_DIR: dataDir }, { roads: crowRoads }, { dispatches: true });
const token = await giao.signIn();
const troubles: unknown[] = [];
const robots = startRobots(
  {
    ...giao.house,
    root: giao.url,
    operatorKey: giao.house.settings.operatorKeys[0],
    routeKey: DEMO.routeKey,
    speed: 300,
    tickMs: 50,
  },
  [0, 0.004, 0.008].map((lat) => ({
    cityId: "SGN",
    vehicle: "BIKE",
    home: { lat: MARKET.lat + lat, lng: MARKET.lng },
  })),
  (error) => troubles.push(error),
);

type Record = { readonly [field: string]: ReturnType<typeof JSON.parse> };

const orderIs = (orderId: string, isSo: (order: Record) => boolean): Promise<Record> =>
  until(`order ${orderId} is where it should be`, async () => {
    const order: Record = ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
    return isSo(order) && order;
  });
async function robotsThere(): Promise<readonly Record[]> {
  const { drivers } = ok(await giao.call("GET", "/operator/v1/drivers", { operator: true }));
  return drivers.filter(({ robot }: Record) => robot);
}
const twoDoors = () => {
  const { path } = orderBody() as { path: object[] };
  return { path: [...path, { ...path[1], lat: MARKET.lat + 0.01, lng: MARKET.lng + 0.005 }] };
};

describe("robots", () => {
  test("an order is taken, carried along its points and delivered with a photo, and the money is right", async () => {
    const orderId = await addOrder(giao, token, twoDoors());
    const order = await orderIs(orderId, ({ status }) => status === "COMPLETED");
    assert.ok((await robotsThere()).some(({ mobile }) => mobile === order.supplier_id));
    for (const point of order.path.slice(1)) {
      assert.equal(point.status, "COMPLETED");
      assert.match(point.pod_info.images[0], /\/photos\/[0-9a-f]{32}$/);
    }
    const times = [order.accept_time, order.board_time, order.arrive_time, order.pickup_time, order.complete_time];
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok(times[0] > 0);
    const trail = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/trail`, { operator: true }));
    assert.ok(trail.points.length >= 2);
    assert.equal(ok(await giao.call("GET", "/operator/v1/ledger/verify", { operator: true })).ok, true);
  });

  test("sim:fail fails that point and delivers the other", async () => {
    const orderId = await addOrder(giao, token, { ...twoDoors(), remarks: "sim:fail:1" });
    const order = await orderIs(orderId, ({ status }) => status === "COMPLETED");
    assert.equal(order.path[1].status, "FAILED");
    assert.notEqual(order.path[1].fail_comment, "");
    assert.equal(order.path[2].status, "COMPLETED");
    assert.equal(order.sub_status, "");
  });

  test("sim:return fails the last point and brings the goods back", async () => {
    const orderId = await addOrder(giao, token, { remarks: "sim:return" });
    const order = await orderIs(orderId, ({ sub_status }) => sub_status === "RETURNED");
    assert.equal(order.path[1].status, "FAILED");
    assert.ok(order.return_time > 0);
  });

  test("sim:drop is given up by the first robot and delivered by another", async () => {
    const orderId = await addOrder(giao, token, { remarks: "sim:drop" });
    const order = await orderIs(orderId, ({ status }) => status === "COMPLETED");
    assert.equal(order.index, 1);
    const { dropped_by } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
    assert.equal(dropped_by.length, 1);
    assert.notEqual(dropped_by[0], order.supplier_id);
  });

  test("a cash order of a service that asks for it is confirmed and paid for at the counter", async () => {
    const careful = { need_confirm_before_pickup: true, collect_cash_before_pickup: true };
    ok(await giao.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body: careful }));
    const orderId = await addOrder(giao, token, { service_id: "SGN-ECO", payment_method: "CASH", remarks: "sim:slow" });
    const order = await orderIs(orderId, ({ status }) => status === "COMPLETED");
    assert.ok(order.confirm_time > 0 && order.pay_time > 0);
  });

  test("sim:no_driver is refused by all of them, sim:none is offered to none", async () => {
    const refused = await addOrder(giao, token, { remarks: "sim:no_driver" });
    const alone = await addOrder(giao, token, { remarks: "sim:none" });
    const dispatchOf = async (orderId: string) =>
      ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
    const isRefusedByAll = async () =>
      (await dispatchOf(refused)).offers.filter((offer: Record) => offer.answer === "declined").length === 3;
    await until("all of them have refused", isRefusedByAll);
    assert.equal(ok(await giao.call("GET", `/v3/orders/${refused}`, { token })).status, "ASSIGNING");
    assert.deepEqual((await dispatchOf(alone)).offers, []);
    assert.equal(ok(await giao.call("GET", `/v3/orders/${alone}`, { token })).status, "ASSIGNING");
  });

  test("robots that are stopped go offline, and nothing went wrong on the way", async () => {
    await robots.stop();
    const there = await robotsThere();
    assert.equal(there.length, 3);
    assert.ok(there.every(({ online }) => online === false));
    assert.deepEqual(troubles, []);
  });
});
