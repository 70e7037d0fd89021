import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, startGiao } from "../harness/giao.ts";
import { whileTimeStands } from "../harness/still-time.ts";

const giao = await startGiao({ RATE_LIMITS: "on" });
// Each test finds full buckets.
afterEach(() => giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } }));
// More than twice what the bucket holds; it fills by two a second.
const GUESSES = 150;

test("calls that try keys have a tight bucket of their own, and it fills with time", async () => {
  const guess = () => giao.call("POST", "/v3/accounts/token", { body: { api_key: "x", mobile: "x" } });
  const answers = await whileTimeStands([giao], () => Promise.all(Array.from({ length: GUESSES }, guess)));
  const limited = answers.filter((answer) => answer.status === 429);
  assert.ok(limited.length > 0 && limited.length < GUESSES);
  assertRefused(limited[0]!, 429, "TOO_MANY_REQUESTS");
  assert.ok(Number(limited[0]!.headers.get("retry-after")) >= 1);
  // Other calls of the same address go on.
  assertOk(await giao.call("GET", "/v1/order/cities?country_id=VN"));
  await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 60 } });
  assertRefused(await guess(), 404, "PARTNER_NOT_FOUND");
});

test("behind a proxy that is trusted, callers are told apart by what it says, and by nobody else's word", async () => {
  const guesses = async (server: typeof giao, addressOf: (at: number) => string) => {
    const guess = (at: number) =>
      server.call("POST", "/v3/accounts/token", {
        body: { api_key: "x", mobile: "x" },
        headers: { "x-forwarded-for": addressOf(at) },
      });
    const ask = () => Promise.all(Array.from({ length: GUESSES }, (_, at) => guess(at)));
    const answers = await whileTimeStands([server], ask);
    return new Set(answers.map(({ status }) => status));
  };
  const everyOther = (at: number) => `203.0.113.${at}`;
  const behindProxy = await startGiao({ RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
  assert.deepEqual(await guesses(behindProxy, everyOther), new Set([404]));
  assert.ok((await guesses(behindProxy, () => "203.0.113.250")).has(429));
  // Whoever has one IPv6 address has its whole network.
  const hex = (at: number) => (at + 1).toString(16);
  assert.ok((await guesses(behindProxy, (at) => `2001:db8:9:9:${hex(at)}::${hex(at)}`)).has(429));
  assert.deepEqual(await guesses(behindProxy, (at) => `2001:db8:9:${hex(at)}a::1`), new Set([404]));
  assert.ok((await guesses(behindProxy, (at) => (at % 2 ? "203.0.113.251" : "::ffff:203.0.113.251"))).has(429));
  assert.ok((await guesses(giao, everyOther)).has(429));
});

test("one address that asks without end is told to slow down, before its token is looked at", async () => {
  const statuses = new Set<number>();
  await whileTimeStands([giao], async () => {
    for (let asked = 0; asked < 20_000 && !statuses.has(429); asked += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => giao.call("GET", "/v3/cities?country_id=VN", { token: "rubbish" })),
      );
      for (const answer of answers) statuses.add(answer.status);
    }
  });
  assert.deepEqual([...statuses].sort(), [401, 429]);
});

test("what may be guessed behind a token has the tight bucket too, after the token", async () => {
  const behindProxy = await startGiao({ RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
  const token = await behindProxy.signIn();
  const activate = (bearer: string) =>
    behindProxy.call("POST", "/v3/accounts/childs/84900000002/activate", {
      token: bearer,
      headers: { "x-forwarded-for": "203.0.113.9" },
      body: { activation_code: "000000" },
    });
  const answers: Answer[] = [];
  await whileTimeStands([behindProxy], async () => {
    // A few at a time: one account has only so many places at once.
    while (answers.length < GUESSES)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => activate(token)))));
  });
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([406, 429]));
  assertRefused(await activate("rubbish"), 401, "NOT_AUTHORIZED");
});

test("a phone is sent so many activation codes and no more, and a minute later one again", async () => {
  const token = await giao.signIn();
  const parent = await giao.register("84955100001");
  const child = "84955100002";
  await giao.register(child);
  const invite = () => giao.call("POST", "/v3/accounts/childs", { token: parent, body: { child_id: child } });
  const limited = await whileTimeStands([giao], async () => {
    for (let code = 0; code < 5; code++) assertOk(await invite());
    // Whoever asks for it.
    const other = await giao.call("POST", "/v3/accounts/childs", { token, body: { child_id: child } });
    assertRefused(other, 429, "TOO_MANY_REQUESTS");
    return invite();
  });
  assertRefused(limited, 429, "TOO_MANY_REQUESTS");
  const seconds = Number(limited.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= 60);
  await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });
  assertOk(await invite());
});

test("orders and estimates of many points count for what they cost, whatever becomes of them", async () => {
  const PER_MINUTE = 60;
  const partner = await giao.call("POST", "/operator/v1/partners", {
    operator: true,
    body: { id: "long", name: "Long ways", rate_limit_per_minute: PER_MINUTE },
  });
  assertOk(partner);
  const token = await giao.register("84900000777", partner.body.api_key);
  const left = async (path: string, body: object) =>
    Number((await giao.call("POST", path, { token, body })).headers.get("ratelimit-remaining"));
  const points = (count: number) => Array.from({ length: count }, () => ({ lat: 10.77, lng: 106.7 }));
  const services = [{ _id: "SGN-BIKE", requests: [] }];
  await whileTimeStands([giao], async () => {
    const plain = await left("/v3/orders/estimates", { path: points(2), services });
    assert.ok(plain > PER_MINUTE - 5, `${plain} left`);
    const longer = await left("/v3/orders", { path: points(40), service_id: "SGN-BIKE" });
    assert.ok(longer < PER_MINUTE - 10, `${longer} left`);
    assert.equal(await left("/v3/orders/estimates", { path: points(101), services, route_optimized: true }), 0);
    const refused = await giao.call("GET", "/v3/cities?country_id=VN", { token });
    assertRefused(refused, 429, "TOO_MANY_REQUESTS");
    assert.ok(Number(refused.headers.get("retry-after")) > 100);
  });
});
