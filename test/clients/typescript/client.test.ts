import assert from "node:assert/strict";
import { test } from "node:test";
import { Giao, isRefused, Refused, Unreachable } from "../../../clients/typescript/src/entry.ts";
import { DEMO } from "../../../src/operations/seed.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();

type Seen = { readonly path: string; readonly headers: Headers };

// A client whose requests are counted, and whose answers a test may lose on their way back.
function client(options: { readonly lose?: (seen: Seen, before: number) => boolean; readonly mobile?: string } = {}) {
  const seen: Seen[] = [];
  const counted: typeof fetch = async (address, init) => {
    const one = { path: new URL(String(address)).pathname, headers: new Headers(init?.headers) };
    const before = seen.filter(({ path }) => path === one.path).length;
    seen.push(one);
    const response = await fetch(address, init);
    if (!options.lose?.(one, before)) return response;
    await response.arrayBuffer();
    throw new TypeError("the line was cut");
  };
  const pauses: number[] = [];
  const made = new Giao({
    url: giao.url,
    apiKey: DEMO.apiKey,
    mobile: options.mobile ?? DEMO.phone,
    routeKey: DEMO.routeKey,
    fetch: counted,
    pause: async (ms) => void pauses.push(ms),
  });
  return { made, pauses, seen, at: (path: string) => seen.filter((one) => one.path === path) };
}

const TOKEN_PATH = "/v3/accounts/token";
const body = orderBody() as Parameters<Giao["createOrder"]>[0];

test("an order is estimated, created, read and cancelled, and the price is the quote's", async () => {
  const { made } = client();
  const [priced] = await made.estimate({ ...body, services: [{ _id: "SGN-BIKE" }] });
  assert.ok(priced?.data);
  const created = await made.createOrder({ ...body, quote_id: priced.data.quote_id });
  assert.equal(created.order.total_fee, priced.data.total_fee);
  const order = await made.getOrder(created.order_id);
  assert.equal(order.status, "ASSIGNING");
  await made.cancelOrder(created.order_id, "goods not ready");
  assert.equal((await made.getOrder(created.order_id)).status, "CANCELLED");
});

test("many calls at once ask for one token, and again for one when the server has ended it", async () => {
  const { made, at } = client();
  await Promise.all(Array.from({ length: 8 }, () => made.call("listCities", { query: { country_id: "VN" } })));
  assert.equal(at(TOKEN_PATH).length, 1);
  // Another process signs in, which ends our token.
  await giao.signIn();
  await Promise.all(Array.from({ length: 8 }, () => made.call("listCities", { query: { country_id: "VN" } })));
  assert.equal(at(TOKEN_PATH).length, 2);
});

test("a second 401 is the answer: the client does not ask for tokens for ever", async () => {
  const mobile = "84900000077";
  await giao.fundedAccount(mobile, 1_000_000);
  const theirs = client({ mobile });
  const { order_id } = await theirs.made.createOrder(body);
  const { made, at } = client();
  await assert.rejects(made.cancelOrder(order_id, "not mine"), (thrown) => isRefused(thrown, "NOT_AUTHORIZED"));
  assert.equal(at(TOKEN_PATH).length, 2);
  assert.equal(at(`/v3/orders/${order_id}`).length, 2);
});

test("processes that share a token store do not end each other's token", async () => {
  let kept: string | undefined;
  let tokens = 0;
  const shared = {
    load: () => kept,
    save: (token: string) => {
      tokens += 1;
      kept = token;
    },
  };
  const options = { url: giao.url, apiKey: DEMO.apiKey, mobile: DEMO.phone, tokens: shared };
  const [one, other] = [new Giao(options), new Giao(options)];
  for (const made of [one, other, one, other]) await made.call("listCities", { query: { country_id: "VN" } });
  assert.equal(tokens, 1);
});

test("a create whose answer was lost is tried again with the same key and makes one order", async () => {
  const number = "LOST-1";
  const path = body.path.map((point) => ({ ...point, tracking_number: number }));
  const { made, at, pauses } = client({ lose: ({ path }, before) => path === "/v3/orders" && before === 0 });
  const created = await made.createOrder({ ...body, path });
  const keys = new Set(at("/v3/orders").map(({ headers }) => headers.get("idempotency-key")));
  assert.equal(at("/v3/orders").length, 2);
  assert.equal(keys.size, 1);
  assert.equal(pauses.length, 1);
  const orders = await made.call("findOrdersByTrackingNumber", { query: { tracking_number: number } });
  assert.deepEqual(
    orders.map(({ _id }) => _id),
    [created.order_id],
  );
});

