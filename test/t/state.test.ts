import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aJpeg } from "../fixtures/photos.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { ok } from "../harness/fleet.ts";
import { type Answer, type Json, startGiao } from "../harness/giao.ts";
import {
  accept,
  DRIVER_PHONE,
  drive,
  FIRST,
  FIRST_PLACE,
  follow,
  newDriver,
  ON_THE_WAY,
  PATH,
  SECOND,
  SECOND_PLACE,
  SENDER,
  step,
} from "../harness/tracking.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const driver = await newDriver(giao);
const stateOf = async (link: string): Promise<Json> => {
  const answer = await giao.call("GET", `${link}/state`);
  assertOk(answer);
  return answer.body;
};
const advance = async (seconds: number) =>
  assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));

// Phones in each of their spellings, names, addresses, remarks, tracking numbers, whole ids.
const never = (
  orderId: string,
  foreign: readonly { readonly lat: number; readonly lng: number }[],
): readonly string[] => [
  ...[SENDER, FIRST, SECOND].flatMap(({ name, mobile, address }) => [
    name,
    mobile,
    mobile.slice(1),
    address,
    address.split(",")[0]!,
    ...name.split(" ").filter((word) => word.startsWith("Người")),
  ]),
  DRIVER_PHONE.slice(2),
  "84900000001".slice(2),
  "SECRET",
  "bí mật",
  "chuông",
  orderId,
  ...foreign.flatMap(({ lat, lng }) => [String(lat), String(lng)]),
];

function assertTellsNothing(answer: Answer, orderId: string, foreign: readonly { lat: number; lng: number }[]): void {
  const said = JSON.stringify(answer.body) + JSON.stringify([...answer.headers]);
  for (const secret of never(orderId, foreign)) assert.ok(!said.includes(secret), `tells ${secret}: ${said}`);
}

