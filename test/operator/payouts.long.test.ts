// Drivers are paid out: who gets what and why, two people above a limit, once whoever races, and cash handed in by its receipt.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { toHour } from "../harness/hours.ts";
import { startStaff } from "../harness/staff.ts";

const LIMIT = 1_000_000;
const giao = await startGiao({ PAYOUT_MINIMUM: "50000", PAYOUT_TWO_PEOPLE_OVER: String(LIMIT) }, { roads: crowRoads });
// No week ends between what is done and what this week counts.
await toHour(giao);
const token = await giao.signIn();
const { owner, invite } = await startStaff(giao);
const finance = await invite("Phuong", "finance");
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });

let phones = 84_911_900_000;
async function driverWith(wallet: number, cityId = "SGN", holder = "TAI XE"): Promise<TestDriver> {
  const driver = await addDriver(giao, { phone: String(++phones), wallet, cityId });
  const bank = { bank: "Vietcombank", bank_account: "0071001234567", bank_holder: holder };
  assertOk(await operator("PUT", `/drivers/${driver.phone}/bank`, bank));
  return driver;
}
const walletOf = async (phone: string): Promise<number> =>
  (await operator("GET", `/drivers/${phone}/wallet`)).body.wallet;
// Cash above zero is what has left the platform.
const cash = async (): Promise<number> => {
  const { totals } = (await operator("GET", "/money")).body;
  return totals.find((one: Json) => one.account === "platform_cash").balance;
};
const lineOf = (payout: Json, driver: TestDriver): Json =>
  payout.lines.find((one: Json) => one.mobile === driver.phone);

// Whatever is open would be in the next test's way.
afterEach(async () => {
  for (const { id, status } of (await operator("GET", "/payouts")).body.payouts)
    if (status === "OPEN") assertOk(await operator("POST", `/payouts/${id}/cancel`));
  for (const { mobile } of (await operator("GET", "/payouts/preview")).body.lines) {
    const { wallet, promised } = (await operator("GET", `/drivers/${mobile}/wallet`)).body;
    if (wallet - promised > 0)
      assertOk(
        await operator("POST", `/drivers/${mobile}/withdrawals`, {
          amount: wallet - promised,
          reference: `out ${phones} ${wallet}`,
        }),
      );
  }
  const verdict = (await operator("GET", "/ledger/verify")).body;
  assert.deepEqual(verdict.problems, []);
});

