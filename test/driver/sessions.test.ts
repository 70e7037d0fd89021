import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const signIn = (mobile: unknown, pin: unknown) => giao.call("POST", "/driver/v1/sessions", { body: { mobile, pin } });
const newDriver = async (mobile: string) =>
  assertOk(
    await giao.call("POST", "/operator/v1/drivers", {
      operator: true,
      body: { mobile, name: "Test driver", plate_number: "59A1-123.45", vehicle: "BIKE", city_id: "SGN", pin: "2468" },
    }),
  );
const advance = (seconds: number) =>
  giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });

describe("signing in", () => {
  test("the sandbox's driver signs in, however the phone is spelled", async () => {
    for (const mobile of ["84911000001", "0911000001", "+84 911 000 001"]) {
      const signedIn = await signIn(mobile, "1234");
      assertOk(signedIn);
      assert.match(signedIn.body.token, /^[0-9a-f]{64}$/);
    }
  });

  test("neither the pin nor the token is in the database", async () => {
    await newDriver("84911100001");
    const { body } = await signIn("84911100001", "2468");
    const [row] = await giao.house.db<{ dump: string }>`
      select jsonb_agg(driver_sessions)::text || (select jsonb_agg(drivers)::text from drivers) as dump
      from driver_sessions`;
    assert.ok(row && !row.dump.includes(body.token) && !row.dump.includes("2468"));
  });

  const faults: readonly (readonly [string, unknown, unknown, number, string])[] = [
    ["no mobile and no pin", undefined, undefined, 400, "MISSING_REQUIRED_INFO"],
    ["a phone that is none, and no pin", "12", undefined, 400, "MISSING_REQUIRED_INFO"],
    ["a pin that is a number", "84911000001", 1234, 400, "MISSING_REQUIRED_INFO"],
    ["a phone that is none", "12", "1234", 406, "INVALID_PHONE_NUMBER"],
    ["a phone nobody has", "84911999999", "1234", 401, "NOT_AUTHORIZED"],
    ["a wrong pin", "84911000001", "4321", 401, "NOT_AUTHORIZED"],
  ];
  for (const [name, mobile, pin, status, code] of faults) {
    test(`refuses ${name}`, async () => assertRefused(await signIn(mobile, pin), status, code));
  }

  test("a wrong pin and a stranger's phone get the same words", async () => {
    const wrong = await signIn("84911000001", "0000");
    const stranger = await signIn("84911888888", "0000");
    assert.equal(wrong.body.description, stranger.body.description);
  });

  for (const [name, mobile] of [
    ["a driver", "84911100002"],
    ["a phone nobody has", "84911777777"],
  ] as const) {
    test(`after five wrong pins ${name} must wait, with the right one too, and then may try again`, async () => {
      if (name === "a driver") await newDriver(mobile);
      for (let wrong = 0; wrong < 5; wrong++) assertRefused(await signIn(mobile, "0000"), 401, "NOT_AUTHORIZED");
      const refused = await signIn(mobile, "2468");
      assertRefused(refused, 429, "TOO_MANY_REQUESTS");
      const seconds = Number(refused.headers.get("retry-after"));
      assert.ok(seconds > 0 && seconds <= 900);
      await advance(seconds);
      const later = await signIn(mobile, "2468");
      if (name === "a driver") assertOk(later);
      else assertRefused(later, 401, "NOT_AUTHORIZED");
    });
  }

  test("of twenty guesses at once, five are looked at", async () => {
    await newDriver("84911100003");
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn("84911100003", "0000")));
    assert.equal(answers.filter((answer) => answer.status === 401).length, 5);
    assert.equal(answers.filter((answer) => answer.status === 429).length, 15);
  });

  test("the right pin forgets the wrong ones", async () => {
    await newDriver("84911100004");
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 4; wrong++) assertRefused(await signIn("84911100004", "0000"), 401, "NOT_AUTHORIZED");
      assertOk(await signIn("84911100004", "2468"));
    }
  });
});

describe("sessions", () => {
  const offline = (token?: string) =>
    giao.call("PUT", "/driver/v1/availability", { ...(token ? { token } : {}), body: { online: false } });

  test("a call without a token, with a partner's token or a made-up one is refused before its body is read", async () => {
    assertRefused(await giao.call("PUT", "/driver/v1/availability", { raw: "{" }), 401, "NOT_AUTHORIZED");
    assertRefused(await offline(await giao.signIn()), 401, "NOT_AUTHORIZED");
    assertRefused(await offline("0".repeat(64)), 401, "NOT_AUTHORIZED");
  });

  test("a session ends by signing out, after 30 days, and as the oldest of six", async () => {
    await newDriver("84911100011");
    const tokens: string[] = [];
    for (let session = 0; session < 6; session++) tokens.push((await signIn("84911100011", "2468")).body.token);
    assertRefused(await offline(tokens[0]), 401, "NOT_AUTHORIZED");
    assertOk(await offline(tokens[1]));
    assertOk(await giao.call("DELETE", "/driver/v1/sessions", { token: tokens[1]! }));
    assertRefused(await offline(tokens[1]), 401, "NOT_AUTHORIZED");
    assertOk(await offline(tokens[5]));
    await advance(30 * 24 * 3600);
    assertRefused(await offline(tokens[5]), 401, "NOT_AUTHORIZED");
  });

  test("positions hear of an ended session through a notice, on every replica", async () => {
    await newDriver("84911100013");
    const replica = await giao.replica();
    const { token } = (await signIn("84911100013", "2468")).body;
    const report = (call: typeof giao.call) =>
      call("POST", "/driver/v1/positions", { token, body: { positions: [{ lat: 10.7, lng: 106.7 }] } });
    assertOk(await report(giao.call));
    assertOk(await report(replica.call));
    assertOk(await giao.call("DELETE", "/driver/v1/sessions", { token }));
    for (const call of [giao.call, replica.call]) {
      let answer = await report(call);
      while (answer.status === 200) answer = await report(call);
      assertRefused(answer, 401, "NOT_AUTHORIZED");
    }
  });

  test("a new pin and a deactivation end every session; a deactivated driver is told so only with the right pin", async () => {
    await newDriver("84911100012");
    const patch = (body: object) => giao.call("PATCH", "/operator/v1/drivers/84911100012", { operator: true, body });
    const first = (await signIn("84911100012", "2468")).body.token;
    assertOk(await patch({ pin: "13579" }));
    assertRefused(await offline(first), 401, "NOT_AUTHORIZED");
    const second = (await signIn("84911100012", "13579")).body.token;
    assertOk(await patch({ status: "DEACTIVATED" }));
    assertRefused(await offline(second), 401, "NOT_AUTHORIZED");
    assertRefused(await signIn("84911100012", "1111"), 401, "NOT_AUTHORIZED");
    assertRefused(await signIn("84911100012", "13579"), 406, "DEACTIVATED_ACCOUNT");
  });
});