describe("the state of a delivery", () => {
  test("tells no phone, no other name, no address and no other door in any state of the order's life", async () => {
    const { orderId, link, stopLink } = await follow(giao, token);
    const views = [
      { path: link, foreign: [FIRST_PLACE, SECOND_PLACE] },
      { path: stopLink(1), foreign: [SECOND_PLACE] },
      { path: stopLink(2), foreign: [FIRST_PLACE] },
    ];
    const scan = async () => {
      for (const { path, foreign } of views) {
        assertTellsNothing(await giao.call("GET", `${path}/state`), orderId, foreign);
        assertTellsNothing(await giao.call("POST", `${path}/rating`, { body: {} }), orderId, foreign);
      }
    };
    await scan();
    await accept(giao, driver, orderId);
    await scan();
    await drive(driver, ON_THE_WAY);
    await step(driver, orderId, "arrive");
    await scan();
    await step(driver, orderId, "pickup");
    await scan();
    // At the first door: the second recipient must not learn where that is.
    await drive(driver, FIRST_PLACE);
    await scan();
    await step(driver, orderId, "points/1/deliver", { pod_info: { name: FIRST.name } });
    await scan();
    await drive(driver, SECOND_PLACE);
    await step(driver, orderId, "points/2/fail", { comment: `${SECOND.name} không nghe máy ${SECOND.mobile}` });
    await scan();
    await step(driver, orderId, "return", { done: false });
    await scan();
    await step(driver, orderId, "return", { done: true, por_info: { name: SENDER.name } });
    await scan();
  });

  test("of a cancelled order tells neither why nor by whom", async () => {
    const { orderId, link } = await follow(giao, token);
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: `call ${SENDER.mobile}` } }));
    const answer = await giao.call("GET", `${link}/state`);
    assertTellsNothing(answer, orderId, [FIRST_PLACE, SECOND_PLACE]);
    assert.equal(answer.body.mode, "ended");
    assert.equal(answer.body.steps.at(-1).key, "cancelled");
    assert.equal(answer.body.driver, undefined);
  });

  test("has everything a page needs, step by step", async () => {
    const { orderId, link } = await follow(giao, token, PATH.slice(0, 2));
    const waiting = await stateOf(link);
    assert.equal(waiting.status, "ASSIGNING");
    assert.equal(waiting.mode, "live");
    assert.equal(waiting.order_id_short, orderId.slice(-4));
    assert.equal(waiting.service_name, "Bike, at once");
    assert.equal(waiting.cod_amount, 120_000);
    assert.ok(waiting.route.polyline.length > 0);
    assert.equal(waiting.driver, undefined);
    assert.deepEqual(
      waiting.stops.map((stop: Json) => [stop.index, stop.kind, stop.own, stop.status, stop.eta]),
      [
        [0, "pickup", false, "", null],
        [1, "delivery", true, "", null],
      ],
    );
    assert.match(waiting.stops[1].area, /Hồ Chí Minh/);

    await accept(giao, driver, orderId);
    await drive(driver, ON_THE_WAY, 45);
    const coming = await stateOf(link);
    assert.equal(coming.driver.first_name, "Driver");
    assert.equal(coming.driver.plate_number, "59A1-1");
    assert.equal(coming.driver.vehicle, "BIKE");
    assert.equal(coming.driver.position.coarse, true);
    assert.equal(coming.driver.position.heading, undefined);

    await step(driver, orderId, "pickup");
    await drive(driver, ON_THE_WAY, 45);
    const next = await stateOf(link);
    assert.deepEqual([next.driver.position.lat, next.driver.position.lng], [ON_THE_WAY.lat, ON_THE_WAY.lng]);
    assert.equal(next.driver.position.coarse, false);
    assert.equal(next.driver.position.heading, 45);
    assert.equal(next.stops[0].status, "COMPLETED");
    assert.ok(next.server_time >= next.updated_at);

    const { url } = ok(
      await driver.call("POST", `/orders/${orderId}/photos`, undefined, { raw: new Uint8Array(aJpeg()) }),
    );
    await step(driver, orderId, "points/1/deliver", { pod_info: { images: [url] } });
    const ended = await stateOf(link);
    assert.equal(ended.mode, "ended");
    assert.equal(ended.status, "COMPLETED");
    assert.equal(ended.driver.position, undefined);
    assert.equal(ended.cod_amount, undefined);
    assert.ok(ended.stops[1].completed_at > 0);
    assert.deepEqual(ended.stops[1].proof_photos, [new URL(url).pathname]);
    assert.equal((await giao.call("GET", ended.stops[1].proof_photos[0])).headers.get("content-type"), "image/jpeg");
    assert.deepEqual(ended.rating, { allowed: true });
    assert.deepEqual(
      ended.steps.map((each: Json) => [each.key, each.at !== null]),
      [
        ["created", true],
        ["searching", true],
        ["accepted", true],
        ["arrived", false],
        ["picked_up", true],
        ["delivered", true],
      ],
    );
  });

  test("while the driver brings somebody else's order first, their place is coarse", async () => {
    const [pickup, first, second] = PATH;
    const near = await follow(giao, token, [pickup!, first!]);
    const distant = await follow(giao, token, [pickup!, second!]);
    for (const { orderId } of [near, distant]) {
      await accept(giao, driver, orderId);
      await step(driver, orderId, "pickup");
    }
    const coarse = async (link: string): Promise<boolean> => (await stateOf(link)).driver.position.coarse;
    await drive(driver, ON_THE_WAY);
    // Which comes first is known as soon as arrivals are worked out, a moment after the position; until then both are coarse.
    while (await coarse(near.link)) assert.equal(await coarse(distant.link), true);
    assert.equal(await coarse(distant.link), true);
    await step(driver, near.orderId, "points/1/deliver");
    assert.equal(await coarse(distant.link), false);
    await step(driver, distant.orderId, "points/1/deliver");
  });

  test("a stop's link cannot be turned into a neighbour's", async () => {
    const { stopLink } = await follow(giao, token);
    const [first, second] = [stopLink(1), stopLink(2)];
    assert.notEqual(first, second);
    const forged = first.replace(".1.", ".2.");
    assert.notEqual(forged, first);
    assertRefused(await giao.call("GET", `${forged}/state`), 404, "NOT_FOUND");
    assert.deepEqual(
      (await stateOf(second)).stops.map((stop: Json) => stop.own),
      [false, false, true],
    );
  });

  test("unknown, malformed and expired links answer alike, byte for byte", async () => {
    const { orderId, link, stopLink } = await follow(giao, token);
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: {} }));
    await advance(24 * 3600 - 60);
    assert.equal((await stateOf(link)).mode, "ended");
    await advance(120);
    const raw = async (path: string, method = "GET") => {
      const response = await fetch(giao.url + path, { method });
      const headers = [...response.headers].filter(([name]) => !["x-request-id", "date"].includes(name));
      return { status: response.status, headers, text: await response.text() };
    };
    const unknown = ["/t/0000000000000000000000", "/t/x", "/t/%00", `${stopLink(1)}x`];
    for (const [path, method] of [
      ["state", "GET"],
      ["stream", "GET"],
      ["rating", "POST"],
    ] as const) {
      const expired = await raw(`${link}/${path}`, method);
      assert.equal(expired.status, 404);
      for (const other of [...unknown, stopLink(1)]) assert.deepEqual(await raw(`${other}/${path}`, method), expired);
    }
  });

  test("is kept by no cache and found by no search engine", async () => {
    const { link } = await follow(giao, token);
    const { headers } = await giao.call("GET", `${link}/state`);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.match(headers.get("x-robots-tag") ?? "", /noindex/);
  });
});
