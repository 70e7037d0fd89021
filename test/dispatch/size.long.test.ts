// A city at its peak, on demo streets with the road engine that serves it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import type { LatLng } from "../../src/domain/geo.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { findMap } from "../../src/extract/map-folder.ts";
import { openLocalRoads } from "../../src/roads/local.ts";
import { loadRoads } from "../../src/roads/snapshot/roads-folder.ts";
import { addCrowdOfDrivers, copyOrders, fillHands, type Way } from "../harness/crowd.ts";
import { addOrder, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { newDataDir } from "../harness/streets.ts";

const map = await findMap(join(await newDataDir("size"), "demo-map"));
if (isRefusal(map)) throw new Error(map.why);
const loaded = await loadRoads(map);
if (isRefusal(loaded)) throw new Error(loaded.why);
const roads = openLocalRoads(loaded);
after(() => roads.close());

const chance = seededChance(15);
const somewhere = (): LatLng => ({ lat: 10.73 + chance() * 0.1, lng: 106.64 + chance() * 0.1 });
const ways = (count: number): Way[] => Array.from({ length: count }, () => [somewhere(), somewhere()]);
const phones = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));

describe("no size stops a city", () => {
  for (const [name, drivers, busy, orders] of [
    ["2,500 drivers and 80 waiting orders", 2_500, 0, 80],
    ["700 drivers with goods in hand", 700, 700, 60],
    ["more orders than one round takes", 1_200, 300, 700],
  ] as const) {
    test(`${name}: every order is offered or explained`, async () => {
      const giao = await startGiao({}, { roads });
      const token = await giao.signIn();
      const { db } = giao.house;
      const fleet = phones(84_920_000_000, drivers);
      await addCrowdOfDrivers(db, "SGN", fleet, fleet.map(somewhere));
      const first = await addOrder(giao, token);
      await fillHands(db, first, fleet.slice(0, busy), ways(busy), 1);
      const ids = [first, ...(await copyOrders(db, first, ways(orders - 1), { from: 1_000_000 }))];
      const advance = async (seconds: number) =>
        ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
      await advance(1);
      const explained = await db<{ orderId: string; verdict: string }>`
        select distinct on (order_id) order_id, record ->> 'verdict' as verdict from dispatch_decisions order by order_id, id desc`;
      assert.deepEqual(
        ids.filter((id) => !explained.some((one) => one.orderId === id && one.verdict !== "WAITS_FOR_ITS_TURN")),
        [],
        "nobody is left without a decision",
      );
      // Where everybody is busy, an order is held for a while for who will be free.
      if (busy === drivers) await advance(100);
      const offered = await db<{ orderId: string }>`select distinct order_id from offers where answer is null`;
      assert.ok(offered.length >= ids.length * 0.9, `${offered.length} of ${ids.length} are offered`);
    });
  }
});
