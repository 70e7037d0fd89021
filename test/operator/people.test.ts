// Who of the operator's may what: keys of machines, roles, cities, and what is masked.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sweepSignIns } from "../../src/operations/sign-ins/sweep-sign-ins.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { HANOI, orderBody, point, startOrderTests } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

const giao = await startOrderTests();
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const withKey = (key: string, method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, {
    headers: { "x-operator-key": key },
    ...(body === undefined ? {} : { body }),
  });

async function makeKey(body: object): Promise<Json> {
  const made = await operator("POST", "/keys", body);
  assertOk(made);
  return made.body;
}

const inHanoi = { service_id: "HAN-BIKE", path: [point(HANOI), point({ ...HANOI, lat: 21.03, name: "Đỗ Thị Hà" })] };
let [saigonOrder, hanoiOrder] = ["", ""];
before(async () => {
  saigonOrder = (await giao.created(orderBody())).order_id;
  hanoiOrder = (await giao.created(orderBody(inHanoi))).order_id;
});

test("a key is shown once, known by its hash, named in the audit log, and refused once revoked or expired", async () => {
  const { key, ...made } = await makeKey({
    name: "  Warehouse   sync ",
    role: "dispatcher",
    cities: ["SGN"],
    days: 30,
  });
  assert.match(key, /^giao_op_[0-9a-f]{48}$/);
  const { id, name, role, cities, created_by, expire_time, create_time, last_used_time, active } = made;
  assert.deepEqual([name, role, cities, created_by], ["Warehouse sync", "dispatcher", ["SGN"], "OPERATOR_KEY"]);
  assert.deepEqual([expire_time - create_time, last_used_time, active], [30 * 86_400, 0, true]);
  const listed = async (): Promise<Json> =>
    (await operator("GET", "/keys")).body.keys.find((one: Json) => one.id === id);
  assert.deepEqual(await listed(), made);
  const [row] = await giao.house.db<{ row: string }>`select t::text as row from operator_keys as t where id = ${id}`;
  assert.ok(row && !row.row.includes(key) && !row.row.includes(key.slice(8)));

  assertOk(await withKey(key, "GET", "/orders"));
  assertOk(await withKey(key, "POST", `/orders/${saigonOrder}/cancel`, { comment: "Not needed." }));
  assert.ok((await listed()).last_used_time >= create_time);
  const entry = await until("the outcome is noted", async () => {
    const { entries } = (await operator("GET", "/audit?call=cancelForOperator")).body;
    return entries[0]?.outcome === 200 && entries[0];
  });
  assert.deepEqual([entry.operator, entry.by, entry.by_id, entry.target], ["Warehouse sync", "key", id, saigonOrder]);

  const revoked = await operator("DELETE", `/keys/${id}`);
  assertOk(revoked);
  assert.deepEqual([revoked.body.active, revoked.body.revoked_by], [false, "OPERATOR_KEY"]);
  assertRefused(await withKey(key, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  assert.equal((await operator("DELETE", `/keys/${id}`)).body.revoke_time, revoked.body.revoke_time);
  assertRefused(await operator("DELETE", "/keys/nothing"), 404, "NOT_FOUND");

  const short = await makeKey({ name: "A day", role: "viewer", days: 1 });
  assertOk(await withKey(short.key, "GET", "/orders"));
  await giao.house.db`update operator_keys set expires_at = now() - interval '1 minute' where id = ${short.id}`;
  assertRefused(await withKey(short.key, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  await giao.house.db`update operator_keys set expires_at = now() - interval '401 days' where id = ${short.id}`;
  await sweepSignIns(giao.house);
  const ids = (await operator("GET", "/keys")).body.keys.map((one: Json) => one.id);
  assert.deepEqual([ids.includes(short.id), ids.includes(id)], [false, true]);
});

test("what a key may not be is refused by name, and there are a hundred at most", async () => {
  const good = { name: "Good", role: "viewer" };
  const cases: readonly (readonly [object, string])[] = [
    [{ ...good, name: " " }, "name"],
    [{ ...good, role: "king" }, "role"],
    [{ ...good, cities: ["MOON"] }, "cities"],
    [{ name: "Half an owner", role: "owner", cities: ["SGN"] }, "cities"],
    [{ ...good, days: 0 }, "days"],
    [{ ...good, days: 731 }, "days"],
  ];
  for (const [body, field] of cases) {
    const answer = await operator("POST", "/keys", body);
    assertRefused(answer, 400, "INVALID_DATA");
    assert.equal(answer.body.field, field);
  }
  await giao.house.db`
    insert into operator_keys (id, hash, name, role, created_at, created_by, expires_at)
    select 'many' || n, sha256(n::text::bytea), 'many', 'viewer', now(), 'test', now() + interval '1000 days'
    from generate_series(1, 99) as n`;
  const answers = await Promise.all([operator("POST", "/keys", good), operator("POST", "/keys", good)]);
  assert.equal(answers.filter(({ status }) => status === 409).length >= 1, true);
  await giao.house.db`delete from operator_keys where name = 'many'`;
});

test("somebody of one city finds nothing of another, in lists and by id, and is refused what concerns all", async () => {
  const { key } = await makeKey({ name: "Hanoi desk", role: "dispatcher", cities: ["HAN"] });
  const ask = (method: string, path: string, body?: unknown) => withKey(key, method, path, body);
  const ids = (await ask("GET", "/orders")).body.orders.map((one: Json) => one.order_id);
  assert.deepEqual([ids.includes(hanoiOrder), ids.includes(saigonOrder)], [true, false]);
  assert.deepEqual((await ask("GET", `/orders?q=${saigonOrder}`)).body.orders, []);
  assertOk(await ask("GET", `/orders/${hanoiOrder}`));
  for (const path of ["", "/trail", "/dispatch", "/candidates"])
    assertRefused(await ask("GET", `/orders/${saigonOrder}${path}`), 404, "ORDER_NOT_FOUND");
  assertRefused(await ask("POST", `/orders/${saigonOrder}/reassign`, {}), 404, "ORDER_NOT_FOUND");
  assertRefused(await ask("POST", `/orders/${saigonOrder}/contacts`), 404, "ORDER_NOT_FOUND");

  const driver = { mobile: "84911555001", name: "Tài", plate_number: "29A", vehicle: "BIKE", pin: "246810" };
  assertRefused(await ask("POST", "/drivers", { ...driver, city_id: "SGN" }), 404, "CITY_NOT_FOUND");
  assertOk(await ask("POST", "/drivers", { ...driver, city_id: "HAN" }));
  assertRefused(await ask("PATCH", "/drivers/84911555001", { city_id: "SGN" }), 404, "CITY_NOT_FOUND");
  const drivers = (await ask("GET", "/drivers")).body.drivers.map((one: Json) => one.city_id);
  assert.deepEqual([...new Set(drivers)], ["HAN"]);
  assertRefused(await ask("GET", "/drivers/84911000001"), 404, "DRIVER_NOT_FOUND");
  assertRefused(await ask("PATCH", "/drivers/84911000001", { name: "Mine" }), 404, "DRIVER_NOT_FOUND");

  const cities = (await ask("GET", "/cities")).body.cities.map((one: Json) => one._id);
  assert.deepEqual(cities, ["HAN"]);
  const services = (await ask("GET", "/services")).body.services.map((one: Json) => one._id.slice(0, 3));
  assert.deepEqual([...new Set(services)].sort(), ["HAN", "VNM"]);
  assertRefused(await ask("GET", "/services/SGN-BIKE/versions"), 404, "SERVICE_NOT_FOUND");
  assertOk(await ask("GET", "/cities/HAN/live"));
  assertRefused(await ask("GET", "/cities/SGN/live"), 404, "CITY_NOT_FOUND");
  assertRefused(await ask("GET", "/cities/SGN/live/stream"), 404, "CITY_NOT_FOUND");
  assertRefused(await ask("GET", "/exceptions?city_id=SGN"), 404, "CITY_NOT_FOUND");
  const stuck = (await ask("GET", "/exceptions")).body.exceptions;
  assert.ok(stuck.every((one: Json) => one.order?.city_id === "HAN"));
  assertRefused(await ask("GET", "/etas"), 400, "MISSING_REQUIRED_INFO");
  assertOk(await ask("GET", "/etas?city_id=HAN"));
  assertRefused(await ask("GET", "/plans?city_id=SGN"), 404, "CITY_NOT_FOUND");
  assertRefused(await ask("GET", "/dispatch/record?city_id=SGN&from=1&to=2"), 404, "CITY_NOT_FOUND");

  const finance = await makeKey({ name: "Hanoi money", role: "finance", cities: ["HAN"] });
  assertRefused(await withKey(finance.key, "GET", "/money"), 403, "CITIES_NOT_ALLOWED");
  assertRefused(await withKey(finance.key, "GET", "/accounts/84900000001"), 403, "CITIES_NOT_ALLOWED");
  assertOk(await withKey(finance.key, "GET", "/drivers/84911555001/wallet"));
  const pay = { amount: 1, reference: "abroad" };
  assertRefused(await withKey(finance.key, "POST", "/drivers/84911000001/top-ups", pay), 404, "DRIVER_NOT_FOUND");
  const support = await makeKey({ name: "Hanoi help", role: "support", cities: ["HAN"] });
  assertRefused(await withKey(support.key, "GET", `/callbacks?order_id=${saigonOrder}`), 404, "ORDER_NOT_FOUND");
  assertOk(await withKey(support.key, "GET", `/callbacks?order_id=${hanoiOrder}`));
});

test("names and phones at stops are masked for finance and viewers; finance may see them by a call that is kept", async () => {
  const at = async (role: string) => {
    const { key } = await makeKey({ name: `Masked ${role}`, role });
    const { body } = await withKey(key, "GET", `/orders/${hanoiOrder}`);
    const listed = (await withKey(key, "GET", "/orders")).body.orders.find((one: Json) => one.order_id === hanoiOrder);
    const contact = ({ path }: Json) => [path[1].name, path[1].mobile];
    assert.deepEqual(contact(listed), contact(body));
    return { key, seen: contact(body) };
  };
  for (const role of ["owner", "dispatcher", "support"])
    assert.deepEqual((await at(role)).seen, ["Đỗ Thị Hà", "0900000009"]);
  const finance = await at("finance");
  const viewer = await at("viewer");
  assert.deepEqual(finance.seen, ["Đ…", viewer.seen[1]]);
  assert.match(viewer.seen[1], /^\d+\*+\d+$/);
  const revealed = await withKey(finance.key, "POST", `/orders/${hanoiOrder}/contacts`);
  assertOk(revealed);
  assert.deepEqual(revealed.body.contacts[1], { path_index: 1, name: "Đỗ Thị Hà", mobile: "0900000009" });
  assertRefused(await withKey(viewer.key, "POST", `/orders/${hanoiOrder}/contacts`), 403, "ROLE_NOT_ALLOWED");
  const rows = await until("both are noted", async () => {
    const { entries } = (await operator("GET", `/audit?call=revealContacts&target=${hanoiOrder}`)).body;
    return entries.length === 2 && entries.every((one: Json) => one.outcome !== 0) && entries;
  });
  assert.deepEqual(
    rows.map((one: Json) => [one.operator, one.outcome]),
    [
      ["Masked viewer", 403],
      ["Masked finance", 200],
    ],
  );
});
