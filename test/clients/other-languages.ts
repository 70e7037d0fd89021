// The same promises for the clients of every language: a program in it (driver.py, driver.php) does what these tests say, against the
// real server and the callbacks it really sends.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { newCallbackSecret, signatureHeaders } from "../../src/outbound/webhook-signature.ts";
import { secureRandom } from "../../src/ports/random.ts";
import type { Json } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { startReceiver } from "../harness/receiver.ts";
import { instead, lost, openCountingDoor, silent } from "./counting-door.ts";
import { type Driver, type Said, startDriver } from "./driver.ts";

export async function testClient(language: string, command: string, ...words: readonly string[]): Promise<void> {
  const giao = await startOrderTests();
  const door = await openCountingDoor(giao.url);
  const folder = mkdtempSync(join(tmpdir(), "giao-tokens-"));
  const drivers: Driver[] = [];
  after(() => {
    for (const driver of drivers) driver.stop();
    rmSync(folder, { recursive: true });
  });
  const keys = { url: door.url, api_key: DEMO.apiKey, mobile: DEMO.phone, route_key: DEMO.routeKey };
  const open = async (options: object = {}): Promise<Driver> => {
    const driver = startDriver(command, words);
    drivers.push(driver);
    assert.deepEqual(await driver.ask("open", { ...keys, ...options }), { gave: null, pauses: [] });
    return driver;
  };
  const TOKEN_PATH = "/v3/accounts/token";
  const tokensFor = async (work: () => Promise<unknown>): Promise<number> => {
    const before = door.at(TOKEN_PATH).length;
    await work();
    return door.at(TOKEN_PATH).length - before;
  };

  test(`${language}: an order is estimated, created, read and cancelled, and the price is the quote's`, async () => {
    const { ask } = await open();
    const { gave } = await ask("estimateFees", { body: orderBody({ services: [{ _id: "SGN-BIKE" }] }) });
    const { quote_id, total_fee } = gave[0].data;
    const created = await ask("createOrder", { body: orderBody({ quote_id, remarks: "Cổng sau, gõ cửa" }) });
    const { order_id, order } = created.gave;
    assert.equal(order.total_fee, total_fee);
    const { gave: read } = await ask("getOrder", { order_id });
    assert.deepEqual([read.status, read.remarks], ["ASSIGNING", "Cổng sau, gõ cửa"]);
    // PHP has one empty thing for both of JSON's.
    const { gave: nothing } = await ask("cancelOrder", { order_id, body: { comment: "goods not ready" } });
    assert.deepEqual(Object.keys(nothing), []);
    assert.equal((await giao.detail(order_id, await giao.signIn())).status, "CANCELLED");
  });

  test(`${language}: a token that the server has ended is got anew, once, and a second 401 is the answer`, async () => {
    const { ask } = await open();
    const list = () => ask("listCities", { country_id: "VN" });
    assert.equal(await tokensFor(list), 1);
    assert.equal(await tokensFor(list), 0);
    // Another process signs in, which ends our token.
    await giao.signIn();
    assert.equal(await tokensFor(async () => assert.ok((await list()).gave.length > 0)), 1);
    const theirs = await giao.created(orderBody(), await giao.fundedAccount("84900000077", 1_000_000));
    const cancel = () => ask("cancelOrder", { order_id: theirs._id, body: { comment: "not mine" } });
    let said: Said | undefined;
    const asked = await tokensFor(async () => {
      said = await cancel();
    });
    assert.deepEqual([said?.refused?.status, said?.refused?.code, asked], [401, "NOT_AUTHORIZED", 1]);
  });

  test(`${language}: processes that share a token store do not end each other's token`, async () => {
    const tokens = join(folder, "token");
    const [one, other] = [await open({ tokens }), await open({ tokens })];
    const asked = await tokensFor(async () => {
      for (const { ask } of [one, other, one]) assert.ok((await ask("listCities", { country_id: "VN" })).gave);
    });
    assert.equal(asked, 1);
  });

  test(`${language}: a create whose answer was lost is tried again with the same key and makes one order`, async () => {
    const { ask } = await open();
    const [pickup, stop] = orderBody().path;
    const path = [pickup, { ...stop, tracking_number: "LOST-1" }];
    await ask("listCities", { country_id: "VN" });
    const before = door.at("/v3/orders").length;
    door.next("/v3/orders", lost);
    const { gave, pauses } = await ask("createOrder", { body: orderBody({ path }) });
    const tries = door.at("/v3/orders").slice(before);
    assert.deepEqual([tries.length, pauses.length], [2, 1]);
    assert.equal(new Set(tries.map(({ headers }) => headers["idempotency-key"])).size, 1);
    const found = await ask("findOrdersByTrackingNumber", { tracking_number: "LOST-1" });
    assert.deepEqual(
      found.gave.map((order: Json) => order._id),
      [gave.order_id],
    );
  });

  test(`${language}: the caller's own key makes a repeat in another process the same order`, async () => {
    const given = { body: orderBody(), idempotency_key: `basket-${language}` };
    const first = await (await open()).ask("createOrder", given);
    const again = await (await open()).ask("createOrder", given);
    assert.equal(again.gave.order_id, first.gave.order_id);
  });

  test(`${language}: a server that is away is asked again after what it says, but not for ever, and no unsafe write is`, async () => {
    const { ask } = await open();
    await ask("listCities", { country_id: "VN" });
    const away = (path: string, times: number, code = "SERVICE_UNAVAILABLE", seconds = "7") =>
      door.next(
        path,
        ...Array(times).fill(
          instead(503, JSON.stringify({ code, title: code, description: "" }), { "retry-after": seconds }),
        ),
      );
    away("/v3/cities", 2);
    const served = await ask("listCities", { country_id: "VN" });
    assert.deepEqual(served.pauses, [7, 7]);
    assert.ok(served.gave.length > 0);
    away("/v3/cities", 3, "SERVICE_UNAVAILABLE", "86400");
    const refused = await ask("listCities", { country_id: "VN" });
    assert.deepEqual([refused.refused?.code, refused.pauses], ["SERVICE_UNAVAILABLE", [60, 60]]);
    const rotate = "/v3/callbacks/secret/rotate";
    for (const fault of [lost, instead(503, '{"code":"SERVICE_UNAVAILABLE"}')]) {
      const before = door.at(rotate).length;
      door.next(rotate, fault);
      const said = await ask("rotateCallbackSecret");
      assert.ok(said.unreachable === "network" || said.refused?.status === 503, JSON.stringify(said));
      assert.equal(door.at(rotate).length - before, 1);
    }
  });

  test(`${language}: a refusal carries code, status, words and the request's id`, async () => {
    const { refused, pauses } = await (await open()).ask("createOrder", { body: orderBody({ service_id: "SGN-NO" }) });
    assert.deepEqual([refused?.code, refused?.status, pauses], ["SERVICE_NOT_FOUND", 404, []]);
    assert.match(refused?.words ?? "", /SGN-NO/);
    assert.ok(refused?.id);
  });

  test(`${language}: what is not the API, redirects or says nothing is told apart from a refusal`, async () => {
    const { ask } = await open({ tries: 1, timeout: 1 });
    const cases = [
      [instead(502, "<h1>Bad gateway</h1>"), "not_the_api"],
      [instead(500, "{}"), "not_the_api"],
      [instead(302, "", { location: `${giao.url}/v1/order/cities?country_id=VN` }), "not_the_api"],
      [silent, "timeout"],
      [lost, "network"],
    ] as const;
    for (const [fault, reason] of cases) {
      door.next("/v1/order/cities", fault);
      assert.equal((await ask("listCitiesV1", { country_id: "VN" })).unreachable, reason);
    }
  });

  test(`${language}: the partner's calls carry the API key, and an account's need key and account`, async () => {
    const { ask } = await open();
    assert.equal(await tokensFor(async () => assert.equal((await ask("getCallbacks")).gave.url, "")), 0);
    assert.ok((await ask("readEvents", { limit: 1, as_partner: true })).gave.events);
    await ask("route", { profile: "bike", coordinates: "106.7,10.77;106.71,10.79" });
    const [asked] = door.at(`/routing/bike/route/v1/driving/${encodeURIComponent("106.7,10.77;106.71,10.79")}`);
    assert.equal(asked?.headers["api-key"], DEMO.routeKey);
    const { token } = (await ask("issuePartnerToken", { body: { api_key: DEMO.apiKey, scopes: ["callbacks:read"] } }))
      .gave;
    const reader = await open({ api_key: "", mobile: "", partner_token: token });
    assert.equal((await reader.ask("getCallbacks")).gave.url, "");
    assert.match((await reader.ask("listOrders")).mistake ?? "", /api_?key and mobile/i);
    assert.match((await ask("getOrder", { order_id: "" })).mistake ?? "", /order_id is missing/);
  });

  test(`${language}: a callback of the server is read, and one that was touched is refused`, async (t) => {
    const receiver = await startReceiver();
    t.after(receiver.close);
    const { ask } = await open();
    await ask("setCallbacks", { body: { url: receiver.url("/hook") } });
    const { callback_secret: secret } = (await ask("rotateCallbackSecret")).gave;
    const created = await ask("createOrder", { body: orderBody() });
    await receiver.until(1, "/hook");
    const [seen] = receiver.seen("/hook");
    assert.ok(seen);
    const headers = seen.headers as Record<string, string>;
    const body = seen.body.toString("utf8");
    const other = newCallbackSecret(secureRandom);
    const read = (change: object = {}) => ask("readCallback", { headers, body, secrets: secret, ...change });
    const { gave } = await read();
    assert.deepEqual([gave._id, gave.event_seq], [created.gave.order_id, 1]);
    assert.equal((await read({ secrets: [other, secret] })).gave._id, created.gave.order_id);
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    assert.equal((await read({ headers: shouted })).gave._id, created.gave.order_id);
    const sentAt = new Date();
    const signed = (text: string, at = sentAt) =>
      signatureHeaders({ id: "evt_1", sentAt: at, body: Buffer.from(text) }, [secret]);
    const early = new Date(sentAt.getTime() + 600_000);
    const cases: readonly (readonly [object, string])[] = [
      [{ secrets: other }, "wrong_signature"],
      [{ body: body.replace("ASSIGNING", "COMPLETED") }, "wrong_signature"],
      [{ headers: { ...headers, "webhook-id": "evt_other" } }, "wrong_signature"],
      [{ headers: { ...headers, "webhook-signature": "v1, é v2,AAAA" } }, "wrong_signature"],
      [{ headers: { ...headers, "webhook-timestamp": "soon" } }, "old_or_early"],
      [{ headers: signed(body, early) }, "old_or_early"],
      [{ headers: { ...headers, "webhook-signature": "" } }, "missing_header"],
      [{ headers: signed("{}"), body: "{}" }, "not_an_event"],
      [{ headers: signed("no json"), body: "no json" }, "not_an_event"],
    ];
    for (const [change, reason] of cases)
      assert.equal((await read(change)).badCallback, reason, JSON.stringify(change));
    assert.match((await read({ secrets: "whsec_" })).mistake ?? "", /whsec_ and base64/);
  });
}
