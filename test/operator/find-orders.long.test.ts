// Orders found by what people remember of them, however many there are: words of an address or a name within a partner, the phone of somebody at a
// stop.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { keepWords } from "../../src/operations/orders/find-orders.ts";
import { openDatabase } from "../../src/store/db.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";
import { pagesOf } from "../harness/pages-touched.ts";
import { directOf } from "../harness/server.ts";

// More than one stretch of the index.
const MANY = 36_000;
// 20 ms are 4,000 pages and more; what is looked up by keys takes a few for each stretch, and the orders of a page.
const PAGES_MAX = 600;
const PAGES_OF_NOTHING = 50;

const giao = await startOrderTests();
const wordsKept = async (): Promise<void> => {
  const [{ last = 0 } = {}] = await giao.house.db<{ last: number }>`select max(number) as last from orders`;
  // Once to see how many there are, and once to keep them; the worker may be at it too.
  for (let kept = 0; kept < last; ) {
    await keepWords(giao.house, () => true, 0);
    const [row] = await giao.house.db<{ kept: number }>`select kept_up_to as kept from order_words_progress`;
    kept = row!.kept;
  }
};
const find = async (q: string, more = ""): Promise<readonly string[]> => {
  const answer = await giao.call("GET", `/operator/v1/orders?q=${encodeURIComponent(q)}${more}`, { operator: true });
  assertOk(answer);
  return answer.body.orders.map((order: { _id: string }) => order._id);
};
const IN_DEMO = "&partner_id=demo";
const made = (address: string, mobile: string, token = giao.token, more = {}) =>
  giao.created(orderBody({ path: [point(), point({ ...DELIVERY, address, mobile })], ...more }), token);

let quiet: { readonly _id: string };
let other: { readonly _id: string };

before(async () => {
  quiet = await made("17 Ngõ Huế, Phường Phạm Đình Hổ", "0907 654 321");
  // As many as a busy year has, all but alike.
  const [sample] = await giao.house.db<{ number: number }>`select max(number) as number from orders`;
  await giao.house.db.with({ seconds: 200 })`
    insert into orders (
      id, partner_id, creator_phone, service_id, city_id, status, seq, tracking_token, created_at, content, state
    )
    select '25' || upper(lpad(to_hex(nth), 8, '0')), partner_id, creator_phone, service_id, city_id, 'COMPLETED', 1,
      substr(md5(nth::text) || md5(nth || 'x'), 1, 22), created_at,
      replace(content::text, '17 Ngõ Huế', nth || ' Đường ' || (array['Lê Lợi', 'Nguyễn Trãi', 'Hai Bà Trưng'])[nth % 3 + 1])::json, state
    from orders
    cross join generate_series(1, ${MANY}::int) as nth
    where number = ${sample!.number}`;
  await giao.house.db`analyze orders`;
  const partner = { operator: true, body: { id: "second", name: "Second" } };
  const second = await giao.call("POST", "/operator/v1/partners", partner);
  assertOk(second);
  const token = await giao.register("84900000088", second.body.api_key);
  other = await giao.created(
    orderBody({ payment_method: "CASH", path: [point(), point({ ...DELIVERY, address: "17 Ngõ Huế" })] }),
    token,
  );
  await wordsKept();
});

test("words of an address find it within their partner, without marks and in any order", async () => {
  for (const q of ["17 Ngõ Huế", "hue ngo", "NGO HUE 17"]) assert.deepEqual(await find(q, IN_DEMO), [quiet._id], q);
  assert.deepEqual(await find("ngo hue", "&partner_id=second"), [other._id]);
  assert.deepEqual(await find("ngo hue 18", IN_DEMO), []);
  assert.deepEqual(await find("ngo hue"), []);
});

test("the phone of somebody at a stop finds the order, however it is spelled and whose it is", async () => {
  const wanted = "0901 234 567";
  const mine = await made("1 Lê Lợi", wanted);
  await wordsKept();
  for (const q of [wanted, "+84 901234567", "0901234567"]) assert.deepEqual(await find(q), [mine._id]);
});

test("the name of somebody at a stop finds the order within its partner, alone and beside words of the address", async () => {
  const path = [point(), point({ ...DELIVERY, name: "Trần Thị Bích Ngọc", address: "3 Lê Lợi" })];
  const mine = await giao.created(orderBody({ path }));
  await wordsKept();
  for (const q of ["Bích Ngọc", "ngoc tran", "bich ngoc le loi"]) {
    assert.deepEqual(await find(q, IN_DEMO), [mine._id], q);
    assert.deepEqual(await find(q, "&partner_id=second"), [], q);
  }
  assert.deepEqual(await find("bich ngoc le lai", IN_DEMO), []);
});