describe("a run", () => {
  test("says who gets what and why, sets it aside, and is paid with journals", async () => {
    const rich = await driverWith(300_000);
    const small = await driverWith(49_999);
    const bankless = await addDriver(giao, { phone: String(++phones), wallet: 90_000 });
    const carrier = await driverWith(400_000);
    const { path } = orderBody() as { path: readonly object[] };
    const orderId = await addOrder(giao, token, { path: [path[0], { ...path[1], cod: 250_000 }] });
    const [offerId] = await offerTo(giao, orderId, [carrier.phone]);
    ok(await carrier.call("POST", `/offers/${offerId}/accept`));
    const preview = (await operator("GET", "/payouts/preview?city_id=SGN")).body;
    const made = await operator("POST", "/payouts", { city_id: "SGN" });
    assertOk(made);
    assert.deepEqual(made.body.lines, preview.lines);
    const seen = (driver: TestDriver) => {
      const { wallet, held, amount, why } = lineOf(made.body, driver);
      return [wallet, held, amount, why];
    };
    assert.deepEqual(seen(rich), [300_000, 0, 300_000, "PAID_OUT"]);
    assert.deepEqual(seen(small), [49_999, 0, 0, "BELOW_MINIMUM"]);
    assert.deepEqual(seen(bankless), [90_000, 0, 0, "NO_BANK_ACCOUNT"]);
    assert.deepEqual(seen(carrier), [400_000, 250_000, 150_000, "PAID_OUT"]);
    assert.deepEqual([made.body.total, made.body.drivers, made.body.needs_two], [450_000, 2, false]);
    assert.deepEqual([await walletOf(rich.phone), await walletOf(carrier.phone)], [0, 250_000]);
    const drained = { amount: 1, reference: "too late" };
    assertRefused(await operator("POST", `/drivers/${rich.phone}/withdrawals`, drained), 406, "NOT_ENOUGH_CREDIT");

    const before = await cash();
    const paid = await operator("POST", `/payouts/${made.body.id}/paid`, { reference: "VCB-1" });
    assertOk(paid);
    assert.deepEqual([paid.body.status, paid.body.reference], ["PAID", "VCB-1"]);
    assert.equal((await cash()) - before, 450_000);
    const { lines } = ok(await rich.call("GET", "/wallet/statement"));
    assert.deepEqual([lines[0].kind, lines[0].amount], ["payout_held", -300_000]);
    assertRefused(await operator("POST", `/payouts/${made.body.id}/cancel`), 409, "PAYOUT_CLOSED");
    ok(await carrier.call("POST", `/orders/${orderId}/cancel`, { comment: "Flat tyre" }));
  });

  test("pays up to its day; what came later is left, and a day ahead is refused", async () => {
    const driver = await driverWith(200_000);
    const upTo = Math.floor(giao.house.clock.now().getTime() / 1_000);
    await giao.house.clock.advance(60_000);
    assertOk(await operator("POST", `/drivers/${driver.phone}/top-ups`, { amount: 70_000, reference: "later" }));
    assertRefused(await operator("POST", "/payouts", { up_to: upTo + 86_400 }), 400, "INVALID_DATA");
    assertRefused(await operator("POST", "/payouts", { city_id: "MOON" }), 404, "CITY_NOT_FOUND");
    assertRefused(await operator("GET", `/payouts/preview?up_to=${upTo + 86_400}`), 400, "INVALID_DATA");
    // Two faults: the city is looked at first.
    const nowhere = `/payouts/preview?city_id=MOON&up_to=${upTo + 86_400}`;
    assertRefused(await operator("GET", nowhere), 404, "CITY_NOT_FOUND");
    const made = await operator("POST", "/payouts", { city_id: "SGN", up_to: upTo + 1 });
    assertOk(made);
    const { wallet, later, amount } = lineOf(made.body, driver);
    assert.deepEqual([wallet, later, amount], [270_000, 70_000, 200_000]);
  });

  test("cancelled, the money is back and the next run has it; of two runs at once each dong is in one", async () => {
    const driver = await driverWith(120_000);
    const first = await operator("POST", "/payouts", { city_id: "SGN" });
    assertOk(first);
    assertRefused(await operator("POST", "/payouts", { city_id: "SGN" }), 409, "NOTHING_TO_PAY");
    assertOk(await operator("POST", `/payouts/${first.body.id}/cancel`));
    assertOk(await operator("POST", `/payouts/${first.body.id}/cancel`));
    assert.equal(await walletOf(driver.phone), 120_000);
    assertRefused(await operator("POST", `/payouts/${first.body.id}/paid`, { reference: "x" }), 409, "PAYOUT_CLOSED");
    const runs = await Promise.all([
      operator("POST", "/payouts", {}),
      operator("POST", "/payouts", { city_id: "SGN" }),
    ]);
    assert.deepEqual(runs.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await walletOf(driver.phone), 0);
  });

  test("the bank's file has who is paid and no formula", async () => {
    await driverWith(60_000, "SGN", "=cmd|' /C calc'!A0");
    await driverWith(10);
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    const file = await operator("GET", `/payouts/${id}/bank.csv`);
    assert.match(file.headers.get("content-disposition") ?? "", new RegExp(`giao-payout-${id}\\.csv`));
    const lines = String(file.body).trim().split("\r\n");
    assert.equal(lines.length, 2);
    assert.ok(lines[1]?.startsWith("'=cmd|' /C calc'!A0,0071001234567,Vietcombank,60000,"), lines[1]);
  });
});

