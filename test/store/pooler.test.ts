// The program behind a real PgBouncer that lends a server for each transaction: two replicas, each with ten connections, on eight
// servers.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { inTransaction, openDatabase } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { PATIENT_LIMITS } from "../harness/database.ts";
import { openEvents } from "../harness/event-source.ts";
import { assertOk } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok, signInDriver } from "../harness/fleet.ts";
import { PATIENT, startGiao } from "../harness/giao.ts";
import { PGBOUNCER_MISSING, startPgbouncer } from "../harness/pgbouncer.ts";
import { startProgram } from "../harness/program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { directOf } from "../harness/server.ts";
import { until } from "../harness/until.ts";

describe("behind PgBouncer in transaction mode", { skip: PGBOUNCER_MISSING }, async () => {
  if (PGBOUNCER_MISSING) return;
  const direct = await startGiao({}, { roads: crowRoads });
  const directUrl = directOf(direct.databaseUrl);
  const pooler = await startPgbouncer(directUrl);
  direct.closeFirst(pooler.stop);
  const receiver = await startReceiver();
  direct.closeFirst(receiver.close);
  const databaseUrl = pooler.urlOf(directUrl);
  const env = { DATABASE_DIRECT_URL: directUrl };
  const one = await direct.replica({ databaseUrl, env });
  const two = await direct.replica({ databaseUrl, env });
  // What is left is a matter of the pooler alone.
  await direct.drain();

  const register = async (mobile: string): Promise<string> => {
    const account = { api_key: DEMO.apiKey, mobile, name: "Pooled", address: "1 Pool" };
    const { token } = ok(await two.call("POST", "/v3/accounts", { body: account }));
    assertOk(
      await operator("POST", `/accounts/${mobile}/top-ups`, { amount: 500_000, wallet: "main", reference: "p" }),
    );
    return token;
  };
  const operator = (method: string, path: string, body: object) =>
    one.call(method, `/operator/v1${path}`, { operator: true, body });

  test("it says in the log that statements are planned anew", async () => {
    const program = startProgram(["seed"], { ...PATIENT, DATABASE_URL: databaseUrl, LOG_LEVEL: "warn", ...env });
    await program.says(/keeps no prepared statements/);
    assert.equal(await program.exit(), 0);
  });

  test("without an address past the pooler it does not start, and says what to set", async () => {
    const program = startProgram(["seed"], { ...PATIENT, DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" });
    await program.says(/set DATABASE_DIRECT_URL/);
    assert.notEqual(await program.exit(), 0);
  });

  test("an order lives its whole life with a driver, on two replicas in turns", async () => {
    const callback = { url: receiver.url("/"), auth: { type: "none" } };
    assertOk(await operator("PATCH", "/partners/demo", { callback }));
    const token = await register("84900000077");
    const driver = await addDriver(one, { phone: "84911000077", wallet: 100_000 });
    const elsewhere = await signInDriver(two, driver.phone);
    ok(await driver.online());
    const stream = await openEvents(`${two.url}/driver/v1/offers`, { authorization: `Bearer ${elsewhere.token}` });
    const orderId = await addOrder(two, token);
    const [offerId] = await offerTo(one, orderId, [driver.phone]);
    for (let event = await stream.next(); !JSON.stringify(event).includes(offerId!); event = await stream.next()) {
      assert.ok(event, "the stream ended");
    }
    await stream.close();
    ok(await elsewhere.call("POST", `/offers/${offerId}/accept`));
    ok(await driver.call("POST", "/positions", { positions: [{ lat: 10.7721, lng: 106.6983 }] }));
    ok(await elsewhere.call("POST", `/orders/${orderId}/arrive`));
    ok(await driver.call("POST", `/orders/${orderId}/pickup`));
    ok(await elsewhere.call("POST", `/orders/${orderId}/points/1/deliver`, {}));
    assert.equal(ok(await one.call("GET", `/v3/orders/${orderId}`, { token })).status, "COMPLETED");
    const { events } = ok(await two.call("GET", "/v3/orders/events", { token }));
    await receiver.until(events.length);
    assert.deepEqual(
      receiver.seen().map(({ body }) => JSON.parse(body.toString()).event_seq),
      events.map((event: { event_seq: number }) => event.event_seq),
    );
  });

  test("many calls at once on both replicas meet nobody else's statements, and the money adds up", async () => {
    const replicas = [one, two];
    const phones = Array.from({ length: 10 }, (_, nth) => `8490000010${nth}`);
    const tokens = await Promise.all(phones.map(register));
    // Four of each account.
    const orders = await Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        const token = tokens[nth % tokens.length]!;
        return { token, orderId: await addOrder(replicas[nth % 2]!, token) };
      }),
    );
    await Promise.all(
      orders.flatMap(({ orderId, token }, nth) => [
        replicas[nth % 2]!.call("GET", `/v3/orders/${orderId}`, { token }).then(ok),
        replicas[(nth + 1) % 2]!.call("DELETE", `/v3/orders/${orderId}`, { token }).then(ok),
      ]),
    );
    for (const { orderId, token } of orders) {
      assert.equal(ok(await one.call("GET", `/v3/orders/${orderId}`, { token })).status, "CANCELLED");
    }
    const verified = ok(await two.call("GET", "/operator/v1/ledger/verify", { operator: true }));
    assert.deepEqual(verified.problems, []);
  });

  test("a change of the catalogue on one replica is heard by the other", async () => {
    assertOk(await operator("PUT", "/services/SGN-BIKE", { stop_fee: 7_700 }));
    const stopFee = () => two.house.catalogue.current().services.get("SGN-BIKE")!.stopFee;
    await until("the other has heard", () => stopFee() === 7_700);
  });

  test("what writes is told its limits, alone or in a transaction, and leaves none of them to others", async () => {
    const told = { statementMs: 6_100, lockMs: 1_500, idleTransactionMs: 4_300 };
    const limits = { ...PATIENT_LIMITS, ...told, poolMax: 2 };
    const db = openDatabase(databaseUrl, { limits });
    const other = openDatabase(databaseUrl, { limits: { ...PATIENT_LIMITS, poolMax: 20 } });
    after(async () => {
      await db.close();
      await other.close();
    });
    const settings = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "jit"];
    type Row = { readonly name: string; readonly setting: string };
    const inside = await inTransaction(
      db,
      (tx) => tx<Row>`select name, setting from pg_settings where name = any(${settings}) order by name`,
    );
    assert.deepEqual(Object.fromEntries(inside.map(({ name, setting }) => [name, setting])), {
      idle_in_transaction_session_timeout: "4300",
      jit: "off",
      lock_timeout: "100",
      statement_timeout: "6100",
    });
    // Alone: the row is held by somebody else for as long as it waits.
    await assert.rejects(
      inTransaction(other, async (tx) => {
        await tx`select phone from accounts where phone = ${DEMO.phone} for update`;
        await db.with({ isPatient: false })`update accounts set name = name where phone = ${DEMO.phone}`;
      }),
      /held|reached/,
    );
    const left = await Promise.all(
      Array.from({ length: 20 }, () => other<Row>`select name, setting from pg_settings where name = 'lock_timeout'`),
    );
    assert.deepEqual([...new Set(left.flat().map(({ setting }) => setting))], ["0"]);
  });
});