test("orders that an older program took up, without names, are found by them later, and are kept once", async () => {
  const path = [point(), point({ ...DELIVERY, name: "Đặng Kim Khánh" })];
  const mine = await giao.created(orderBody({ path }));
  await wordsKept();
  const { db } = giao.house;
  // As one leaves it that knows nothing of names and goes on beside this one.
  const [row] = await db<{ number: number }>`select number from orders where id = ${mine._id}`;
  await db`update order_words set keys = '{}' where number = ${row!.number}`;
  await db`update order_words_progress set named_up_to = ${row!.number - 5}`;
  assert.deepEqual(await find("kim khanh", IN_DEMO), []);
  await keepWords(giao.house, () => true, 0);
  assert.deepEqual(await find("kim khanh", IN_DEMO), [mine._id]);
  const [twice] = await db<{ rows: number }>`
    select count(*) as rows from order_words where number > ${row!.number - 5} group by number having count(*) > 1`;
  assert.equal(twice, undefined);
});

test("common words are told newest first, page by page, none twice and none left out", async () => {
  const page = async (after: string) => {
    const answer = await giao.call(
      "GET",
      `/operator/v1/orders?q=trai%20nguyen&partner_id=demo${after && `&after=${after}`}`,
      { operator: true },
    );
    assertOk(answer);
    return answer.body as { orders: { _id: string }[]; next: string };
  };
  const first = await page("");
  const next = await page(first.next);
  const ids = [...first.orders, ...next.orders].map(({ _id }) => _id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids, [...ids].sort().reverse());
  assert.ok(first.orders.length >= 20 && next.orders.length >= 20);
});

test("the portal finds its account's own orders by words and phones, and nobody else's", async () => {
  const own = await giao.fundedAccount("84900000089", 10_000_000);
  const path = [
    point(),
    point({ ...DELIVERY, address: "99 Nguyễn Trãi, Thanh Xuân", mobile: "0905555555", name: "Lò Văn Ún" }),
  ];
  const mine = await giao.created(orderBody({ path }), own);
  await wordsKept();
  for (const q of ["nguyễn trãi", "99 thanh xuan", "0905555555", "Ún"]) {
    const answer = await giao.call("GET", `/portal/v1/orders?q=${encodeURIComponent(q)}`, { token: own });
    assertOk(answer);
    const ids = answer.body.orders.map((order: { _id: string }) => order._id);
    // Behind thousands of others' it may take more than a page to say that there are no more.
    assert.deepEqual(ids, [mine._id], q);
  }
});

test("an address that was changed is found by what it is now", async () => {
  const order = await made("5 Hàng Bạc", "0900000009", giao.token, { service_id: "VNM-PARTNER-DEMO" });
  await wordsKept();
  assert.deepEqual(await find("hang bac", IN_DEMO), [order._id]);
  const address_info = { address: "8 Hàng Đào", ...DELIVERY };
  const body = { path_index: 1, address_info };
  assertOk(await giao.call("PATCH", `/v3/orders/${order._id}`, { token: giao.token, body }));
  assert.deepEqual(await find("hang dao", IN_DEMO), [order._id]);
  assert.deepEqual(await find("hang bac", IN_DEMO), []);
});

test("a partner without anything to look for is refused", async () => {
  const answer = await giao.call("GET", "/operator/v1/orders?partner_id=demo", { operator: true });
  assertRefused(answer, 400, "BAD_REQUEST");
});

test("no search reads more of the database for there being many orders", async () => {
  const db = openDatabase(directOf(giao.databaseUrl));
  giao.closeFirst(db.close);
  const keys = await db<{ keys: readonly number[] }>`select keys from order_words order by number limit 1`;
  assert.ok(keys.length === 1);
  // A word that all have, one that a third has, and one that nobody has: in each stretch, as the search asks for them.
  const stretches = Math.ceil(MANY / 32_768) + 1;
  const [common] = await db<{ key: number }>`
    select key from order_words cross join unnest(keys) as key where number > ${MANY} group by key order by count(*) desc limit 1`;
  // From the sixth time on PostgreSQL keeps one plan.
  const TIMES = 8;
  await db.session(async (ask) => {
    for (const [key, most] of [
      [common!.key, PAGES_MAX],
      [1, PAGES_OF_NOTHING],
    ] as const) {
      const wanted = Array.from({ length: stretches }, () => key);
      for (let time = 0; time < TIMES; time++) {
        const pages = await pagesOf(
          ask`explain (analyze, buffers, format json) select number from find_by_words(${wanted}, 1, 0, 1000000, 120) as number`,
        );
        assert.ok(pages < most, `${pages} pages for ${key}, the time after ${time}`);
      }
    }
  });
});
