// D12 with two partners, a parent, its children and an account beside them: each reads what is theirs, whatever id they send.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { type Family, type Member, startFamily, TRACKED } from "../../harness/family.ts";
import type { Json } from "../../harness/giao.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();
const family = await startFamily(giao);
const { parent, child, otherChild, sibling, stranger } = family;
const ofPartner = [parent, child, otherChild, sibling];
const ids = (members: readonly Member[]) => members.map(({ order }) => order).sort();

type Credential = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };
const feed = async (as: Credential, query = ""): Promise<Json> => {
  const page = await giao.call("GET", `/v3/orders/events${query}`, as);
  assertOk(page);
  return page.body;
};
const seenBy = async (as: Credential) => (await feed(as)).events.map(({ order }: Json) => order._id).sort();

describe("GET /v3/orders/events", () => {
  const own: readonly (readonly [keyof Family, readonly Member[]])[] = [
    ["parent", [parent, child, otherChild]],
    ["child", [child]],
    ["otherChild", [otherChild]],
    ["sibling", [sibling]],
    ["stranger", [stranger]],
  ];
  for (const [who, members] of own) {
    test(`a token of the ${who} carries ${members.length} of the partner's orders`, async () => {
      assert.deepEqual(await seenBy({ token: (family[who] as Member).token }), ids(members));
    });
  }

  test("the API key carries every order of its partner and none of another's", async () => {
    assert.deepEqual(await seenBy({ token: family.apiKey }), ids(ofPartner));
    assert.deepEqual(await seenBy({ headers: { "api-key": family.apiKey } }), ids(ofPartner));
    assert.deepEqual(await seenBy({ token: family.otherKey }), ids([stranger]));
  });

  test("a parent pages through its family in the order of the partner's feed, each event once", async () => {
    for (const { token } of [child, sibling, parent, otherChild])
      await giao.created(orderBody({ payment_method: "CASH" }), token);
    const all = (await feed({ token: family.apiKey })).events;
    const family3 = new Set([parent, child, otherChild].map(({ phone }) => phone));
    const expected = all.filter(({ order }: Json) => family3.has(order.user_id)).map(({ event_id }: Json) => event_id);
    assert.ok(expected.length >= 6);
    const read: string[] = [];
    for (let after = "", page: Json = { events: [{}] }; page.events.length > 0; after = page.next) {
      page = await feed({ token: parent.token }, `?limit=1&after=${after}`);
      read.push(...page.events.map(({ event_id }: Json) => event_id));
    }
    assert.deepEqual(read, expected);
  });

  test("a child that has left is not in the feed any more, and its own goes on", async () => {
    const cursor = (await feed({ token: parent.token })).next;
    const { token } = otherChild;
    const listed = await giao.call("GET", "/v3/orders?limit=50", { token });
    for (const { _id } of listed.body.orders) assertOk(await giao.call("DELETE", `/v3/orders/${_id}`, { token }));
    assert.ok((await feed({ token: parent.token }, `?after=${cursor}`)).events.length > 0);
    assertOk(await giao.call("DELETE", `/v3/accounts/childs/${otherChild.phone}`, { token: parent.token }));
    assert.deepEqual((await feed({ token: parent.token }, `?after=${cursor}`)).events, []);
    assert.ok((await feed({ token }, `?after=${cursor}`)).events.length > 0);
  });
});

describe("an order by its id", () => {
  const detail = (order: string, token: string) => giao.call("GET", `/v3/orders/${order}`, { token });

  test("is its creator's and the creator's parent's; for the partner's others it is closed, for another partner it is not there", async () => {
    for (const token of [child.token, parent.token]) assertOk(await detail(child.order, token));
    for (const token of [sibling.token, otherChild.token]) {
      assertRefused(await detail(child.order, token), 403, "DENY_ACCESS_ORDER_DETAIL");
    }
    assertRefused(await detail(parent.order, child.token), 403, "DENY_ACCESS_ORDER_DETAIL");
    assertRefused(await detail(child.order, stranger.token), 404, "ORDER_NOT_FOUND");
    assertRefused(await detail(stranger.order, parent.token), 404, "ORDER_NOT_FOUND");
  });

  test("the partner's key is no account's token: it reads no order by its id", async () => {
    for (const as of [{ token: family.apiKey }, { headers: { "api-key": family.apiKey } }]) {
      assertRefused(await giao.call("GET", `/v3/orders/${child.order}`, as), 401, "NOT_AUTHORIZED");
    }
  });
});

describe("by tracking number", () => {
  test("every account of the partner finds the partner's orders, and none of another's", async () => {
    for (const [token, members] of [
      ...ofPartner.map(({ token }) => [token, ofPartner] as const),
      [stranger.token, [stranger]] as const,
    ]) {
      const found = await giao.call("GET", `/v3/orders/tracks?tracking_number=${TRACKED}`, { token });
      assertOk(found);
      assert.deepEqual(found.body.map(({ _id }: Json) => _id).sort(), ids(members));
    }
  });

  test("the callback log is the partner's, for each of its accounts", async () => {
    const put = await giao.call("PUT", "/v3/callbacks", {
      token: family.apiKey,
      body: { url: "http://127.0.0.1:9/nobody" },
    });
    assertOk(put);
    await giao.play(child.order, "accept");
    await giao.advance(0);
    const log = async (token: string) => {
      const answer = await giao.call("GET", `/v3/orders/callback-logs?tracking_number=${TRACKED}`, { token });
      assertOk(answer);
      return answer.body.callback_logs.map(({ request }: Json) => request._id);
    };
    for (const { token } of ofPartner) assert.ok((await log(token)).includes(child.order));
    assert.deepEqual(await log(stranger.token), []);
  });
});

describe("sending again", () => {
  test("another partner's key does not reach the event", async () => {
    const body = { event_id: `evt_${child.order}_1` };
    assertRefused(await giao.call("POST", "/v3/callbacks/resend", { token: family.otherKey, body }), 404, "NOT_FOUND");
    assertOk(await giao.call("POST", "/v3/callbacks/resend", { token: family.apiKey, body }));
  });
});
