// GET /v3/places/suggest and /v3/places/reverse, without a map: wards and districts, and what an account has used before. What a map adds is
// tried in src/places/suggest.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startFamily } from "../harness/family.ts";
import { DELIVERY, orderBody, point, startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { token } = giao;
const suggest = (query: string, as = token) => giao.call("GET", `/v3/places/suggest?${query}`, { token: as });
const reverse = (query: string) => giao.call("GET", `/v3/places/reverse?${query}`, { token });

test("a ward is suggested by its beginning, with what an order's point needs", async () => {
  const found = await suggest("q=ben%20ng&lat=10.7769&lng=106.7009");
  assertOk(found);
  const [ward] = found.body.places;
  assert.equal(ward.label, "Phường Bến Nghé");
  assert.equal(ward.kind, "ward");
  assert.match(ward.address, /^Phường Bến Nghé, .*Hồ Chí Minh$/);
  assert.ok(Math.abs(ward.lat - 10.78) < 0.05 && Math.abs(ward.lng - 106.7) < 0.05);
  assert.ok(ward.confidence > 0 && ward.confidence <= 1);
  assert.equal((await suggest("q=p&limit=7")).body.places.length, 7);
});

test("an address of one's own orders is suggested, and of nobody else's", async () => {
  const { stranger } = await startFamily(giao);
  await giao.created(orderBody({ path: [point(), point({ ...DELIVERY, address: "Xưởng hoa Zephyr, cổng 3" })] }));
  const own = await suggest("q=xuong%20hoa");
  assert.deepEqual(own.body.places[0], {
    label: "Xưởng hoa Zephyr",
    kind: "used",
    ...DELIVERY,
    address: "Xưởng hoa Zephyr, cổng 3",
    confidence: own.body.places[0].confidence,
  });
  const others = await suggest("q=xuong%20hoa", stranger.token);
  assert.ok(others.body.places.every((place: { kind: string }) => place.kind !== "used"));
  const operator = await giao.call("GET", "/v3/places/suggest?q=xuong%20hoa", { operator: true });
  assert.ok(operator.body.places.every((place: { kind: string }) => place.kind !== "used"));
});

test("what is missing comes before what is wrong, and both after the token", async () => {
  assertRefused(await giao.call("GET", "/v3/places/suggest"), 401, "NOT_AUTHORIZED");
  assertRefused(await suggest("lat=x&limit=0"), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await suggest("q=%20&lat=x"), 400, "MISSING_REQUIRED_INFO");
  for (const wrong of ["lat=x&lng=1", "lat=10", "lat=91&lng=0", "limit=0", "limit=21", "limit=1.5"]) {
    assertRefused(await suggest(`q=ben&${wrong}`), 400, "BAD_REQUEST");
  }
  assertOk(await suggest("q=ben&lat=&lng=&limit="));
});

test("a coordinate is told in both administrative forms", async () => {
  const { body } = await reverse("lat=10.7741&lng=106.7032");
  assert.equal(body.province, "Hồ Chí Minh");
  assert.equal(body.district, "Quận 1");
  assert.equal(body.kind, "area");
  assert.equal(body.street, null);
  assert.equal(body.current.province, "Hồ Chí Minh");
  assert.equal(body.former.district, "Quận 1");
  assert.match(body.former.address, /Quận 1, Hồ Chí Minh$/);
});

test("a coordinate that is none, or nowhere we know, is refused", async () => {
  assertRefused(await reverse("lng=x"), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await reverse("lat=10.77"), 400, "MISSING_REQUIRED_INFO");
  assertRefused(await reverse("lat=10.77&lng=x"), 400, "BAD_REQUEST");
  assertRefused(await reverse("lat=48.2&lng=16.4"), 404, "NOT_FOUND");
  assertRefused(await giao.call("GET", "/v3/places/reverse?lat=1&lng=1"), 401, "NOT_AUTHORIZED");
});
