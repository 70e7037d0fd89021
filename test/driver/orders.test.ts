import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { aJpeg, aPng } from "../fixtures/photos.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const dataDir = await mkdtemp(join(tmpdir(), "giao-photos-"));
after(() => rm(dataDir, { recursive: true }));
const giao = await startGiao({ DATA_DIR: dataDir }, { roads: crowRoads });
const token = await giao.signIn();
const an = await addDriver(giao, { phone: "84911500001", wallet: 1_000_000 });
const binh = await addDriver(giao, { phone: "84911500002", wallet: 1_000_000 });

const detail = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
const advance = (seconds: number) =>
  giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });
const accepted = async (driver: TestDriver, more: object = {}): Promise<string> => {
  const orderId = await addOrder(giao, token, more);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  return orderId;
};
const step = (driver: TestDriver, orderId: string, path: string, body?: unknown) =>
  driver.call("POST", `/orders/${orderId}/${path}`, body);

describe("offers", () => {
  test("an offer tells what is to be earned and where to go, and nobody's name or phone", async () => {
    const orderId = await addOrder(giao, token, { remarks: "mind the dog" });
    await offerTo(giao, orderId, [an.phone]);
    const { offers } = ok(await an.call("GET", "/offers"));
    const offer = offers.find((one: { order_id: string }) => one.order_id === orderId);
    assert.equal(offer.remarks, "mind the dog");
    assert.equal(offer.path[1].lat, CATHEDRAL.lat);
    assert.ok(offer.earnings > 0 && offer.earnings < offer.total_fee);
    assert.ok(!JSON.stringify(offer).includes("0900000009") && !JSON.stringify(offer).includes("Recipient"));
    const none = ok(await binh.call("GET", "/offers"));
    assert.deepEqual(none.offers, []);
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token }));
    assert.deepEqual(ok(await an.call("GET", "/offers")).offers, []);
  });

  test("of two drivers who accept one order at once, one has it and the other is told that it is taken", async () => {
    for (let race = 0; race < 5; race++) {
      const orderId = await addOrder(giao, token);
      const [first, second] = await offerTo(giao, orderId, [an.phone, binh.phone]);
      const answers = await Promise.all([
        an.call("POST", `/offers/${first}/accept`),
        binh.call("POST", `/offers/${second}/accept`),
      ]);
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
      const winner = answers[0]?.status === 200 ? an : binh;
      const loser = answers.find((answer) => answer.status === 409)!;
      assertRefused(loser, 409, "OFFER_TAKEN");
      const order = await detail(orderId);
      assert.equal(order.status, "ACCEPTED");
      assert.equal(order.supplier_id, winner.phone);
      const rows = await giao.house.db<{ answer: string }>`
        select answer from offers where order_id = ${orderId} order by answer`;
      assert.deepEqual(
        rows.map((row) => row.answer),
        ["accepted", "lost"],
      );
      ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "test is over" } }));
    }
  });

  test("accepting twice is the same as once, and an accepted offer cannot be declined", async () => {
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [an.phone]);
    const answers = await Promise.all([1, 2, 3].map(() => an.call("POST", `/offers/${offerId}/accept`)));
    for (const answer of answers) assertOk(answer);
    const history = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true })).history;
    assert.equal(history.filter((row: { event: string }) => row.event === "accept").length, 1);
    assertRefused(await an.call("POST", `/offers/${offerId}/decline`), 406, "INVALID_ORDER_STATUS");
    ok(await step(an, orderId, "cancel", { comment: "flat tyre" }));
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token }));
  });

  test("a declined offer is gone, and declining it again changes nothing", async () => {
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [an.phone]);
    assertOk(await an.call("POST", `/offers/${offerId}/decline`));
    assertOk(await an.call("POST", `/offers/${offerId}/decline`));
    assert.deepEqual(ok(await an.call("GET", "/offers")).offers, []);
    assertRefused(await an.call("POST", `/offers/${offerId}/accept`), 406, "OFFER_EXPIRED");
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token }));
  });

  test("each way an offer can be over has its refusal, and the earlier check answers", async () => {
    const orderId = await addOrder(giao, token);
    const [mine, his] = await offerTo(giao, orderId, [an.phone, binh.phone]);
    assertRefused(await an.call("POST", `/offers/${his}/accept`), 404, "OFFER_NOT_FOUND");
    assertRefused(await an.call("POST", "/offers/nonsense/accept"), 404, "OFFER_NOT_FOUND");
    assertRefused(await an.call("POST", `/offers/${his}/decline`), 404, "OFFER_NOT_FOUND");
    ok(await binh.call("POST", `/offers/${his}/accept`));
    await advance(21);
    // Taken and expired: taken answers.
    assertRefused(await an.call("POST", `/offers/${mine}/accept`), 409, "OFFER_TAKEN");
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token, body: { comment: "enough" } }));

    const cancelled = await addOrder(giao, token);
    const [late] = await offerTo(giao, cancelled, [an.phone]);
    ok(await giao.call("DELETE", `/v3/orders/${cancelled}`, { token }));
    await advance(21);
    // Cancelled and expired: the order's status answers.
    assertRefused(await an.call("POST", `/offers/${late}/accept`), 406, "INVALID_ORDER_STATUS");

    const waiting = await addOrder(giao, token);
    const [expired] = await offerTo(giao, waiting, [an.phone]);
    await advance(20);
    assertRefused(await an.call("POST", `/offers/${expired}/accept`), 406, "OFFER_EXPIRED");
    ok(await giao.call("DELETE", `/v3/orders/${waiting}`, { token }));
  });

  test("an order whose COD is more than the wallet holds cannot be taken, nor two that are so together", async () => {
    const poor = await addDriver(giao, { phone: "84911500003", wallet: 150_000 });
    const path = (cod: number) => {
      const body = orderBody() as { path: object[] };
      return { path: [body.path[0], { ...body.path[1], cod }] };
    };
    const dear = await addOrder(giao, token, path(200_000));
    const [tooDear] = await offerTo(giao, dear, [poor.phone]);
    assertRefused(await poor.call("POST", `/offers/${tooDear}/accept`), 406, "NOT_ENOUGH_CREDIT");
    const one = await addOrder(giao, token, path(100_000));
    const two = await addOrder(giao, token, path(100_000));
    const offers = [...(await offerTo(giao, one, [poor.phone])), ...(await offerTo(giao, two, [poor.phone]))];
    const answers = await Promise.all(offers.map((offer) => poor.call("POST", `/offers/${offer}/accept`)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 406]);
    const wallet = ok(await poor.call("GET", "/wallet"));
    const today = { orders: 0, earnings: 0 };
    assert.deepEqual(wallet, { wallet: 150_000, promised: 100_000, cod_in_hand: 0, today });
    const withdraw = (amount: number, reference: string) =>
      giao.call("POST", `/operator/v1/drivers/${poor.phone}/withdrawals`, {
        operator: true,
        body: { amount, reference },
      });
    assertRefused(await withdraw(60_000, "w1"), 406, "NOT_ENOUGH_CREDIT");
    assert.equal(ok(await withdraw(50_000, "w2")).wallet, 100_000);
    assert.equal(ok(await withdraw(50_000, "w2")).wallet, 100_000);
    assertRefused(await withdraw(49_000, "w2"), 406, "NOT_ENOUGH_CREDIT");
    for (const order of [dear, one, two]) {
      ok(await giao.call("DELETE", `/v3/orders/${order}`, { token, body: { comment: "enough" } }));
    }
  });
});

