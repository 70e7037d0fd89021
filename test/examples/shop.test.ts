import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { Giao } from "../../clients/typescript/src/entry.ts";
import { openShop, type Shop } from "../../examples/shop/shop.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { freePort } from "../harness/free-port.ts";
import { DELIVERY, point, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const client = () => new Giao({ url: giao.url, apiKey: DEMO.apiKey, mobile: DEMO.phone });
// Closed whatever becomes of the test.
async function aShop(t: TestContext): Promise<Shop> {
  const shop = await openShop(client());
  t.after(shop.close);
  return shop;
}
const basket = (number: string) => ({ number, to: point(DELIVERY), codVnd: 150_000 });

test("the example shop sells, hears every step by signed callback, and sees the parcel delivered", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["examples/shop/run-shop.ts", "--by-hand"], {
    timeout: 20_000,
    env: { PATH: process.env.PATH ?? "", GIAO_URL: giao.url },
  });
  const orderId = stdout.match(/Ordered (\w+) for/)?.[1];
  assert.ok(orderId, stdout);
  const states = [...stdout.matchAll(new RegExp(`${orderId}  (.+?) +event`, "g"))].map(([, state]) => state);
  assert.equal(states[0], "waiting");
  assert.ok(states.includes("on its way"), stdout);
  assert.equal(states.at(-1), "delivered");
  const { body } = await giao.call("GET", `/v3/orders/${orderId}`, { token: await giao.signIn() });
  assert.equal(body.status, "COMPLETED");
});

test("a basket that was ordered before the shop crashed is not ordered again", async (t) => {
  const first = await (await aShop(t)).checkOut(basket("ONCE"));
  const again = await (await aShop(t)).checkOut(basket("ONCE"));
  assert.equal(again.orderId, first.orderId);
});

test("the shop turns a forged callback away", async (t) => {
  const shop = await aShop(t);
  const sale = await shop.checkOut(basket("FORGED"));
  const forged = await fetch(`${shop.url}/hooks/giao`, {
    method: "POST",
    headers: {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
      "webhook-signature": "v1,AAAA",
    },
    body: JSON.stringify({ _id: sale.orderId, status: "COMPLETED", event_seq: 99, path: [] }),
  });
  assert.equal(forged.status, 401);
  for await (const known of shop.follow(sale.orderId)) {
    assert.equal(known.state, "waiting");
    break;
  }
});

test("without a server it says so in one line", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const failed = await promisify(execFile)(process.execPath, ["examples/shop/run-shop.ts"], {
    env: { ...process.env, GIAO_URL: url },
  }).catch((error: { readonly code?: unknown; readonly stderr?: string }) => error);
  assert.ok("code" in failed, "it ended well");
  assert.equal(failed.code, 1);
  assert.match(String(failed.stderr), new RegExp(`^There is no Giao at ${url}: .*npm start.*\n$`));
});
