// Texts that JSON can hold and the database's JSON cannot: half of an emoji, which a length limit cut in two, and a zero character.
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate } from "../../../src/store/migrate.ts";
import { crowRoads } from "../../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, orderBody } from "../../harness/fleet.ts";
import { startGiao } from "../../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911700001" });
const HALF = "half \ud83d";
const ZERO = "zero \0";
const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const linkOf = async (orderId: string) => {
  const { shared_link } = ok(await giao.call("GET", `/v3/orders/${orderId}/shared-link`, { token }));
  return new URL(shared_link).pathname;
};
const readEverywhere = async (orderIds: readonly string[]) => {
  const links = await Promise.all(orderIds.map(linkOf));
  for (const answer of await Promise.all(links.map((link) => giao.call("GET", `${link}/state`)))) assertOk(answer);
  assertOk(await giao.call("GET", "/operator/v1/cities/SGN/live", { operator: true }));
  for (const path of ["/orders", "/orders?past=true", "/wallet"]) assertOk(await driver.call("GET", path));
};

test("an order's name and the comment of its cancelling may end in half a character, and no list, link or map breaks", async () => {
  const [pickup, door] = (orderBody() as { path: object[] }).path;
  const odd = await addOrder(giao, token, { remarks: HALF, path: [pickup, { ...door, name: HALF }] });
  const plain = await addOrder(giao, token);
  assert.equal((await detail(odd)).path[1].name, "half \ufffd");
  await readEverywhere([odd, plain]);
  assertOk(await giao.call("DELETE", `/v3/orders/${odd}`, { token, body: { comment: HALF } }));
  await readEverywhere([odd, plain]);
  ok(await giao.call("DELETE", `/v3/orders/${plain}`, { token }));
});

test("a driver's proof and comment may hold either, and the delivery counts", async () => {
  for (const note of [HALF, ZERO, "a path \\u0000\\ud83d is text"]) {
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [driver.phone]);
    ok(await driver.call("POST", `/offers/${offerId}/accept`));
    ok(await driver.call("POST", `/orders/${orderId}/pickup`));
    const failed = await driver.call("POST", `/orders/${orderId}/points/1/fail`, { comment: note, pod_info: { note } });
    assertOk(failed);
    const { path } = await detail(orderId);
    const kept = note.replaceAll(/[\0\ud83d]/g, "\ufffd");
    assert.deepEqual([path[1].fail_comment, path[1].pod_info], [kept, { note: kept }]);
    await readEverywhere([orderId]);
  }
});

test("a recipient may rate with half a character, and with a zero character is told", async () => {
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  ok(await driver.call("POST", `/orders/${orderId}/pickup`));
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`));
  const rate = async (comment: string) =>
    giao.call("POST", `${await linkOf(orderId)}/rating`, { body: { rating: 5, comment } });
  assertRefused(await rate(ZERO), 400, "INVALID_PARAM");
  assertOk(await rate(HALF));
  await readEverywhere([orderId]);
});

test("a key with half a character in it is refused", async () => {
  const body = { ...orderBody(), [HALF]: 1 };
  assertRefused(await giao.call("POST", "/v3/orders", { token, body }), 400, "BAD_REQUEST");
});

test("texts that an earlier program let in are mended when the database is migrated", async () => {
  const { db } = giao.house;
  const orderId = await addOrder(giao, token);
  const spoilt = JSON.stringify({ comment: `${HALF}\0\0`, told: "\\u0000" }).slice(1);
  await db`
    update orders
    set state = ('{"cancelComment":"x",' || ${spoilt.slice(0, -1)} || ',' || substr(state::text, 2))::json,
      content = ('{' || ${spoilt.slice(0, -1)} || ',' || substr(content::text, 2))::json
    where id = ${orderId}`;
  await db`delete from schema_migrations where number = 14`;
  await migrate(db);
  const [row] = await db<{ state: Record<string, string>; content: Record<string, string> }>`
    select state, content from orders where id = ${orderId}`;
  for (const { comment, told } of [row!.state, row!.content]) {
    assert.deepEqual([comment, told], ["half \ufffd\ufffd\ufffd", "\\u0000"]);
  }
  await readEverywhere([orderId]);
});