describe("the steps of a delivery", () => {
  test("a whole life: accepted, arrived, picked up, delivered, and the money is right", async () => {
    ok(await an.online(MARKET));
    const before = ok(await an.call("GET", "/wallet")).wallet;
    const orderId = await accepted(an);
    const held = ok(await an.call("GET", "/orders")).orders;
    assert.equal(held.length, 1);
    assert.equal(held[0].path[1].mobile, "0900000009");
    assert.deepEqual(held[0].actions, ["arrive", "pickup", "cancel"]);
    assert.equal(ok(await step(an, orderId, "arrive")).sub_status, "ARRIVED");
    const pickedUp = ok(await step(an, orderId, "pickup", { pickup_info: { note: "two boxes" } }));
    assert.equal(pickedUp.status, "IN PROCESS");
    const delivered = ok(await step(an, orderId, "points/1/deliver", { pod_info: { name: "Lan" }, ...CATHEDRAL }));
    assert.equal(delivered.status, "COMPLETED");
    const order = await detail(orderId);
    assert.equal(order.accept_lat, MARKET.lat);
    assert.deepEqual(order.pickup_info, { note: "two boxes" });
    assert.deepEqual(order.path[1].pod_info, { name: "Lan" });
    assert.equal(order.path[1].complete_lat, CATHEDRAL.lat);
    const after = ok(await an.call("GET", "/wallet")).wallet;
    assert.equal(after - before, delivered.earnings);
    const { lines } = ok(await an.call("GET", "/wallet/statement"));
    assert.equal(lines[0].order_id, orderId);
    assert.equal(lines[0].amount, delivered.earnings);
    assert.equal(lines[0].balance, after);
    assert.deepEqual(ok(await an.call("GET", "/orders")).orders, []);
    const past = ok(await an.call("GET", "/orders?past=true")).orders;
    assert.equal(past[0].order_id, orderId);
    assert.equal(ok(await giao.call("GET", "/operator/v1/ledger/verify", { operator: true })).ok, true);
  });

  test("each step is legal only for the driver who holds the order and only in its state", async () => {
    const orderId = await accepted(an);
    // Not theirs and impossible in this state: whose it is answers.
    for (const path of ["arrive", "confirm", "pay", "pickup", "points/1/deliver", "return"]) {
      assertRefused(await step(binh, orderId, path), 404, "ORDER_NOT_FOUND");
      assertRefused(await step(binh, "26ZZZZZZ", path), 404, "ORDER_NOT_FOUND");
    }
    for (const path of ["confirm", "pay", "points/1/deliver", "points/1/fail", "return"]) {
      assertRefused(await step(an, orderId, path), 406, "INVALID_ORDER_STATUS");
    }
    ok(await step(an, orderId, "arrive"));
    assertRefused(await step(an, orderId, "arrive"), 406, "INVALID_ORDER_STATUS");
    ok(await step(an, orderId, "pickup"));
    assertRefused(await step(an, orderId, "cancel", { comment: "too late" }), 406, "INVALID_ORDER_STATUS");
    assertRefused(await step(an, orderId, "points/0/deliver"), 400, "INVALID_DATA");
    assertRefused(await step(an, orderId, "points/2/deliver"), 400, "INVALID_DATA");
    assertRefused(await step(an, orderId, "points/x/deliver"), 400, "INVALID_DATA");
    assertRefused(await step(an, orderId, "points/1/fail"), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await step(an, orderId, "points/1/fail", { comment: " " }), 400, "MISSING_REQUIRED_INFO");
    assertRefused(await step(an, orderId, "points/1/fail", { comment: 5 }), 400, "INVALID_DATA");
    assertRefused(await step(an, orderId, "points/1/deliver", { pod_info: "photo" }), 400, "INVALID_DATA");
    assertRefused(await step(an, orderId, "points/1/deliver", { lat: 200, lng: 0 }), 400, "INVALID_DATA");
    const long = { pod_info: { note: "x".repeat(20_000) } };
    assertRefused(await step(an, orderId, "points/1/deliver", long), 400, "INVALID_DATA");
    // Not theirs and a wrong type: the type answers.
    assertRefused(await step(binh, orderId, "points/1/fail", { comment: 5 }), 400, "INVALID_DATA");
    ok(await step(an, orderId, "points/1/deliver"));
    assertRefused(await step(an, orderId, "points/1/deliver"), 406, "INVALID_ORDER_STATUS");
    assertRefused(await step(an, orderId, "return", { done: false }), 406, "INVALID_ORDER_STATUS");
  });

  test("a failed delivery is brought back", async () => {
    const orderId = await accepted(an);
    ok(await step(an, orderId, "pickup"));
    const failed = ok(await step(an, orderId, "points/1/fail", { comment: "nobody at home" }));
    assert.equal(failed.status, "COMPLETED");
    assert.deepEqual(failed.actions, ["return"]);
    const inHand = async (): Promise<Json> =>
      ok(await an.call("GET", "/orders")).orders.find(({ order_id }: Json) => order_id === orderId);
    const isPast = async (): Promise<boolean> =>
      ok(await an.call("GET", "/orders?past=true")).orders.some(({ order_id }: Json) => order_id === orderId);
    assert.deepEqual((await inHand()).actions, ["return"], "a phone that starts anew still knows of the goods");
    assert.equal(await isPast(), false, "what is in hand is not over");
    assertRefused(await step(an, orderId, "return", { done: true }), 406, "INVALID_ORDER_STATUS");
    ok(await step(an, orderId, "return", { done: false }));
    assert.equal((await inHand()).sub_status, "IN_RETURN");
    ok(await step(an, orderId, "return", { done: true, por_info: { note: "back" } }));
    assert.equal(await inHand(), undefined);
    assert.equal(await isPast(), true);
    const order = await detail(orderId);
    assert.equal(order.path[1].status, "FAILED");
    assert.equal(order.path[1].fail_comment, "nobody at home");
    assert.equal(order.sub_status, "RETURNED");
    assert.deepEqual(order.por_info, { note: "back" });
  });

  test("a driver who gives an order up frees it for others and says why", async () => {
    const orderId = await accepted(an);
    assertRefused(await step(an, orderId, "cancel"), 400, "MISSING_REQUIRED_INFO");
    ok(await step(an, orderId, "cancel", { comment: "vehicle broken" }));
    const order = await detail(orderId);
    assert.equal(order.status, "ASSIGNING");
    assert.equal(order.rebroadcast_comment, "vehicle broken");
    assertRefused(await step(an, orderId, "arrive"), 404, "ORDER_NOT_FOUND");
    ok(await giao.call("DELETE", `/v3/orders/${orderId}`, { token }));
  });

  test("a service that asks for it is confirmed and paid before the pickup", async () => {
    const careful = { need_confirm_before_pickup: true, collect_cash_before_pickup: true };
    ok(await giao.call("PUT", "/operator/v1/services/SGN-ECO", { operator: true, body: careful }));
    const orderId = await accepted(an, { service_id: "SGN-ECO", payment_method: "CASH" });
    const told = ({ status, actions }: Json) => [status, ...actions];
    assert.deepEqual(told(ok(await step(an, orderId, "arrive"))), ["CONFIRMING", "confirm"]);
    assertRefused(await step(an, orderId, "pickup"), 406, "INVALID_ORDER_STATUS");
    assertRefused(await step(an, orderId, "pay"), 406, "INVALID_ORDER_STATUS");
    assert.deepEqual(told(ok(await step(an, orderId, "confirm"))), ["PAYING", "pay", "pickup"]);
    assert.deepEqual(told(ok(await step(an, orderId, "pay"))), ["PAYING", "pickup"]);
    assertRefused(await step(an, orderId, "pay"), 406, "INVALID_ORDER_STATUS");
    ok(await step(an, orderId, "pickup"));
    ok(await step(an, orderId, "points/1/deliver"));
  });

  test("a step with an idempotency key is taken once, however often it is sent", async () => {
    const orderId = await accepted(an);
    const keyed = { headers: { "idempotency-key": "tunnel-1" } };
    const answers = [];
    for (let again = 0; again < 3; again++) {
      answers.push(await an.call("POST", `/orders/${orderId}/pickup`, undefined, keyed));
    }
    for (const answer of answers) assertOk(answer);
    assert.equal(answers[2]?.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(answers[2]?.body, answers[0]?.body);
    ok(await step(an, orderId, "points/1/deliver"));
  });

  test("positions tell when the driver is near the pickup and near a door", async () => {
    const driver = await addDriver(giao, { phone: "84911500008" });
    const orderId = await accepted(driver);
    const report = (place: { lat: number; lng: number }) => driver.call("POST", "/positions", { positions: [place] });
    // Noted after the positions are answered.
    const becomes = (subStatus: string) =>
      until(`the order is ${subStatus}`, async () => {
        const order = await detail(orderId);
        return order.sub_status === subStatus && order;
      });
    ok(await report({ lat: MARKET.lat + 0.01, lng: MARKET.lng }));
    ok(await report({ lat: MARKET.lat + 0.002, lng: MARKET.lng }));
    const boarded = await becomes("BOARDED");
    assert.equal(boarded.sub_status, "BOARDED");
    assert.ok(boarded.board_time > 0);
    for (let again = 0; again < 3; again++) ok(await report(MARKET));
    ok(await step(driver, orderId, "pickup"));
    ok(await report(CATHEDRAL));
    assert.equal((await becomes("COMPLETING")).sub_status, "COMPLETING");
    ok(await step(driver, orderId, "points/1/deliver"));
    const { history } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}`, { operator: true }));
    assert.deepEqual(
      history.map((row: { event: string }) => row.event),
      ["create", "accept", "board", "pickup", "near", "deliver"],
    );
  });

  test("the way of a driver is kept with the order they have, thinned, and not before or after", async () => {
    const driver = await addDriver(giao, { phone: "84911500009" });
    const report = (lat: number) => driver.call("POST", "/positions", { positions: [{ lat, lng: 106.7 }] });
    ok(await report(10.7));
    const orderId = await accepted(driver);
    for (let at = 1; at <= 10; at++) ok(await report(10.7 + at * 1e-4));
    ok(await step(driver, orderId, "pickup"));
    ok(await step(driver, orderId, "points/1/deliver"));
    ok(await report(10.9));
    const trail = await giao.house.db<{ lat: number }>`select lat from trail_points where order_id = ${orderId}`;
    assert.deepEqual(trail.map(({ lat }) => Math.round(lat * 1e4)).sort(), [107_003, 107_006, 107_009]);
  });
});

describe("photos", async () => {
  const chi = await addDriver(giao, { phone: "84911500010" });
  const orderId = await accepted(chi);
  const upload = (raw: Uint8Array<ArrayBuffer>, contentType = "image/jpeg", driver = chi, order = orderId) =>
    driver.call("POST", `/orders/${order}/photos`, undefined, { raw, headers: { "content-type": contentType } });
  const bytes = (buffer: Buffer) => Uint8Array.from(buffer);
  const fetched = async (url: string) => {
    const answer = await fetch(url.replace("http://giao.test", giao.url));
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test("a photo is kept as it is and shown by its link, as what it is", async () => {
    for (const [picture, type] of [
      [aJpeg(), "image/jpeg"],
      [aPng(), "image/png"],
    ] as const) {
      const uploaded = await upload(bytes(picture), type);
      assertOk(uploaded);
      assert.match(uploaded.body.url, /^http:\/\/giao\.test\/photos\/[0-9a-f]{32}$/);
      const shown = await fetched(uploaded.body.url);
      assert.equal(shown.status, 200);
      assert.equal(shown.headers.get("content-type"), type);
      assert.equal(shown.headers.get("x-content-type-options"), "nosniff");
      assert.match(shown.headers.get("content-security-policy") ?? "", /sandbox/);
      assert.ok(shown.bytes.equals(picture));
    }
  });

  test("a photo may come in a form, and under a wrong name: its content decides", async () => {
    const form = new FormData();
    form.append("note", "hello");
    form.append("file", new Blob([bytes(aPng())], { type: "text/html" }), "photo.html");
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    const uploaded = await upload(new Uint8Array(await encoded.arrayBuffer()), type);
    assertOk(uploaded);
    assert.equal((await fetched(uploaded.body.url)).headers.get("content-type"), "image/png");
    assert.equal((await upload(bytes(aPng()), "application/octet-stream")).status, 200);
  });

  test("what follows the picture is not kept", async () => {
    const uploaded = await upload(bytes(Buffer.concat([aJpeg(), Buffer.from("<script>alert(1)</script>")])));
    assert.ok((await fetched(ok(uploaded).url)).bytes.equals(aJpeg()));
  });

  test("files that lie about being photos are refused and nothing is kept of them", async () => {
    const kept = async () => (await giao.house.db`select token from photos`).length;
    const before = await kept();
    const html = Buffer.from("<html><script>alert(1)</script></html>");
    for (const lie of [html, Buffer.concat([aJpeg().subarray(0, 3), html]), aPng().subarray(0, 40), Buffer.alloc(0)]) {
      assertRefused(await upload(bytes(lie)), 400, "INVALID_DATA");
    }
    assertRefused(await upload(bytes(html), "multipart/form-data; boundary=x"), 400, "INVALID_DATA");
    assertRefused(await upload(bytes(html), "multipart/form-data"), 400, "INVALID_DATA");
    assert.equal(await kept(), before);
  });

  test("5 MB are taken, more is refused", async () => {
    const full = aJpeg(5 * 1024 * 1024 - aJpeg().length - 400);
    assert.ok(full.length <= 5 * 1024 * 1024);
    assertOk(await upload(bytes(full)));
    assertRefused(await upload(bytes(Buffer.concat([aJpeg(), Buffer.alloc(5 * 1024 * 1024)]))), 400, "INVALID_DATA");
    const huge = await upload(new Uint8Array(6 * 1024 * 1024));
    assert.equal(huge.status, 413);
  });

  test("only the driver who has the order adds photos to it", async () => {
    assertRefused(await upload(bytes(aPng()), "image/png", an), 404, "ORDER_NOT_FOUND");
    // Not theirs and no photo: whose it is answers.
    assertRefused(await upload(new Uint8Array(3), "image/png", an), 404, "ORDER_NOT_FOUND");
    assertRefused(await upload(bytes(aPng()), "image/png", chi, "26ZZZZZZ"), 404, "ORDER_NOT_FOUND");
  });

  test("a link that was never given leads nowhere", async () => {
    for (const name of ["0".repeat(32), "../../etc/passwd", "%2e%2e%2f%2e%2e", "x"]) {
      assert.equal((await fetched(`${giao.url}/photos/${name}`)).status, 404, name);
    }
  });
});
