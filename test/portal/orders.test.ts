import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";
import { answer, ok, startReceiver } from "../harness/receiver.ts";
import { signInPage } from "../harness/web-session.ts";

const giao = await startOrderTests();
const CHILD = "84933000001";
const SIBLING = "84933000002";
const childToken = await giao.fundedAccount(CHILD, 5_000_000);
const siblingToken = await giao.fundedAccount(SIBLING, 5_000_000);
await adopt(CHILD);
const stranger = await giao.call("POST", "/operator/v1/partners", {
  operator: true,
  body: { id: "other", name: "Other" },
});
await giao.register("84933000003", stranger.body.api_key);

const sign = (mobile: string, api_key: string = DEMO.apiKey) => signInPage(giao, "portal", { api_key, mobile });
const parent = await sign(DEMO.phone);
const child = await sign(CHILD);
const sibling = await sign(SIBLING);
const other = await sign("84933000003", stranger.body.api_key);

const tracked = (number: string) => orderBody({ path: [point(), point({ ...DELIVERY, tracking_number: number })] });
const own = await giao.created(tracked("OWN-1"));
await giao.advance(1);
const eco = await giao.created(orderBody({ service_id: "SGN-ECO" }));
await giao.advance(1);
const childs = await giao.created(tracked("CHILD-1"), childToken);
await giao.advance(1);
const siblings = await giao.created(tracked("OWN-1"), siblingToken);
await giao.play(own._id, "accept", { mobile: DEMO.driver.phone });

type Page = Awaited<ReturnType<typeof sign>>;
async function ids(page: Page, query = ""): Promise<readonly string[]> {
  const listed = await page.call("GET", `/portal/v1/orders${query}`);
  assertOk(listed);
  return listed.body.orders.map((order: Json) => order._id);
}

async function adopt(phone: string): Promise<void> {
  const as = { token: giao.token };
  assertOk(await giao.call("POST", "/v3/accounts/childs", { ...as, body: { child_id: phone } }));
  const sms = await giao.call("GET", `/operator/v1/sms?to=${phone}`, { operator: true });
  const [message] = sms.body;
  const body = { activation_code: message.code };
  assertOk(await giao.call("POST", `/v3/accounts/childs/${phone}/activate`, { ...as, body }));
}

