// Guessing a driver's pin: who is slowed down by it, and who never is. Strangers come from addresses that a trusted proxy names.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { strangerCounters } from "../../src/domain/drivers/sign-in.ts";
import { spendTry } from "../../src/operations/sign-ins/count-tries.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import { type Answer, startGiao } from "../harness/giao.ts";

const giao = await startGiao({ TRUSTED_PROXIES: "127.0.0.1" });
const PIN = "1234";
const WRONG = "0000";
const HOME = "198.51.100.1";

type Guess = { readonly mobile: string; readonly pin: string; readonly device?: string };
const signIn = (body: Guess, from = HOME, at: Pick<typeof giao, "call"> = giao): Promise<Answer> =>
  at.call("POST", "/driver/v1/sessions", { body, headers: { "x-forwarded-for": from } });
const advance = (seconds: number) =>
  giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });
const retryAfter = (answer: Answer): number => Number(answer.headers.get("retry-after"));
let drivers = 0;
const newDriver = async (): Promise<string> => {
  const phone = `849112${String(++drivers).padStart(5, "0")}`;
  await addDriver(giao, { phone });
  return phone;
};
const knownDevice = async (mobile: string): Promise<string> => {
  const signedIn = await signIn({ mobile, pin: PIN });
  assertOk(signedIn);
  assert.match(signedIn.body.device, /^[0-9a-f]{64}$/);
  return signedIn.body.device;
};

describe("a known device", () => {
  test("gets in with the right pin whatever strangers try, from everywhere and from its own address", async () => {
    const mobile = await newDriver();
    const device = await knownDevice(mobile);
    for (let at = 0; at < 40; at++) await signIn({ mobile, pin: WRONG }, `203.0.113.${at}`);
    for (let at = 0; at < 40; at++) await signIn({ mobile, pin: WRONG });
    assertRefused(await signIn({ mobile, pin: PIN }), 429, "TOO_MANY_REQUESTS");
    assertRefused(await signIn({ mobile, pin: PIN }, "192.0.2.99"), 429, "TOO_MANY_REQUESTS");
    const signedIn = await signIn({ mobile, pin: PIN, device });
    assertOk(signedIn);
    assert.equal(signedIn.body.device, device, "it stays the device it was");
    assertOk(await signIn({ mobile, pin: PIN, device }, "192.0.2.98"));
  });

  test("is slowed down by its own wrong pins, and slows nobody else down", async () => {
    const mobile = await newDriver();
    const [first, second] = [await knownDevice(mobile), await knownDevice(mobile)];
    for (let at = 0; at < 5; at++)
      assertRefused(await signIn({ mobile, pin: WRONG, device: first }), 401, "NOT_AUTHORIZED");
    const slowed = await signIn({ mobile, pin: PIN, device: first });
    assertRefused(slowed, 429, "TOO_MANY_REQUESTS");
    assert.ok(retryAfter(slowed) >= 1 && retryAfter(slowed) <= 300);
    assertOk(await signIn({ mobile, pin: PIN, device: second }));
    assertOk(await signIn({ mobile, pin: PIN }));
    await advance(retryAfter(slowed));
    assertOk(await signIn({ mobile, pin: PIN, device: first }));
  });

  test("is one driver's: on another's number, made up or forgotten it is a stranger's", async () => {
    const [mobile, other] = [await newDriver(), await newDriver()];
    const device = await knownDevice(mobile);
    for (let at = 0; at < 5; at++) await signIn({ mobile: other, pin: WRONG, device });
    assertRefused(await signIn({ mobile: other, pin: PIN, device }), 429, "TOO_MANY_REQUESTS");
    for (const strange of ["f".repeat(64), "'", ""]) {
      assertRefused(await signIn({ mobile: other, pin: PIN, device: strange }), 429, "TOO_MANY_REQUESTS");
    }
    assertOk(await giao.call("DELETE", `/operator/v1/drivers/${mobile}/devices`, { operator: true }));
    for (let at = 0; at < 5; at++) await signIn({ mobile, pin: WRONG });
    assertRefused(await signIn({ mobile, pin: PIN, device }), 429, "TOO_MANY_REQUESTS");
  });

  test("a driver has at most ten, and their tokens are not in the database", async () => {
    const mobile = await newDriver();
    const devices: string[] = [];
    for (let at = 0; at < 11; at++) devices.push(await knownDevice(mobile));
    const [row] = await giao.house.db<{ count: number; dump: string }>`
      select count(*)::int as count, jsonb_agg(driver_devices)::text as dump
      from driver_devices
      where driver_phone = ${mobile}`;
    assert.equal(row?.count, 10);
    assert.ok(!devices.some((device) => row?.dump.includes(device)));
    for (let at = 0; at < 12; at++) await signIn({ mobile, pin: WRONG });
    assertOk(await signIn({ mobile, pin: PIN, device: devices[10]! }));
    assertRefused(await signIn({ mobile, pin: PIN, device: devices[0]! }), 429, "TOO_MANY_REQUESTS");
  });

  test("a new pin and a deactivation forget a driver's devices", async () => {
    for (const change of [{ pin: PIN }, { status: "DEACTIVATED" }]) {
      const mobile = await newDriver();
      await knownDevice(mobile);
      assertOk(await giao.call("PATCH", `/operator/v1/drivers/${mobile}`, { operator: true, body: change }));
      const left = await giao.house.db`select driver_phone from driver_devices where driver_phone = ${mobile}`;
      assert.equal(left.length, 0);
    }
  });
});