test("the caller's own key makes a repeat in another process the same order", async () => {
  const [one, other] = [client(), client()];
  const options = { idempotencyKey: "basket-4711" };
  const first = await one.made.createOrder(body, options);
  const again = await other.made.createOrder(body, options);
  assert.equal(again.order_id, first.order_id);
});

test("a write that cannot be repeated safely is not repeated", async () => {
  const { made, at } = client({ lose: ({ path }) => path === "/v3/callbacks/secret/rotate" });
  await assert.rejects(made.call("rotateCallbackSecret", {}), (thrown) => {
    assert.ok(thrown instanceof Unreachable);
    return thrown.reason === "network";
  });
  assert.equal(at("/v3/callbacks/secret/rotate").length, 1);
});

test("a refusal carries code, status and words, and narrows by code", async () => {
  const { made } = client();
  const poor = { ...body, service_id: "SGN-NOWHERE" };
  await assert.rejects(made.createOrder(poor), (thrown) => {
    assert.ok(thrown instanceof Refused);
    assert.equal(thrown.status, 404);
    assert.match(thrown.description, /SGN-NOWHERE/);
    assert.ok(thrown.requestId);
    if (!thrown.is("SERVICE_NOT_FOUND", "REQUEST_NOT_FOUND")) return false;
    // Compiles only because the code is narrowed.
    const code: "SERVICE_NOT_FOUND" | "REQUEST_NOT_FOUND" = thrown.code;
    return code === "SERVICE_NOT_FOUND";
  });
});

test("a call ends when its caller leaves, and when its time is over", async () => {
  const silent: typeof fetch = (_address, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  const made = new Giao({ url: giao.url, apiKey: DEMO.apiKey, mobile: DEMO.phone, fetch: silent, tries: 1 });
  const leaving = new AbortController();
  const call = made.call("listCitiesV1", {}, { signal: leaving.signal });
  leaving.abort(new Error("the customer closed the page"));
  await assert.rejects(call, /the customer closed the page/);
  await assert.rejects(made.call("listCitiesV1", {}, { timeoutMs: 1 }), (thrown) => {
    return thrown instanceof Unreachable && thrown.reason === "timeout";
  });
});

test("an answer that is not the API's is told apart from a refusal", async () => {
  const proxy: typeof fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  const made = new Giao({ url: giao.url, apiKey: "", mobile: "", fetch: proxy, pause: async () => undefined });
  await assert.rejects(made.call("listCitiesV1", {}), (thrown) => {
    return thrown instanceof Unreachable && thrown.reason === "not_the_api";
  });
});

test("being asked to wait is obeyed", async () => {
  const answers = [
    Response.json(
      { code: "TOO_MANY_REQUESTS", title: "TOO_MANY_REQUESTS", description: "Slowly." },
      { status: 429, headers: { "retry-after": "7" } },
    ),
    Response.json([]),
  ];
  const pauses: number[] = [];
  const made = new Giao({
    url: giao.url,
    apiKey: "",
    mobile: "",
    fetch: async () => answers.shift() ?? Response.error(),
    pause: async (ms) => void pauses.push(ms),
  });
  assert.deepEqual(await made.call("listCitiesV1", {}), []);
  assert.deepEqual(pauses, [7_000]);
});

test("the partner's calls carry the API key and need no account", async () => {
  const { made, at } = client();
  assert.equal((await made.call("getCallbacks", {})).url, "");
  assert.equal(at("/v3/callbacks")[0]?.headers.get("authorization"), `Bearer ${DEMO.apiKey}`);
  assert.equal(at(TOKEN_PATH).length, 0);
});

test("with a partner's token alone a program does what it was made for, and no account's calls", async () => {
  const { made } = client();
  const { token, scopes } = await made.call("issuePartnerToken", {
    body: { api_key: DEMO.apiKey, scopes: ["callbacks:read"] },
  });
  assert.deepEqual(scopes, ["callbacks:read"]);
  let asked = 0;
  const partnerToken = async () => {
    asked += 1;
    return token;
  };
  for (const given of [token, partnerToken]) {
    const reader = new Giao({ url: giao.url, partnerToken: given });
    assert.equal((await reader.call("getCallbacks", {})).url, "");
    await assert.rejects(reader.call("clearCallbacks", {}), { code: "NOT_AUTHORIZED" });
    await assert.rejects(reader.call("listOrders", {}), /apiKey and mobile/);
  }
  assert.equal(asked, 2);
});