describe("GET /portal/v1/orders", () => {
  test("a parent sees its own and its children's orders, newest first", async () => {
    assert.deepEqual(await ids(parent), [childs._id, eco._id, own._id]);
  });

  test("a child sees its own, an account beside it its own, another partner nothing", async () => {
    assert.deepEqual(await ids(child), [childs._id]);
    assert.deepEqual(await ids(sibling), [siblings._id]);
    assert.deepEqual(await ids(other), []);
  });

  test("one account can be picked of those one may see", async () => {
    assert.deepEqual(await ids(parent, `?account=${CHILD}`), [childs._id]);
    for (const [page, account] of [
      [parent, SIBLING],
      [child, DEMO.phone],
      [parent, "rubbish"],
    ] as const) {
      assertRefused(await page.call("GET", `/portal/v1/orders?account=${account}`), 404, "NOT_FOUND");
    }
  });

  test("filters by status, several statuses, service, group and time", async () => {
    assert.deepEqual(await ids(parent, "?status=ACCEPTED"), [own._id]);
    assert.deepEqual(await ids(parent, "?status=ACCEPTED,ASSIGNING"), [childs._id, eco._id, own._id]);
    assert.deepEqual(await ids(parent, "?service=SGN-ECO"), [eco._id]);
    assert.deepEqual(await ids(parent, "?service=ECO"), [eco._id]);
    assert.deepEqual(await ids(parent, "?service=VAN-500"), []);
    assert.deepEqual(await ids(parent, `?from_time=${eco.create_time}`), [childs._id, eco._id]);
    assert.deepEqual(await ids(parent, `?to_time=${eco.create_time}`), [eco._id, own._id]);
  });

  test("finds by order id, tracking number and driver's phone, only what one may see", async () => {
    assert.deepEqual(await ids(parent, `?q=${own._id.toLowerCase()}`), [own._id]);
    assert.deepEqual(await ids(parent, "?q=OWN-1"), [own._id]);
    assert.deepEqual(await ids(sibling, "?q=OWN-1"), [siblings._id]);
    assert.deepEqual(await ids(parent, "?q=0911000001"), [own._id]);
    assert.deepEqual(await ids(child, "?q=0911000001"), []);
    assert.deepEqual(await ids(parent, "?q=OWN-1&status=CANCELLED"), []);
    assert.deepEqual(await ids(other, `?q=${own._id}`), []);
  });

  test("pages by a cursor that stays right while orders come in", async () => {
    const first = await parent.call("GET", "/portal/v1/orders?limit=2");
    assert.deepEqual(
      first.body.orders.map((order: Json) => order._id),
      [childs._id, eco._id],
    );
    const rest = await parent.call("GET", `/portal/v1/orders?limit=2&after=${first.body.next}`);
    assert.deepEqual([rest.body.orders.map((order: Json) => order._id), rest.body.next], [[own._id], ""]);
  });

  for (const query of ["status=LOST", "status=", "from_time=x", "after=x", "limit=x", "service=a%20b", "q=%00"]) {
    test(`refuses ${query}`, async () => {
      assertRefused(await parent.call("GET", `/portal/v1/orders?${query}`), 400, "BAD_REQUEST");
    });
  }

  test("is closed to strangers and open to a token", async () => {
    assertRefused(await giao.call("GET", "/portal/v1/orders"), 401, "NOT_AUTHORIZED");
    assertOk(await giao.call("GET", "/portal/v1/orders", { token: childToken }));
  });
});

describe("GET /portal/v1/orders.csv", () => {
  test("gives every matching order as a line that Excel reads, in both languages", async () => {
    const exported = await parent.call("GET", "/portal/v1/orders.csv");
    assert.equal(exported.headers.get("content-type"), "text/csv; charset=utf-8");
    assert.match(exported.headers.get("content-disposition") ?? "", /^attachment; filename="orders\.csv"$/);
    const lines = String(exported.body).split("\r\n");
    assert.match(lines[0] ?? "", /^Order,Created,Status,/);
    assert.deepEqual(
      lines.slice(1, -1).map((line) => line.split(",")[0]),
      [childs._id, eco._id, own._id],
    );
    assert.match(lines[1] ?? "", /,\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2},ASSIGNING,84933000001,/);
    const raw = await fetch(`${giao.url}/portal/v1/orders.csv?lang=vi&service=ECO`, {
      headers: { cookie: parent.cookie, "x-giao-page": "1" },
    });
    const bytes = Buffer.from(await raw.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.match(bytes.toString("utf8"), /^\uFEFFĐơn hàng,Tạo lúc,/);
    assert.equal(bytes.toString("utf8").split("\r\n").length, 3);
  });

  test("what somebody typed never runs as a formula", async () => {
    const evil = '=HYPERLINK("http://evil.example")';
    await giao.fundedAccount("84933000004", 1_000_000);
    const page = await sign("84933000004");
    const path = [point(), point({ ...DELIVERY, name: evil, address: "@SUM(1)" })];
    assertOk(await page.call("POST", "/v3/orders", { body: orderBody({ path }) }));
    const { body } = await page.call("GET", "/portal/v1/orders.csv");
    assert.ok(String(body).includes(`,"'${evil.replaceAll('"', '""')}",`), String(body));
    assert.ok(String(body).includes(",'@SUM(1),"));
  });

  test("shows a child nothing of its parent, and refuses what the list refuses", async () => {
    const { body } = await child.call("GET", "/portal/v1/orders.csv");
    assert.equal(String(body).trim().split("\r\n").length, 2);
    assertRefused(await parent.call("GET", "/portal/v1/orders.csv?status=LOST"), 400, "BAD_REQUEST");
    assertRefused(await parent.call("GET", `/portal/v1/orders.csv?account=${SIBLING}`), 404, "NOT_FOUND");
  });

  test("many pages arrive whole and in order", async () => {
    await giao.register("84933000005");
    const many = 1_203;
    await giao.house.db`
      insert into orders (
        id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state
      )
      select '99' || lpad(upper(to_hex(n)), 6, '0'), partner_id, '84933000005', service_id, city_id, 'CANCELLED', 1,
        lpad(n::text, 22, '0'), created_at, content, state
      from orders
      cross join generate_series(1, ${many}) as n
      where id = ${own._id}`;
    const page = await sign("84933000005");
    const { body } = await page.call("GET", "/portal/v1/orders.csv");
    const got = String(body)
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0] ?? "");
    assert.equal(got.length, many);
    assert.equal(new Set(got).size, many);
    assert.deepEqual(got, [...got].sort().reverse());
  });
});