describe("two people", () => {
  const LARGE = LIMIT + 1;

  test("a sum over the limit is paid when a second person has said yes, and one person is not two", async () => {
    const driver = await driverWith(LARGE);
    const made = await finance.call("POST", "/payouts", { city_id: "SGN" });
    assertOk(made);
    const { id } = made.body;
    assert.deepEqual([made.body.needs_two, made.body.approvals.length], [true, 1]);
    const pay = (who = finance) => who.call("POST", `/payouts/${id}/paid`, { reference: "VCB-2" });
    assertRefused(await pay(), 403, "SECOND_PERSON_NEEDED");
    assertRefused(await finance.call("POST", `/payouts/${id}/approve`), 403, "SECOND_PERSON_NEEDED");
    assertRefused(await operator("POST", `/payouts/${id}/approve`), 403, "PERSON_NEEDED");
    const { key } = (await operator("POST", "/keys", { name: "Robot", role: "finance" })).body;
    const byKey = await giao.call("POST", `/operator/v1/payouts/${id}/approve`, { headers: { "x-operator-key": key } });
    assertRefused(byKey, 403, "PERSON_NEEDED");
    assertRefused(await operator("POST", `/payouts/${id}/paid`, { reference: "VCB-2" }), 403, "SECOND_PERSON_NEEDED");
    const approved = await owner.call("POST", `/payouts/${id}/approve`);
    assertOk(approved);
    assert.deepEqual(
      approved.body.approvals.map((one: Json) => one.name),
      ["Phuong", "Owner"],
    );
    assertRefused(await owner.call("POST", `/payouts/${id}/approve`), 403, "SECOND_PERSON_NEEDED");
    assertOk(await pay());
    assert.equal(await walletOf(driver.phone), 0);
  });

  test("a run that a key made needs two people, exactly the limit none", async () => {
    await driverWith(LARGE);
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    assertOk(await owner.call("POST", `/payouts/${id}/approve`));
    assertRefused(await owner.call("POST", `/payouts/${id}/paid`, { reference: "a" }), 403, "SECOND_PERSON_NEEDED");
    assertOk(await finance.call("POST", `/payouts/${id}/approve`));
    assertOk(await owner.call("POST", `/payouts/${id}/paid`, { reference: "a" }));
    await driverWith(LIMIT);
    const next = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    assert.equal(next.needs_two, false);
    assertOk(await operator("POST", `/payouts/${next.id}/paid`, { reference: "b" }));
  });

  test("two yeses of one person at once are one", async () => {
    await driverWith(LARGE);
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    const both = await Promise.all([0, 1].map(() => owner.call("POST", `/payouts/${id}/approve`)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
  });

  test("after five minutes who they are is asked again before money moves", async () => {
    await driverWith(60_000);
    await giao.house.db`update web_sessions set proved_at = proved_at - interval '6 minutes'`;
    assertRefused(await finance.call("POST", "/payouts", { city_id: "SGN" }), 403, "PROOF_REQUIRED");
    assertOk(await finance.call("POST", "/me/proof", { password: "lotus pond at dawn" }));
    assertOk(await finance.call("POST", "/payouts", { city_id: "SGN" }));
    assertOk(await owner.call("POST", "/me/proof", { password: "lotus pond at dawn" }));
  });
});

describe("paid once", () => {
  test("marked again with its reference it answers the same, with another it is refused, and races pay once", async () => {
    const driver = await driverWith(150_000);
    const other = await giao.replica();
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    const before = await cash();
    const pay = (server: Pick<typeof other, "call">) =>
      server.call("POST", `/operator/v1/payouts/${id}/paid`, { operator: true, body: { reference: "VCB-9" } });
    const answers = await Promise.all([pay(giao), pay(other), pay(giao), pay(other)]);
    for (const answer of answers) assertOk(answer);
    assert.equal((await cash()) - before, 150_000);
    for (const reference of ["", "  ", "x".repeat(101)])
      assertRefused(await operator("POST", `/payouts/${id}/paid`, { reference }), 400, "INVALID_DATA");
    assertOk(await operator("POST", `/payouts/${id}/paid`, { reference: " VCB-9 " }));
    const late = await operator("POST", `/payouts/${id}/paid`, { reference: "VCB-10" });
    assertRefused(late, 409, "IDEMPOTENCY_KEY_REUSED");
    const journals = await giao.house.db`select id from journals where reference = ${`${id}/${driver.phone}`}`;
    assert.equal(journals.length, 2);
  });

  test("a reference may have a hundred characters; a run that is none is not found, whatever is asked of it", async () => {
    await driverWith(70_000);
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    const reference = "x".repeat(100);
    const paid = await operator("POST", `/payouts/${id}/paid`, { reference });
    assertOk(paid);
    assert.equal(paid.body.reference, reference);
    assertRefused(await operator("GET", "/payouts/none"), 404, "PAYOUT_NOT_FOUND");
    assertRefused(await operator("POST", "/payouts/none/cancel"), 404, "PAYOUT_NOT_FOUND");
    assertRefused(await operator("POST", "/payouts/none/paid", { reference }), 404, "PAYOUT_NOT_FOUND");
    assertRefused(await finance.call("POST", "/payouts/none/approve", {}), 404, "PAYOUT_NOT_FOUND");
  });

  test("of paying and cancelling at once one happens", async () => {
    for (let round = 0; round < 4; round++) {
      const driver = await driverWith(80_000);
      const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
      const before = await cash();
      const answers = await Promise.all([
        operator("POST", `/payouts/${id}/paid`, { reference: "r" }),
        operator("POST", `/payouts/${id}/cancel`),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      const { status } = (await operator("GET", `/payouts/${id}`)).body;
      const expected = status === "PAID" ? [0, 80_000] : [80_000, 0];
      assert.deepEqual([await walletOf(driver.phone), (await cash()) - before], expected);
      if (status === "CANCELLED")
        assertOk(await operator("POST", `/drivers/${driver.phone}/withdrawals`, { amount: 80_000, reference: "done" }));
    }
  });

  test("a program that dies while it marks leaves nothing, and the next try pays", async () => {
    const driver = await driverWith(90_000);
    const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
    // The connection is cut where a killed program would be: after the journals, before the run is ended.
    await giao.house.db`
      create function cut_here() returns trigger language plpgsql as $$
      begin
        perform pg_terminate_backend(pg_backend_pid());
        return new;
      end $$`;
    await giao.house.db`create trigger cut_here before update on payout_runs for each row execute function cut_here()`;
    const before = await cash();
    const cut = await operator("POST", `/payouts/${id}/paid`, { reference: "VCB-11" });
    await giao.house.db`drop trigger cut_here on payout_runs`;
    assert.ok(cut.status >= 500, String(cut.status));
    assert.equal((await operator("GET", `/payouts/${id}`)).body.status, "OPEN");
    assert.equal(await cash(), before);
    assertOk(await operator("POST", `/payouts/${id}/paid`, { reference: "VCB-11" }));
    assert.equal((await cash()) - before, 90_000);
    assert.equal(await walletOf(driver.phone), 0);
  });
});

test("somebody of one city pays its drivers, and sees nothing of the others' runs", async () => {
  const hanoi = await invite("Hanoi", "finance", ["HAN"]);
  const mine = await driverWith(60_000, "HAN");
  const theirs = await driverWith(60_000, "SGN");
  assertRefused(await hanoi.call("POST", "/payouts", {}), 403, "CITIES_NOT_ALLOWED");
  assertRefused(await hanoi.call("POST", "/payouts", { city_id: "SGN" }), 404, "CITY_NOT_FOUND");
  assertRefused(await hanoi.call("GET", "/payouts/preview"), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await hanoi.call("GET", "/payouts/preview?city_id=SGN"), 404, "CITY_NOT_FOUND");
  const { lines } = (await hanoi.call("GET", "/payouts/preview?city_id=HAN")).body;
  assert.deepEqual([lineOf({ lines }, mine).amount, lineOf({ lines }, theirs)], [60_000, undefined]);
  const made = await hanoi.call("POST", "/payouts", { city_id: "HAN" });
  assertOk(made);
  assert.deepEqual([lineOf(made.body, mine).amount, lineOf(made.body, theirs)], [60_000, undefined]);
  const { id } = (await operator("POST", "/payouts", {})).body;
  assertRefused(await hanoi.call("GET", `/payouts/${id}`), 404, "PAYOUT_NOT_FOUND");
  assertRefused(await hanoi.call("POST", `/payouts/${id}/paid`, { reference: "x" }), 404, "PAYOUT_NOT_FOUND");
  const { payouts } = (await hanoi.call("GET", "/payouts")).body;
  assert.deepEqual(
    payouts.map((one: Json) => one.id),
    [made.body.id],
  );
});

test("cash that is handed in counts once by its receipt's number, whoever types it and however often", async () => {
  const [driver, other] = [await driverWith(0), await driverWith(0)];
  const hand = (phone: string, body: object) => operator("POST", `/drivers/${phone}/cod-hand-ins`, body);
  const both = await Promise.all([0, 1, 2].map(() => hand(driver.phone, { amount: 350_000, receipt: "PT-0001" })));
  for (const answer of both) assertOk(answer);
  assertOk(await hand(driver.phone, { amount: 350_000, receipt: " pt-0001 " }));
  assert.equal(await walletOf(driver.phone), 350_000);
  assertRefused(await hand(driver.phone, { amount: 1, receipt: "PT-0001" }), 409, "RECEIPT_USED");
  assertRefused(await hand(other.phone, { amount: 350_000, receipt: "PT-0001" }), 409, "RECEIPT_USED");
  assertRefused(await hand(driver.phone, { amount: 0, receipt: "PT-0002" }), 400, "INVALID_DATA");
  assertRefused(await hand(driver.phone, { amount: 5, receipt: "no good" }), 400, "INVALID_DATA");
  assertRefused(await hand("84911999999", { amount: 5, receipt: "PT-0003" }), 404, "DRIVER_NOT_FOUND");
  assertRefused(await hand("12", { amount: 0, receipt: "PT-0003" }), 406, "INVALID_PHONE_NUMBER");
  const { hand_ins } = (await operator("GET", "/cod-hand-ins")).body;
  assert.deepEqual(
    hand_ins.map((one: Json) => [one.receipt, one.mobile, one.amount]),
    [["PT-0001", driver.phone, 350_000]],
  );
  const { lines } = ok(await driver.call("GET", "/wallet/statement"));
  assert.deepEqual(
    lines.map((line: Json) => line.kind),
    ["cod_hand_in"],
  );
});

test("a week says what was done, earned and paid, and its moves are what the wallet changed by", async () => {
  const driver = await driverWith(400_000);
  const { path } = orderBody() as { path: readonly object[] };
  const orderId = await addOrder(giao, token, { path: [path[0], { ...path[1], cod: 100_000 }] });
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  ok(await driver.call("POST", `/orders/${orderId}/pickup`, {}));
  ok(await driver.call("POST", `/orders/${orderId}/points/1/deliver`, {}));
  const { id } = (await operator("POST", "/payouts", { city_id: "SGN" })).body;
  assertOk(await operator("POST", `/payouts/${id}/paid`, { reference: "week" }));
  const today = new Date(giao.house.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  const week = ok(await driver.call("GET", `/wallet/weeks/${today}`));
  assert.equal(new Date(`${week.monday}T00:00:00Z`).getUTCDay(), 1);
  assert.deepEqual([week.order_count, week.cod, week.orders[0].order_id], [1, 100_000, orderId]);
  assert.ok(week.earnings > 0 && week.commission > 0);
  const moved = week.moves.reduce((sum: number, { amount }: Json) => sum + amount, 0);
  assert.equal(week.wallet_after - week.wallet_before, moved);
  assert.deepEqual([week.wallet_before, week.wallet_after], [0, 0]);
  assert.ok(week.moves.some(({ kind, amount }: Json) => kind === "payout_held" && amount < 0));
  const before = ok(await driver.call("GET", "/wallet/weeks/2020-01-01"));
  assert.deepEqual([before.monday, before.order_count, before.moves], ["2019-12-30", 0, []]);
  assertRefused(await driver.call("GET", "/wallet/weeks/soon"), 400, "INVALID_DATA");
});
