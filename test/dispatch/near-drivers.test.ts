// Whom a large fleet's dispatcher looks at: busy drivers count from where they will be free, and not from where they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addCrowdOfDrivers, fillHands, type Way } from "../harness/crowd.ts";
import { addOrder, MARKET, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });

test("among many who stand at the pickup and drive away, whoever comes there with goods is asked", async () => {
  const giao = await startGiao({}, { roads: crowRoads });
  const token = await giao.signIn();
  const { db } = giao.house;
  const leaving = Array.from({ length: 40 }, (_, at) => String(84_920_000_000 + at));
  const coming = "84920000999";
  const phones = [...leaving, coming];
  await addCrowdOfDrivers(db, "SGN", phones, [...leaving.map((_, at) => north(at)), north(-2_500)]);
  const orderId = await addOrder(giao, token);
  const away: Way = [MARKET, north(6_000)];
  await fillHands(db, orderId, phones, [...leaving.map(() => away), [MARKET, north(-200)]], 1);
  // An order is held for a while for who will be free; a short way from them nobody is idle.
  for (let turn = 0; turn < 10; turn++) {
    ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 10 } }));
  }
  const { offers } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
  assert.equal(offers[0]?.mobile, coming);
});
