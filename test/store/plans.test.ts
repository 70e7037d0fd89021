// Whether PostgreSQL would compile our statements (jit), which costs it a hundred times what running them does. It does so where a
// plan's cost is over a limit, and a plan that has to use what was switched off for it is: by its cost until PostgreSQL 17.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk } from "../harness/expect.ts";
import { explainAll, nodesOf } from "../harness/explained.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { startReceiver } from "../harness/receiver.ts";
import { directOf } from "../harness/server.ts";

// PostgreSQL's own.
const JIT_ABOVE_COST = 100_000;

const giao = await startGiao({}, { roads: crowRoads });
const databaseUrl = directOf(giao.databaseUrl);
const plans = await explainAll(databaseUrl, { jit: "on" });
const explained = await giao.replica({ databaseUrl });
const receiver = await startReceiver();
giao.closeFirst(receiver.close);

async function liveWholeLife(): Promise<void> {
  const callback = { url: receiver.url("/"), auth: { type: "none" } };
  assertOk(await explained.call("PATCH", "/operator/v1/partners/demo", { operator: true, body: { callback } }));
  const token = await giao.signIn();
  const driver = await addDriver(explained, { phone: "84911000077", wallet: 100_000 });
  ok(await driver.online());
  const orderId = await addOrder(explained, token);
  const [offerId] = await offerTo(explained, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  ok(await driver.call("POST", "/positions", { positions: [{ lat: 10.7721, lng: 106.6983 }] }));
  ok(await driver.call("POST", `/orders/${orderId}/arrive`));
  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`, {}));
  const cancelled = await addOrder(explained, token);
  ok(await explained.call("DELETE", `/v3/orders/${cancelled}`, { token }));
  ok(await explained.call("GET", `/v3/orders/${orderId}`, { token }));
  ok(await explained.call("GET", "/v3/orders/events", { token }));
  await receiver.until(7);
}

test("no statement of an order's life is dear enough to be compiled, and none needs what was switched off for it", async () => {
  await liveWholeLife();
  // Counting figures comes once a minute or so, whatever orders do.
  const seen = plans.take().filter((one) => !/figure_marks/.test(one["Query Text"]));
  const writesEvents = seen.filter((one) => /insert into callback_events/.test(one["Query Text"]));
  assert.ok(writesEvents.length >= 7, `${writesEvents.length} events were seen written, of ${seen.length} statements`);
  const compiled = seen.filter(
    ({ Plan: plan, JIT: jit }) =>
      jit !== undefined || plan["Total Cost"] >= JIT_ABOVE_COST || nodesOf(plan).some((node) => node.Disabled),
  );
  assert.deepEqual([...new Set(compiled.map((one) => one["Query Text"]))], []);
});

test("a step that leaves an order with its driver, a pickup too, changes nothing that is indexed", async () => {
  // A column of an index, of what it works out or of its condition: one change of it writes into every index of the table.
  const rows = await giao.house.db<{ attname: string }>`
    select distinct attname
    from pg_index
    join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = refobjsubid
    where indrelid = 'orders'::regclass`;
  const indexed = new Set(rows.map(({ attname }) => attname));
  assert.ok(indexed.has("carried") && indexed.has("undelivered"));
  for (const column of ["status", "seq", "state", "content", "held_main", "held_bonus"])
    assert.ok(!indexed.has(column), column);
});

test("what an order asks for is compressed by LZ4, where the server has it", async () => {
  const [row] = await giao.house.db<{ method: string; hasLz4: boolean }>`
    select attcompression as method, 'lz4' = any(enumvals) as has_lz4
    from pg_attribute, pg_settings
    where attrelid = 'orders'::regclass
      and attname = 'content'
      and pg_settings.name = 'default_toast_compression'`;
  assert.equal(row?.method, row?.hasLz4 ? "l" : "");
});
