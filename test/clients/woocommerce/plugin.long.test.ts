// The WooCommerce plugin against the real server and its real callbacks, in a shop of stand-ins (wordpress.php, woocommerce.php) and in
// Debian's WordPress (real-wordpress.php) with the stand-in for WooCommerce, which Debian has not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { freePort } from "../../harness/free-port.ts";
import type { Json } from "../../harness/giao.ts";
import { DELIVERY, PICKUP, startOrderTests } from "../../harness/orders.ts";
import { type Seen, startReceiver } from "../../harness/receiver.ts";
import { openCountingDoor } from "../counting-door.ts";
import { type Driver, skipWithout, skipWithoutPhp, startDriver } from "../driver.ts";

const PLUGIN = "clients/woocommerce/giao-delivery";
const skip = skipWithoutPhp();
// Where .ci/install unpacks it, or where the package is installed.
const wordpress = ["/opt/giao-tests/usr/share/wordpress", "/usr/share/wordpress"].find((folder) =>
  existsSync(join(folder, "wp-settings.php")),
);
const WORLDS: readonly (readonly [name: string, env: Record<string, string>, skip: string | false])[] = [
  ["a shop of stand-ins", {}, skip],
  [
    "Debian's WordPress",
    { WORDPRESS_DIR: wordpress ?? "" },
    skip || (wordpress === undefined && "WordPress is not here (.ci/install brings it)"),
  ],
];
const giao = await startOrderTests();
const door = await openCountingDoor(giao.url);
const receiver = await startReceiver();
const drivers: Driver[] = [];
after(async () => {
  for (const driver of drivers) driver.stop();
  await receiver.close();
});

const partner = (method: string, path: string, body?: object) =>
  giao.call(method, path, { headers: { "api-key": DEMO.apiKey }, ...(body ? { body } : {}) });
await partner("PUT", "/v3/callbacks", { url: receiver.url("/hook") });
const secret: string = (await partner("POST", "/v3/callbacks/secret/rotate")).body.callback_secret;

const SETTINGS = {
  url: door.url,
  api_key: DEMO.apiKey,
  mobile: DEMO.phone,
  callback_secret: secret,
  services: "BIKE, NOWHERE, ECO",
  pickup_name: "Tiệm Bánh Mì",
  pickup_mobile: "0900000001",
  pickup_address: "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh",
  pickup_place: `${PICKUP.lat}, ${PICKUP.lng}`,
};
const ADDRESS = {
  first_name: "Lan",
  last_name: "Nguyễn",
  country: "VN",
  address_1: "101 Nguyễn Thị Minh Khai",
  address_2: "Phường Bến Thành",
  city: "Quận 1",
  state: "SG",
  ...DELIVERY,
};
let lastId = 100;

type Shop = (what: string, given?: object) => Promise<Json>;
let env: Record<string, string> = {};
function startShop(folder = PLUGIN): Driver {
  const driver = startDriver("php", ["test/clients/woocommerce/shop.php", folder], env);
  drivers.push(driver);
  return driver;
}
async function openShop(settings: object = {}, folder = PLUGIN): Promise<Shop> {
  const driver = startShop(folder);
  const shop: Shop = async (what, given = {}) => (await driver.ask(what, given)).gave;
  await shop("settings", { ...SETTINGS, ...settings });
  return shop;
}

async function anOrder(shop: Shop, change: object = {}): Promise<number> {
  const id = ++lastId;
  await shop("order", {
    id,
    address: ADDRESS,
    phone: "0900000009",
    payment: "bacs",
    total: 185_000,
    note: "Gọi trước khi đến",
    items: [{ id: 7, name: "Bánh mì", quantity: 3, total: 150_000 }],
    method: "giao",
    rate: { giao_service_id: "SGN-BIKE" },
    ...change,
  });
  return id;
}