describe("an order's logs", () => {
  test("the timeline names each event and who made it, for those who may see the order", async () => {
    const { body } = await parent.call("GET", `/portal/v1/orders/${own._id}/timeline`);
    assert.deepEqual(
      body.events.map((event: Json) => [event.event, event.actor, event.status]),
      [
        ["create", "user", "ASSIGNING"],
        ["accept", "sandbox", "ACCEPTED"],
      ],
    );
    assertOk(await parent.call("GET", `/portal/v1/orders/${childs._id}/timeline`));
    const denied = await sibling.call("GET", `/portal/v1/orders/${own._id}/timeline`);
    assertRefused(denied, 403, "DENY_ACCESS_ORDER_DETAIL");
    assertRefused(await other.call("GET", `/portal/v1/orders/${own._id}/timeline`), 404, "ORDER_NOT_FOUND");
  });

  test("each callback is shown with its state and every try, and can be sent again", async () => {
    const receiver = await startReceiver();
    after(receiver.close);
    receiver.script("/hook", answer(500, "not today"));
    assertOk(await parent.call("PUT", "/v3/callbacks", { body: { url: receiver.url("/hook") } }));
    const order = await giao.created(orderBody({ remarks: "no tracking number" }));
    const log = async (): Promise<Json> =>
      (await parent.call("GET", `/portal/v1/orders/${order._id}/callbacks`)).body.callbacks;
    await giao.advance(0);
    const [failed] = await log();
    assert.deepEqual([failed.event_type, failed.state], ["create", "waiting"]);
    assert.equal(failed.tries[0].response_code, 500);
    assert.equal(failed.tries[0].response_text, "not today");
    assert.equal(failed.request._id, order._id);
    assert.ok(failed.next_try_time > failed.event_time);
    receiver.script("/hook", ok);
    assertOk(await parent.call("POST", "/v3/callbacks/resend", { body: { event_id: failed.event_id } }));
    await giao.advance(0);
    const [delivered] = await log();
    assert.equal(delivered.state, "delivered");
    // On a machine that stood still meanwhile it was tried once more by itself.
    const codes = delivered.tries.map((one: Json) => one.response_code);
    assert.deepEqual([codes[0], codes.at(-1)], [200, 500]);
    assertOk(await child.call("GET", `/portal/v1/orders/${order._id}/callbacks`));
    assertRefused(await other.call("GET", `/portal/v1/orders/${order._id}/callbacks`), 404, "ORDER_NOT_FOUND");
    const before = await parent.call("GET", `/portal/v1/orders/${own._id}/callbacks`);
    assert.equal(before.body.callbacks.at(-1).state, "unsent");
    // A month later the tries are gone, and with them who knows whether it was sent.
    await giao.house.db`delete from callback_tries where order_id = ${order._id}`;
    await giao.house.db`
      update callback_events
      set happened_at = happened_at - interval '31 days'
      where order_id = ${order._id}`;
    assert.equal((await log())[0].state, "forgotten");
  });
});
