import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { signInDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const anyone = { name: "Nguyễn Văn A", plate_number: "59A1-123.45", vehicle: "BIKE", city_id: "SGN", pin: "1234" };

describe("drivers", () => {
  test("everybody may see where the sandbox's robots are, without names, and nobody else of those online", async () => {
    const robot = { ...anyone, mobile: "84911390001", vehicle: "VAN", robot: true };
    for (const body of [robot, { ...anyone, mobile: "84911390002" }]) {
      assertOk(await operator("POST", "/drivers", body));
      const { online } = await signInDriver(giao, body.mobile);
      assertOk(await online({ lat: 10.7721049, lng: 106.6983 }));
    }
    const seen = await giao.call("GET", "/sandbox/v1/robots");
    assertOk(seen);
    assert.deepEqual(seen.body, { robots: [{ lat: 10.7721, lng: 106.6983, vehicle: "VAN" }] });
  });

  test("a new driver is shown as they were made, with their phone in one spelling", async () => {
    const created = await operator("POST", "/drivers", { ...anyone, mobile: "0911 300 001" });
    assertOk(created);
    assert.equal(created.body.mobile, "84911300001");
    assert.equal(created.body.rating, null);
    const seen = await operator("GET", "/drivers/0911300001");
    assertOk(seen);
    assert.equal(seen.body.name, anyone.name);
    assert.equal(seen.body.online, false);
    assert.equal(seen.body.heard_time, 0);
  });

  const faults: readonly (readonly [string, object, number, string])[] = [
    ["no name, and a phone that is none", { name: undefined, mobile: "1" }, 400, "INVALID_DATA"],
    ["a blank name", { name: " " }, 400, "INVALID_DATA"],
    ["a plate of 30 characters", { plate_number: "1".repeat(30) }, 400, "INVALID_DATA"],
    ["a vehicle we do not have", { vehicle: "SHIP" }, 400, "INVALID_DATA"],
    ["a pin of three digits", { pin: "123" }, 400, "INVALID_DATA"],
    ["a pin in letters, and an unknown city", { pin: "abcd", city_id: "ZZZ" }, 400, "INVALID_DATA"],
    ["a pin that is a number", { pin: 1234 }, 400, "INVALID_DATA"],
    ["a phone that is none, and an unknown city", { mobile: "12", city_id: "ZZZ" }, 406, "INVALID_PHONE_NUMBER"],
    ["an unknown city, and a taken phone", { mobile: "84911000001", city_id: "ZZZ" }, 404, "CITY_NOT_FOUND"],
    ["a taken phone", { mobile: "84911000001" }, 409, "DRIVER_EXISTED"],
  ];
  for (const [name, change, status, code] of faults) {
    test(`refuses ${name}`, async () =>
      assertRefused(await operator("POST", "/drivers", { ...anyone, mobile: "84911300002", ...change }), status, code));
  }

  test("without the operator's key nothing is told", async () => {
    assertRefused(await giao.call("POST", "/operator/v1/drivers", { body: {} }), 401, "NOT_AUTHORIZED");
    assertRefused(await giao.call("GET", "/operator/v1/drivers"), 401, "NOT_AUTHORIZED");
  });

  test("a driver can be changed; what is not named stays", async () => {
    assertOk(await operator("POST", "/drivers", { ...anyone, mobile: "84911300003" }));
    const changed = await operator("PATCH", "/drivers/84911300003", { name: "Trần Thị B", vehicle: "VAN" });
    assertOk(changed);
    assert.equal(changed.body.name, "Trần Thị B");
    assert.equal(changed.body.vehicle, "VAN");
    assert.equal(changed.body.plate_number, anyone.plate_number);
    assertRefused(await operator("PATCH", "/drivers/84911300003", { name: "" }), 400, "INVALID_DATA");
    assertRefused(await operator("PATCH", "/drivers/84911300003", { city_id: "ZZZ" }), 404, "CITY_NOT_FOUND");
    assertRefused(await operator("PATCH", "/drivers/abc", { name: "x" }), 406, "INVALID_PHONE_NUMBER");
    assertRefused(await operator("PATCH", "/drivers/84911399999", { name: "x" }), 404, "DRIVER_NOT_FOUND");
    assertRefused(await operator("GET", "/drivers/84911399999"), 404, "DRIVER_NOT_FOUND");
  });

  test("drivers are found by part of phone, plate or name, and by city", async () => {
    assertOk(
      await operator("POST", "/drivers", {
        ...anyone,
        mobile: "84911300004",
        plate_number: "29B2-99999",
        name: "100% Sure_",
        city_id: "HAN",
      }),
    );
    const found = async (query: string) =>
      (await operator("GET", `/drivers?${query}`)).body.drivers.map((driver: { mobile: string }) => driver.mobile);
    assert.deepEqual(await found("q=0911300004"), ["84911300004"]);
    assert.deepEqual(await found("q=b2-9999"), ["84911300004"]);
    assert.deepEqual(await found("q=100%25%20sure_"), ["84911300004"]);
    assert.deepEqual(await found("q=%25_%25"), []);
    assert.deepEqual(await found("city_id=HAN"), ["84911300004"]);
    assert.deepEqual(await found("city_id=HAN&online=true"), []);
    assert.deepEqual(await found("q='%20or%201=1--"), []);
  });

  test("a long list comes in pages that miss nobody", async () => {
    await giao.house.db`
      insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
      select '8492' || lpad(n::text, 7, '0'), 'Paged', 'P', 'TRUCK', 'DAD', decode(repeat('00', 48), 'hex'), now()
      from generate_series(1, 230) as n`;
    await giao.house.db`insert into driver_places (driver_phone) select phone from drivers where name = 'Paged'`;
    const mobiles: string[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const page = await operator("GET", `/drivers?city_id=DAD&after=${next}`);
      assertOk(page);
      mobiles.push(...page.body.drivers.map((driver: { mobile: string }) => driver.mobile));
      next = page.body.next;
    }
    assert.equal(new Set(mobiles).size, 230);
  });
});

describe("drivers' money", () => {
  const pay = (mobile: string, way: string, amount: unknown, reference: unknown) =>
    operator("POST", `/drivers/${mobile}/${way}`, { amount, reference });

  test("the same reference pays once, and the statement shows each line with the wallet after it", async () => {
    assertOk(await operator("POST", "/drivers", { ...anyone, mobile: "84911310001" }));
    assert.equal((await pay("84911310001", "top-ups", 500_000, "r1")).body.wallet, 500_000);
    assert.equal((await pay("0911310001", "top-ups", 500_000, "r1")).body.wallet, 500_000);
    assert.equal((await pay("84911310001", "withdrawals", 200_000, "r1")).body.wallet, 300_000);
    const statement = await operator("GET", "/drivers/84911310001/statement");
    assert.deepEqual(
      statement.body.lines.map((line: { kind: string; amount: number; balance: number }) => [
        line.kind,
        line.amount,
        line.balance,
      ]),
      [
        ["withdrawal", -200_000, 300_000],
        ["top_up", 500_000, 500_000],
      ],
    );
    assert.equal((await operator("GET", "/drivers/84911310001/wallet")).body.wallet, 300_000);
    assert.equal((await operator("GET", "/ledger/verify")).body.ok, true);
  });

  const faults: readonly (readonly [string, string, unknown, unknown, number, string])[] = [
    ["an amount in words, and nobody's phone", "84911399999", "5", "r", 400, "INVALID_DATA"],
    ["no reference", "84911000001", 5, undefined, 400, "INVALID_DATA"],
    ["a phone that is none, and a negative amount", "12", -5, "r", 406, "INVALID_PHONE_NUMBER"],
    ["nobody's phone, and a negative amount", "84911399999", -5, "r", 404, "DRIVER_NOT_FOUND"],
    ["a negative amount", "84911000001", -5, "r", 400, "INVALID_DATA"],
    ["half a dong", "84911000001", 0.5, "r", 400, "INVALID_DATA"],
    ["a blank reference", "84911000001", 5, " ", 400, "INVALID_DATA"],
  ];
  for (const [name, mobile, amount, reference, status, code] of faults) {
    test(`refuses ${name}`, async () => {
      for (const way of ["top-ups", "withdrawals"]) {
        assertRefused(await pay(mobile, way, amount, reference), status, code);
      }
    });
  }

  test("more than the wallet holds is not paid out, and a reference is not used for two amounts", async () => {
    assertOk(await operator("POST", "/drivers", { ...anyone, mobile: "84911310002" }));
    assertOk(await pay("84911310002", "top-ups", 100_000, "a"));
    assertRefused(await pay("84911310002", "top-ups", 90_000, "a"), 409, "IDEMPOTENCY_KEY_REUSED");
    assertRefused(await pay("84911310002", "withdrawals", 100_001, "b"), 406, "NOT_ENOUGH_CREDIT");
    const answers = await Promise.all([1, 2, 3].map((at) => pay("84911310002", "withdrawals", 60_000, `c${at}`)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 406, 406]);
  });
});