// Everything the server has sent about an order by now, as a shop would be told.
async function callbacksOf(orderId: string, count: number): Promise<readonly Seen[]> {
  for (;;) {
    const mine = receiver.seen("/hook").filter(({ body }) => JSON.parse(body.toString("utf8"))._id === orderId);
    if (mine.length >= count) return mine;
    await receiver.until(receiver.seen("/hook").length + 1, "/hook");
  }
}
const tell = (shop: Shop, { headers, body }: Pick<Seen, "headers" | "body">) =>
  shop("callback", { headers, body: body.toString("utf8") });

for (const [world, worldEnv, skipWorld] of WORLDS) {
  describe(`the WooCommerce plugin in ${world}`, { skip: skipWorld }, () => {
    before(() => {
      env = worldEnv;
    });

    test("a customer with an address sees a price for each service that delivers there, with the order's currency and words", async () => {
      const shop = await openShop();
      const { rates } = await shop("rates", { destination: ADDRESS });
      const fee = async (id: string) => {
        const body = { order_time: 0, payment_method: "BALANCE", path: [PICKUP, DELIVERY], services: [{ _id: id }] };
        return (await giao.estimate(body, await giao.signIn())).body[0].data.total_fee;
      };
      const shown = rates.map(({ id, label, cost, meta_data }: Json) => [id, label, cost, meta_data.giao_service_id]);
      assert.deepEqual(shown, [
        ["giao:3:SGN-BIKE", "Motorbike, at once", await fee("SGN-BIKE"), "SGN-BIKE"],
        ["giao:3:SGN-ECO", "Motorbike, economy", await fee("SGN-ECO"), "SGN-ECO"],
      ]);
      await shop("locale", { locale: "vi" });
      const [vietnamese] = (await shop("rates", { destination: ADDRESS })).rates;
      assert.equal(vietnamese.label, "Xe máy, giao ngay");
      const none = [
        { ...ADDRESS, address_1: "" },
        { ...ADDRESS, city: " " },
        { ...ADDRESS, country: "TH" },
      ];
      for (const destination of none) assert.deepEqual((await shop("rates", { destination })).rates, []);
      await shop("option", { name: "woocommerce_currency", value: "USD" });
      assert.deepEqual((await shop("rates", { destination: ADDRESS })).rates, []);
    });

    test("where nobody delivers, or the platform is away, the checkout goes on without our price", async () => {
      const far = { ...ADDRESS, lat: 21.0285, lng: 105.8542 };
      const refused = await (await openShop({ services: "BIKE" }))("rates", { destination: far });
      assert.deepEqual(refused.rates, []);
      assert.match(refused.log[0], /^no prices: [A-Z_]+ \S+$/);
      const url = `http://127.0.0.1:${await freePort()}`;
      assert.deepEqual(await (await openShop({ url }))("rates", { destination: ADDRESS }), {
        rates: [],
        log: ["no prices: network"],
      });
    });

    test("a shop whose settings are not filled in goes on selling, and says why no driver comes", async () => {
      const shop = await openShop({ api_key: "", callback_secret: "not a secret" });
      assert.deepEqual(await shop("rates", { destination: ADDRESS }), { rates: [], log: [] });
      const { giao: orderId, notes, status } = await shop("pay", { id: await anOrder(shop) });
      assert.deepEqual([orderId, status], ["", "processing"]);
      assert.match(notes.at(-1), /Giao is not filled in/);
      const headers = {
        "webhook-id": "1",
        "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
        "webhook-signature": "v1,AAAA",
      };
      assert.equal((await shop("callback", { headers, body: "{}" })).status, 503);
    });

    test("a paid order gets one driver, however often WooCommerce tells of the payment, and keeps the link", async () => {
      const shop = await openShop();
      const id = await anOrder(shop, { payment: "cod" });
      const before = door.at("/v3/orders").length;
      const { giao: orderId, notes, page, mail } = await shop("pay", { id });
      assert.equal(door.at("/v3/orders").length - before, 1);
      const order = await giao.detail(orderId, await giao.signIn());
      const [pickup, stop] = order.path;
      assert.deepEqual(
        [order.service_id, order.payment_method, pickup.name, stop.name, stop.cod, stop.remarks, order.items],
        [
          "SGN-BIKE",
          "BALANCE",
          "Tiệm Bánh Mì",
          "Lan Nguyễn",
          185_000,
          "Gọi trước khi đến",
          [{ _id: "7", name: "Bánh mì", price: 50_000, num: 3 }],
        ],
      );
      assert.equal(stop.address, "101 Nguyễn Thị Minh Khai, Phường Bến Thành, Quận 1, Hồ Chí Minh");
      assert.match(stop.tracking_number, new RegExp(`^WC-[0-9a-f]{6}-${id}$`));
      assert.deepEqual(notes, ["", `Giao: a driver is being sought (order ${orderId}).`]);
      assert.match(page, new RegExp(`<a href="${order.shared_link}">Follow the parcel</a>`));
      assert.match(mail, new RegExp(`Finding a driver\n${order.shared_link}`));

      // As after a crash: the key gives the same order again, and so does a changed pickup by its tracking number.
      await shop("forget", { id });
      assert.equal((await shop("action", { id, name: "Send with Giao" })).giao, orderId);
      await shop("forget", { id });
      await shop("settings", { ...SETTINGS, pickup_name: "Tiệm mới" });
      assert.equal((await shop("action", { id, name: "Send with Giao" })).giao, orderId);
    });

    test("an order that goes another way is left alone, and a refused one says why", async () => {
      const shop = await openShop();
      const other = await anOrder(shop, { method: "flat_rate" });
      assert.deepEqual((await shop("pay", { id: other })).giao, "");
      const wrong = await anOrder(shop, { rate: { giao_service_id: "SGN-NO" } });
      const { notes, giao: orderId, scheduled } = await shop("pay", { id: wrong });
      assert.deepEqual([orderId, scheduled], ["", 0]);
      assert.match(notes.at(-1), /^Giao: no driver could be ordered: .*SGN-NO/);
    });

    test("a platform that is away is asked again later, and then one driver comes", async () => {
      const shop = await openShop({ url: `http://127.0.0.1:${await freePort()}` });
      const id = await anOrder(shop);
      const paid = await shop("pay", { id });
      assert.equal(paid.giao, "");
      assert.equal(paid.notes.filter((note: string) => /asked again/.test(note)).length, 1);
      await shop("settings", SETTINGS);
      await shop("cron");
      const { giao: orderId } = await shop("show", { id });
      assert.ok(orderId);
      await shop("cron");
      assert.equal((await shop("show", { id })).scheduled, 0);
    });

    test("callbacks of the server move the order, in both languages; forged, late and strangers' ones do not", async () => {
      const shop = await openShop();
      const id = await anOrder(shop);
      const { giao: orderId } = await shop("pay", { id });
      for (const type of ["accept", "arrive", "pickup"]) await giao.play(orderId, type);
      await giao.play(orderId, "deliver", { path_index: 1 });
      const events = await callbacksOf(orderId, 5);
      const last = events.at(-1)!;

      const forged = {
        headers: last.headers,
        body: Buffer.from(last.body.toString().replace("COMPLETED", "CANCELLED")),
      };
      assert.deepEqual(await tell(shop, forged), { status: 401, data: { code: "wrong_signature" } });
      assert.equal((await tell(shop, { headers: {}, body: last.body })).status, 401);
      assert.equal((await shop("show", { id })).status, "processing");

      const [first, ...rest] = events;
      for (const event of [first!, ...rest.slice(0, -1)]) assert.equal((await tell(shop, event)).status, 204);
      const onItsWay = await shop("show", { id });
      assert.match(onItsWay.page, /On its way/);
      await shop("locale", { locale: "vi" });
      assert.match((await shop("show", { id })).page, /Đang giao <a href="http[^"]+">Theo dõi đơn hàng<\/a>/);
      await tell(shop, last);
      const done = await shop("show", { id });
      assert.deepEqual([done.status, done.notes.at(-1)], ["completed", "Giao: Đã giao"]);
      // Late and twice.
      for (const event of events) assert.equal((await tell(shop, event)).status, 204);
      assert.deepEqual(await shop("show", { id }), done);

      const strange = await giao.created(undefined, await giao.signIn());
      const [another] = await callbacksOf(strange._id, 1);
      assert.equal((await tell(shop, another!)).status, 204);
      assert.equal((await tell(await openShop({ callback_secret: "" }), last)).status, 503);
    });

    test("a delivery that failed or was cancelled puts the order on hold; one that the shop cancels is cancelled", async () => {
      const shop = await openShop();
      const failed = await anOrder(shop);
      const { giao: failedId } = await shop("pay", { id: failed });
      for (const type of ["accept", "arrive", "pickup"]) await giao.play(failedId, type);
      await giao.play(failedId, "fail", { path_index: 1, comment: "nobody at home" });
      for (const event of await callbacksOf(failedId, 5)) await tell(shop, event);
      const { status, notes } = await shop("show", { id: failed });
      assert.deepEqual([status, notes.at(-1)], ["on-hold", "Giao: Could not be delivered"]);

      const cancelled = await anOrder(shop);
      const { giao: cancelledId } = await shop("pay", { id: cancelled });
      const after = await shop("status", { id: cancelled, status: "cancelled" });
      assert.equal(after.notes.at(-1), "Giao: the delivery was cancelled with the order.");
      assert.equal((await giao.detail(cancelledId, await giao.signIn())).status, "CANCELLED");
      for (const event of await callbacksOf(cancelledId, 2)) await tell(shop, event);
      assert.equal((await shop("show", { id: cancelled })).status, "cancelled");
    });

    test("after a cancelled delivery the shop can send another, once, and late events of the first do not count", async () => {
      const shop = await openShop();
      const id = await anOrder(shop);
      const { giao: first } = await shop("pay", { id });
      const token = await giao.signIn();
      await giao.call("DELETE", `/v3/orders/${first}`, { token, body: { comment: "no driver" } });
      const events = await callbacksOf(first, 2);
      for (const event of events) await tell(shop, event);
      assert.equal((await shop("show", { id })).status, "on-hold");
      const { giao: second } = await shop("action", { id, name: "Send with Giao" });
      assert.ok(second !== "" && second !== first, second);
      assert.equal((await shop("action", { id, name: "Send with Giao" })).giao, second);
      await shop("forget", { id });
      // As if it overtook our own answer, while nothing of the second is known yet.
      for (const event of events) await tell(shop, event);
      assert.equal((await shop("show", { id })).giao, "");
      for (const event of await callbacksOf(second, 1)) await tell(shop, event);
      const { giao: known, page } = await shop("show", { id });
      assert.equal(known, second);
      assert.match(page, /Finding a driver/);
    });

    test("the settings page names every setting and the address for callbacks", async () => {
      const fields = (await startShop().ask("settings", SETTINGS)).gave;
      assert.deepEqual(Object.keys(fields), Object.keys(SETTINGS));
      assert.match(fields.callback_secret.description, /https:\/\/shop\.example\/wp-json\/giao\/v1\/callback/);
      for (const key of ["api_key", "callback_secret"]) assert.equal(fields[key].type, "password");
    });

    test("packed, it holds the client and works without a checkout", {
      skip: skipWithout("python3", "--version"),
    }, async () => {
      const folder = mkdtempSync(join(tmpdir(), "giao-woocommerce-"));
      after(() => rmSync(folder, { recursive: true }));
      execFileSync("clients/woocommerce/pack", [folder]);
      execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "giao-delivery.zip"), folder]);
      const shop = await openShop({}, join(folder, "giao-delivery"));
      assert.equal((await shop("rates", { destination: ADDRESS })).rates.length, 2);
    });
  });
}

test("every word of the plugin has its Vietnamese, and none is left over", () => {
  const source = globSync(`${PLUGIN}/**/*.php`, { exclude: ["**/languages/**"] })
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const said = [...source.matchAll(/__\('((?:[^'\\]|\\.)+)', 'giao-delivery'\)/g)].map(([, text]) => text);
  const translated = [...readFileSync(`${PLUGIN}/languages/vi.php`, "utf8").matchAll(/^ {4}'([^']+)' =>/gm)].map(
    ([, text]) => text,
  );
  assert.deepEqual([...new Set(said)].sort(), translated.sort());
});
