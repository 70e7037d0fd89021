// The program is killed while orders that came together are being saved. Whoever repeats their call with its key gets what became of it, and nothing
// was done twice or by half.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callAt } from "../harness/giao.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { addressOf, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";

const ACCOUNTS = 6;
const ORDERS = 60;
const KILLED_AFTER = 12;
const MONEY = 100_000_000;

const orders = await startOrderTests();
const phones = Array.from({ length: ACCOUNTS }, (_, at) => `8497300000${at}`);

test("orders of a program that was killed in the middle are there once or not at all, with their money", async () => {
  const tokens: string[] = [];
  for (const phone of phones) tokens.push(await orders.fundedAccount(phone, MONEY));
  const program = startProgram(["serve"], {
    DATABASE_URL: orders.databaseUrl,
    DATA_DIR: await newDataDir("killed"),
    ROBOTS: "off",
    PORT: "0",
    LOG_LEVEL: "error",
  });
  const url = await addressOf(program);
  const create = (at: number) => ({
    token: tokens[at % ACCOUNTS]!,
    body: orderBody(),
    headers: { "idempotency-key": `killed ${at}` },
  });
  let answered = 0;
  const first = await Promise.all(
    Array.from({ length: ORDERS }, async (_, at) => {
      const answer = await callAt(url, "POST", "/v3/orders", create(at)).catch(() => undefined);
      if (answer?.status === 200 && ++answered === KILLED_AFTER) program.process.kill("SIGKILL");
      return answer;
    }),
  );
  await program.exit();
  assert.ok(answered >= KILLED_AFTER && answered < ORDERS, `${answered} were answered`);

  const again = await Promise.all(first.map((_, at) => orders.call("POST", "/v3/orders", create(at))));
  let held = 0;
  for (const [at, { status, body }] of again.entries()) {
    assert.equal(status, 200, JSON.stringify(body));
    if (first[at]?.status === 200) assert.equal(body.order_id, first[at].body.order_id);
    held += body.order.total_fee;
  }
  assert.equal(new Set(again.map(({ body }) => body.order_id)).size, ORDERS);
  const [{ count = 0 } = {}] = await orders.house.db<{ count: number }>`
    select count(*) as count from orders where creator_phone = any(${phones})`;
  assert.equal(count, ORDERS);
  const wallets = await Promise.all(phones.map((phone) => orders.walletOf(phone)));
  assert.equal(
    wallets.reduce((sum, wallet) => sum + wallet.held, 0),
    held,
  );
  assert.equal(
    wallets.reduce((sum, wallet) => sum + wallet.main, 0),
    ACCOUNTS * MONEY - held,
  );
  assert.deepEqual((await orders.verify()).problems, []);
});
