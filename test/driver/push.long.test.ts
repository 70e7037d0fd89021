// Offers by web push: who is told, once, in their language, sealed for their browser; and when nobody is.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, signInDriver, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { senderOf, startPushService, type TestBrowser } from "../harness/push-service.ts";
import { answer } from "../harness/receiver.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads });
const { db } = giao.house;
const service = await startPushService();
const token = await giao.signIn();

const advance = async (seconds: number) =>
  ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
const subscribe = async (driver: TestDriver, browser: TestBrowser, language = "en") =>
  ok(await driver.call("PUT", "/push", { ...browser.subscription, language }));
const offer = async (driver: TestDriver): Promise<string> =>
  (await offerTo(giao, await addOrder(giao, token), [driver.phone]))[0]!;
const subscriptions = async (phone: string): Promise<number> =>
  (await db`select from push_subscriptions where driver_phone = ${phone}`).length;
const isTold = async (browser: TestBrowser, ids: readonly string[]): Promise<void> => {
  // What is due is sent when the clock was moved.
  await advance(1);
  await until("the offers are pushed", () => browser.seen().length >= ids.length || undefined);
  assert.deepEqual(
    browser.received().map(({ id }) => id),
    ids,
  );
};

describe("an offer by web push", () => {
  test("reaches a browser whose page is closed: sealed for it, signed by this installation, in the driver's language", async () => {
    const driver = await addDriver(giao, { phone: "84911700001" });
    const browser = service.browser("one");
    const { public_key } = ok(await driver.call("GET", "/push"));
    await subscribe(driver, browser, "vi");
    assert.deepEqual(ok(await driver.call("GET", "/push")), { public_key, subscribed: true });
    const id = await offer(driver);
    // By the worker itself.
    await until("the offer is pushed", () => browser.seen().length === 1 || undefined);
    await isTold(browser, [id]);
    const [push] = browser.received();
    assert.equal(push.language, "vi");
    assert.match(push.title, /^Đơn mới: [\d.]+ ₫$/);
    assert.equal(push.body, "Lấy hàng cách 0,5 km: Market");
    const [seen] = browser.seen();
    const { key, claims } = senderOf(seen!);
    assert.equal(key, public_key);
    assert.equal(claims.aud, new URL(browser.subscription.endpoint).origin);
    assert.match(claims.sub, /^mailto:/);
    assert.equal(seen?.headers.urgency, "high");
    const ttl = Number(seen?.headers.ttl);
    assert.ok(ttl >= 0 && ttl <= 20, `kept no longer than the offer stands, not ${ttl} s`);
  });

  test("is told once, and each of several", async () => {
    const driver = await addDriver(giao, { phone: "84911700002" });
    const browser = service.browser("two");
    await subscribe(driver, browser);
    const ids = [await offer(driver), await offer(driver)];
    await isTold(browser, ids);
    const third = await offer(driver);
    await isTold(browser, [...ids, third]);
  });

  test("is not pushed while a stream is open at any replica, and is again when the last has closed", async () => {
    const driver = await addDriver(giao, { phone: "84911700003" });
    const browser = service.browser("three");
    await subscribe(driver, browser);
    const replica = await giao.replica();
    const stream = await openEvents(`${replica.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
    await stream.next();
    const streams = () => db`select from driver_streams where driver_phone = ${driver.phone}`;
    await until("everybody knows of the stream", async () => (await streams()).length === 1 || undefined);
    const heard = await offer(driver);
    assert.equal((await stream.next())?.data.id, heard);
    // Another browser, without a stream: what is due has been looked at when it is told.
    const other = await addDriver(giao, { phone: "84911700013" });
    const others = service.browser("thirteen");
    await subscribe(other, others);
    await isTold(others, [await offer(other)]);
    assert.deepEqual(browser.seen(), []);
    await giao.call("POST", `/driver/v1/offers/${heard}/decline`, { token: driver.token });
    await stream.close();
    await until("the stream is forgotten", async () => (await streams()).length === 0 || undefined);
    await isTold(browser, [await offer(driver)]);
  });

  for (const [name, code] of [
    ["gone", 410],
    ["unknown", 404],
  ] as const) {
    test(`a browser that is ${name} at its push service is forgotten`, async () => {
      const driver = await addDriver(giao, { phone: `8491170${code}0` });
      await subscribe(driver, service.browser(name, answer(code)));
      await offer(driver);
      await advance(1);
      await until("it is forgotten", async () => (await subscriptions(driver.phone)) === 0 || undefined);
      assert.equal(ok(await driver.call("GET", "/push")).subscribed, false);
    });
  }

  test("a push service that is away is asked again, one that refuses is not, and keeps its browser", async () => {
    const driver = await addDriver(giao, { phone: "84911700004" });
    let asked = 0;
    const away = service.browser("away", (response) => response.writeHead(asked++ === 0 ? 503 : 201).end());
    await subscribe(driver, away);
    await offerTo(giao, await addOrder(giao, token), [driver.phone], "assign", 600);
    await until("it was away", () => away.seen().length === 1 || undefined);
    await advance(10);
    await until("it is asked again", () => away.seen().length === 2 || undefined);
    const strict = await addDriver(giao, { phone: "84911700005" });
    const refusing = service.browser("refusing", answer(403));
    await subscribe(strict, refusing);
    await offerTo(giao, await addOrder(giao, token), [strict.phone], "assign", 600);
    const given = () => db`select from push_subscriptions where driver_phone = ${strict.phone} and told_seq > 0`;
    await until("it is given up", async () => (await given()).length === 1 || undefined);
    await advance(10);
    assert.equal(refusing.seen().length, 1);
    assert.equal(await subscriptions(strict.phone), 1);
  });

  test("signing out ends it, and so does another driver who signs in on the same phone", async () => {
    const driver = await addDriver(giao, { phone: "84911700006" });
    const browser = service.browser("six");
    await subscribe(driver, browser);
    const next = await addDriver(giao, { phone: "84911700007" });
    await subscribe(next, browser);
    assert.deepEqual([await subscriptions(driver.phone), await subscriptions(next.phone)], [0, 1]);
    ok(await next.call("DELETE", "/sessions"));
    assert.equal(await subscriptions(next.phone), 0);
    const again = await signInDriver(giao, next.phone);
    await subscribe(again, browser);
    ok(await again.call("DELETE", "/push"));
    assert.equal(await subscriptions(next.phone), 0);
  });

  test("a driver has as many browsers as sessions, five, and the oldest goes", async () => {
    const { phone } = await addDriver(giao, { phone: "84911700008" });
    for (let at = 0; at < 7; at++) await subscribe(await signInDriver(giao, phone), service.browser(`many-${at}`));
    assert.equal(await subscriptions(phone), 5);
  });

  test("what is no subscription is refused by its field", async () => {
    const driver = await addDriver(giao, { phone: "84911700009" });
    const { endpoint, keys } = service.browser("nine").subscription;
    const faults: readonly (readonly [object, string])[] = [
      [{ endpoint: "file:///etc/passwd", keys, language: "en" }, "endpoint"],
      [{ endpoint: `${endpoint}/${"x".repeat(1_000)}`, keys, language: "en" }, "endpoint"],
      [{ endpoint, keys: { ...keys, p256dh: "short" }, language: "en" }, "keys.p256dh"],
      [{ endpoint, keys: { ...keys, auth: "" }, language: "en" }, "keys.auth"],
      [{ endpoint, keys, language: "fr" }, "language"],
    ];
    for (const [body, field] of faults) {
      const refused = await driver.call("PUT", "/push", body);
      assertRefused(refused, 400, "INVALID_DATA");
      assert.equal(refused.body.field, field);
    }
    const strict = await giao.replica({ env: { CALLBACK_ALLOW_PRIVATE: "off" } });
    const plain = await strict.call("PUT", "/driver/v1/push", {
      token: driver.token,
      body: { endpoint: "http://push.example/a", keys, language: "en" },
    });
    assertRefused(plain, 400, "INVALID_DATA");
  });
});

describe("the installation's key for web push", () => {
  test("is made once, sealed in the database, and the same at every replica; PUSH_KEY brings another", async () => {
    const driver = await addDriver(giao, { phone: "84911700010" });
    const keyAt = async (call: typeof giao.call) =>
      ok(await call("GET", "/driver/v1/push", { token: driver.token })).public_key;
    const own = await keyAt(giao.call);
    assert.equal(await keyAt((await giao.replica()).call), own);
    const rows = await db<{ privateKey: string }>`select private_key from push_keys`;
    assert.equal(rows.length, 1);
    assert.match(rows[0]!.privateKey, /^sealed:/);
    const given = await giao.replica({ env: { PUSH_KEY: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94" } });
    assert.equal(
      await keyAt(given.call),
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    );
  });
});
