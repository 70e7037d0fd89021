// An edit of a planned order's time asks the slot it goes to: a full one refuses it, and of two who want the last place one has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { addOrder, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads }, { dispatches: false });
const token = await giao.signIn();
const HOUR = 3_600;
const SERVICE = { planning: "rolling", plan_within: 120, plan_latest_offer: 20, plan_slot: 120, plan_slot_orders: 1 };
ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: SERVICE }));
const now = Math.floor(giao.house.clock.now().getTime() / 1_000);
// The first moment of a slot of tomorrow morning, by the clock of the city.
const morning = now - ((now + 7 * HOUR) % (24 * HOUR)) + 32 * HOUR;
const order = (at: number) => addOrder(giao, token, { order_time: at, payment_method: "CASH" });
const edit = (id: string, at: number) => giao.call("PATCH", `/v3/orders/${id}`, { token, body: { order_time: at } });
const promised = async (id: string) => ok(await giao.call("GET", `/v3/orders/${id}`, { token })).deliver_by;
const slotOf = async (id: string) => {
  const [row] = await giao.house.db<{ slotAt: Date }>`select slot_at from slot_places where order_id = ${id}`;
  return row!.slotAt.getTime() / 1_000;
};

test("an edit into a full slot is refused and changes nothing; where there is a place it goes there", async () => {
  const [first, other] = [await order(morning), await order(morning + 4 * HOUR)];
  assert.deepEqual([await slotOf(first), await slotOf(other)], [morning, morning + 4 * HOUR]);
  const refused = await edit(other, morning);
  assert.deepEqual([refused.status, refused.body.code], [406, "INVALID_DELIVERY_TIME"]);
  assert.deepEqual([await promised(other), await slotOf(other)], [morning + 6 * HOUR, morning + 4 * HOUR]);
  ok(await edit(first, morning - 600));
  assert.deepEqual([await promised(first), await slotOf(first)], [morning + 2 * HOUR - 600, morning], "its own place");
  ok(await edit(first, morning + 2 * HOUR));
  ok(await edit(other, morning));
  assert.deepEqual([await slotOf(first), await slotOf(other)], [morning + 2 * HOUR, morning]);

  const third = await order(morning + 6 * HOUR);
  const racing = await Promise.all([edit(first, morning + 4 * HOUR), edit(third, morning + 4 * HOUR)]);
  assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 406]);
  const there = await Promise.all([first, third].map(slotOf));
  assert.equal(there.filter((at) => at === morning + 4 * HOUR).length, 1);
});