describe("strangers", () => {
  test("one alone waits longer and longer, and keeps a new phone elsewhere waiting for seconds at most", async () => {
    const mobile = await newDriver();
    const waits: number[] = [];
    for (let at = 0; at < 16; at++) {
      const answer = await signIn({ mobile, pin: WRONG }, "203.0.113.200");
      if (answer.status === 401) continue;
      assertRefused(answer, 429, "TOO_MANY_REQUESTS");
      waits.push(retryAfter(answer));
      await advance(retryAfter(answer));
    }
    assert.ok(waits.length >= 5, `${waits}`);
    assert.deepEqual(
      waits,
      [...waits].sort((a, b) => a - b),
      "each wait is at least the one before",
    );
    assert.ok(waits.at(-1)! >= 8 * waits[0]!, `${waits}`);
    const elsewhere = await signIn({ mobile, pin: PIN }, "192.0.2.50");
    if (elsewhere.status === 429) {
      assert.ok(retryAfter(elsewhere) <= 60, `${retryAfter(elsewhere)} s`);
      await advance(retryAfter(elsewhere));
      assertOk(await signIn({ mobile, pin: PIN }, "192.0.2.50"));
    } else assertOk(elsewhere);
  });

  test("many together are counted together, on every replica, whether a driver has the number or not", async () => {
    const replica = await giao.replica();
    for (const mobile of [await newDriver(), "84911299999"]) {
      let lookedAt = 0;
      for (let at = 0; at < 30; at++) {
        const answer = await signIn({ mobile, pin: WRONG }, `203.0.113.${at}`, at % 2 === 0 ? giao : replica);
        if (answer.status === 401) lookedAt++;
        else assertRefused(answer, 429, "TOO_MANY_REQUESTS");
      }
      assert.ok(lookedAt <= 12, `${lookedAt} of 30 guesses were looked at`);
    }
  });

  test("a try that is refused does not count: hammering makes no wait longer", async () => {
    const mobile = await newDriver();
    for (let at = 0; at < 5; at++) await signIn({ mobile, pin: WRONG });
    const first = retryAfter(await signIn({ mobile, pin: WRONG }));
    await Promise.all(Array.from({ length: 50 }, () => signIn({ mobile, pin: WRONG })));
    assert.ok(retryAfter(await signIn({ mobile, pin: WRONG })) <= first);
    await advance(first);
    assertOk(await signIn({ mobile, pin: PIN }));
  });

  for (const [name, network, spellings] of [
    ["one address", "203.0.113.77", ["203.0.113.77", "::ffff:203.0.113.77", "::ffff:cb00:714d"]],
    ["one IPv6 network", "2001:db8:5:6::/64", ["2001:db8:5:6::1", "2001:DB8:5:6:ffff:0:0:1"]],
  ] as const) {
    test(`${name} that sprays one pin over many numbers is slowed down, and no other`, async () => {
      const sprayed = (at: number) => `84912${String(at).padStart(6, "0")}`;
      // Without the pins, each of which is hashed for 20 ms; and on, as soon as it may, until the waits have grown.
      let [looked, wait] = [0, 0];
      for (let at = 0; wait < 30; at++) {
        assert.ok(at < 300, "the waits grow");
        if (wait > 0) await advance(wait);
        wait = await spendTry(giao.house, [strangerCounters(sprayed(at), network).ofAddress]);
        if (wait === 0) looked++;
      }
      assert.ok(looked >= 100 && looked <= 120, `${looked} were looked at`);
      // The right pin counts nothing, a wrong one does.
      await advance(wait);
      const mobile = await newDriver();
      assertOk(await signIn({ mobile, pin: PIN }, spellings[0]));
      assertOk(await signIn({ mobile, pin: PIN }, spellings[1]));
      assertRefused(await signIn({ mobile, pin: WRONG }, spellings[0]), 401, "NOT_AUTHORIZED");
      for (const from of spellings) {
        assertRefused(await signIn({ mobile: sprayed(500), pin: PIN }, from), 429, "TOO_MANY_REQUESTS");
      }
      assertRefused(await signIn({ mobile: sprayed(501), pin: PIN }, "2001:db8:5:7::1"), 401, "NOT_AUTHORIZED");
    });
  }
});
