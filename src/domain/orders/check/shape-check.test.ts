import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { goodScene, type Json, judgeAddress, noon, point, reading } from "../../../../test/fixtures/order-call.ts";
import { isRefusal } from "../../refusal.ts";
import type { OrderCall } from "./order-input.ts";
import { checkShape, type ShapedOrder } from "./shape-check.ts";

const good = goodScene().body;
const nowSeconds = noon.getTime() / 1_000;

function answerTo(body: unknown, call: OrderCall = "create"): ShapedOrder | { refused: string; why: string } {
  const input = reading.order(body);
  return isRefusal(input) ? input : checkShape(input, call, noon, judgeAddress);
}
function withPoint(more: Json): Json {
  return { ...good, path: [point(), point(more)] };
}
function without(...keys: string[]): Json {
  return Object.fromEntries(Object.entries(point()).filter(([key]) => !keys.includes(key)));
}

const wrongTypes: readonly (readonly [string, unknown, RegExp])[] = [
  ["a body that is an array", [], /^The body has the wrong type: expected an object, found an array/],
  ["a body that is a text", "{}", /^The body has the wrong type/],
  [
    "order_time as text",
    { ...good, order_time: "0" },
    /^order_time has the wrong type: expected a number, found a string/,
  ],
  ["a path that is an object", { ...good, path: {} }, /^path has the wrong type: expected an array/],
  ["a point that is a text", { ...good, path: ["here", "there"] }, /^path\[0\] has the wrong type: expected an object/],
  ["a point that is null", { ...good, path: [null] }, /^path\[0\] .* found null/],
  ["lat as text", withPoint({ lat: "10.7" }), /^path\[1\]\.lat has the wrong type/],
  ["a phone as number", withPoint({ mobile: 84_900_000_009 }), /^path\[1\]\.mobile/],
  ["a request that is a text", { ...good, requests: ["SGN-BIKE-TIP"] }, /^requests\[0\]/],
  ["num as text", { ...good, requests: [{ _id: "SGN-BIKE-TIP", num: "1" }] }, /^requests\[0\]\.num/],
  ["route_optimized as number", { ...good, route_optimized: 1 }, /^route_optimized .* expected true or false/],
  ["weight as text", { ...good, package_detail: [{ weight: "1kg" }] }, /^package_detail\[0\]\.weight/],
];

for (const [name, body, why] of wrongTypes) {
  test(`${name} is a wrong type, whatever else is wrong`, () => {
    const answer = answerTo(body);
    assert.ok("refused" in answer);
    assert.equal(answer.refused, "INTERNAL_SERVER_ERROR");
    assert.match(answer.why, why);
  });
}

const refusedOnCreate: readonly (readonly [string, unknown, string, RegExp])[] = [
  ["nothing", null, "MISSING_REQUIRED_INFO", /order_time/],
  ["no path", { ...good, path: null }, "MISSING_REQUIRED_INFO", /path/],
  ["no payment_method", { ...good, payment_method: null }, "MISSING_REQUIRED_INFO", /payment_method/],
  ["neither form of service", { ...good, service_id: null }, "MISSING_REQUIRED_INFO", /service_id or group_service_id/],
  [
    "services as in an estimate",
    { ...good, service_id: null, services: [{ _id: "SGN-BIKE" }] },
    "MISSING_REQUIRED_INFO",
    /service_id/,
  ],
  ["a request without _id", { ...good, requests: [{ num: 1 }] }, "MISSING_REQUIRED_INFO", /special request/],
  [
    "a point without address",
    { ...good, path: [point(), without("address")] },
    "MISSING_REQUIRED_INFO",
    /path\[1\]\.address/,
  ],
  [
    "a blank address without coordinates",
    withPoint({ address: " ", lat: null }),
    "MISSING_REQUIRED_INFO",
    /path\[1\]\.address/,
  ],
  ["a point without name", withPoint({ name: null }), "MISSING_REQUIRED_INFO", /path\[1\]\.name/],
  ["a blank name", withPoint({ name: " " }), "MISSING_REQUIRED_INFO", /path\[1\]\.name/],
  ["a point without mobile", withPoint({ mobile: "" }), "MISSING_REQUIRED_INFO", /path\[1\]\.mobile/],
  [
    "an item without price",
    { ...good, items: [{ _id: "1", name: "Tea", num: 1 }] },
    "MISSING_REQUIRED_INFO",
    /items\[0\]/,
  ],
  ["a package without weight", { ...good, package_detail: [{ length: 1 }] }, "MISSING_REQUIRED_INFO", /weight/],
  ["no points", { ...good, path: [] }, "MISSING_PATH_INFO", /0 points/],
  ["one point", { ...good, path: [point()] }, "MISSING_PATH_INFO", /1 points/],
  ["both forms, two services", { ...good, group_service_id: "ECO" }, "BAD_REQUEST", /Both forms/],
  [
    "both forms, two requests",
    { ...good, requests: [{ _id: "SGN-BIKE-SMS" }], group_service_id: "BIKE", group_requests: [{ _id: "TIP" }] },
    "BAD_REQUEST",
    /Both forms/,
  ],
  [
    "both forms, two numbers",
    {
      ...good,
      requests: [{ _id: "SGN-BIKE-TIP", num: 2 }],
      group_service_id: "BIKE",
      group_requests: [{ _id: "TIP" }],
    },
    "BAD_REQUEST",
    /Both forms/,
  ],
  ["requests of the other form", { ...good, group_requests: [{ _id: "TIP" }] }, "BAD_REQUEST", /group_requests/],
  ["an unknown payment method", { ...good, payment_method: "cash" }, "BAD_REQUEST", /BALANCE, CASH, CASH_BY_RECIPIENT/],
  ["six minutes ago", { ...good, order_time: nowSeconds - 301 }, "BAD_REQUEST", /5 minutes in the past/],
  ["a time before all time", { ...good, order_time: -1 }, "BAD_REQUEST", /in the past/],
  ["lat out of range", withPoint({ lat: 91, lng: 91 }), "BAD_REQUEST", /lat 91 must be from -90 to 90/],
  ["lng out of range", withPoint({ lng: -180.5 }), "BAD_REQUEST", /path\[1\]/],
  ["coordinates exchanged", withPoint({ lat: 106.7, lng: 10.77 }), "BAD_REQUEST", /lat and lng look exchanged\.$/],
  [
    "coordinates beyond all numbers",
    JSON.parse(
      '{"order_time":0,"payment_method":"CASH","service_id":"X","path":[{"address":"a","name":"a","mobile":"0900000009","lat":1e999,"lng":0},{"address":"a","name":"a","mobile":"0900000009"}]}',
    ),
    "BAD_REQUEST",
    /path\[0\]/,
  ],
  ["a phone that is none", withPoint({ mobile: "call me" }), "BAD_REQUEST", /path\[1\]\.mobile/],
  ["negative COD", withPoint({ cod: -1 }), "BAD_REQUEST", /path\[1\]\.cod/],
  ["half a dong", withPoint({ cod: 0.5 }), "BAD_REQUEST", /path\[1\]\.cod/],
  ["COD at the edge of numbers", withPoint({ cod: 2 ** 53 }), "BAD_REQUEST", /path\[1\]\.cod/],
  ["COD beyond all wallets", withPoint({ cod: 1e308 }), "BAD_REQUEST", /path\[1\]\.cod/],
  ["a negative item_value", withPoint({ item_value: -1 }), "BAD_REQUEST", /item_value/],
  [
    "COD on the pickup",
    { ...good, path: [point({ cod: 1 }), point()] },
    "BAD_REQUEST",
    /path\[0\]\.cod is for delivery/,
  ],
  [
    "a malformed address without coordinates",
    withPoint({ lat: null }),
    "BAD_REQUEST",
    /path\[1\]\.address is malformed/,
  ],
  ["a name nobody has", withPoint({ name: "x".repeat(201) }), "BAD_REQUEST", /path\[1\]\.name/],
  ["a zero character", withPoint({ name: "L\0n" }), "BAD_REQUEST", /zero characters/],
  ["remarks of a novel", { ...good, remarks: "x".repeat(2_001) }, "BAD_REQUEST", /^remarks/],
  [
    "a negative price of goods",
    { ...good, items: [{ _id: "1", name: "Tea", price: -1, num: 1 }] },
    "BAD_REQUEST",
    /items\[0\]\.price/,
  ],
  ["a negative weight", { ...good, package_detail: [{ weight: -1 }] }, "BAD_REQUEST", /package_detail\[0\]/],
  [
    "300 points to look up",
    { ...good, path: Array.from({ length: 300 }, () => point({ lat: null, address: "a, b" })) },
    "BAD_REQUEST",
    /without lat and lng/,
  ],
];

for (const [name, body, code, why] of refusedOnCreate) {
  test(`create refuses ${name}: ${code}`, () => {
    const answer = answerTo(body);
    assert.ok("refused" in answer, "it was taken");
    assert.equal(answer.refused, code);
    assert.match(answer.why, why);
  });
}

const taken: readonly (readonly [string, Json, OrderCall])[] = [
  [
    "null for everything optional",
    { ...good, promo_code: null, group_service_id: null, requests: null, items: null, idle_until: null },
    "create",
  ],
  ["unknown keys", { ...good, hello: { world: [1] } }, "create"],
  ["an empty address beside good coordinates", withPoint({ address: "" }), "create"],
  ["junk beside good coordinates", withPoint({ address: "!!! 0900 gọi tôi" }), "create"],
  [
    "a whole-valued float as COD",
    JSON.parse(JSON.stringify(withPoint({ cod: 7 })).replace('"cod":7', '"cod":7.0')),
    "create",
  ],
  ["COD of nothing on the pickup", { ...good, path: [point({ cod: 0 }), point()] }, "create"],
  ["a pickup with a tracking number", { ...good, path: [point({ tracking_number: "T0" }), point()] }, "create"],
  ["emoji in names", withPoint({ name: "Lan 🌸" }), "create"],
  ["a foreign phone", withPoint({ mobile: "+33 6 12 34 56 78" }), "create"],
  ["an order time four minutes ago", { ...good, order_time: nowSeconds - 240 }, "create"],
  [
    "points without name and mobile",
    {
      ...good,
      service_id: null,
      services: [{ _id: "SGN-BIKE" }],
      path: [without("name", "mobile", "address"), point()],
    },
    "estimate",
  ],
  ["a phone that is none", { ...good, path: [point({ mobile: "x" }), point()] }, "estimate"],
  ["one service in the words of create", good, "estimate"],
];

for (const [name, body, call] of taken) {
  test(`${call} takes ${name}`, () => {
    const answer = answerTo(body, call);
    assert.ok(!("refused" in answer), "refused" in answer ? answer.why : "");
  });
}

test("an estimate asks for several services in their order, in either form", () => {
  const services = [
    { _id: "SGN-ECO", requests: [{ _id: "SGN-ECO-TIP", num: 2 }] },
    { _id: "SGN-BIKE", requests: null },
  ];
  const byService = answerTo({ ...good, service_id: null, services }, "estimate");
  assert.ok(!("refused" in byService));
  assert.deepEqual(
    byService.asks.map(({ form, id, requests }) => [form, id, requests.length]),
    [
      ["service", "SGN-ECO", 1],
      ["service", "SGN-BIKE", 0],
    ],
  );
  const groups = [{ _id: "BIKE", group_requests: [{ _id: "TIP" }] }];
  const byGroup = answerTo({ ...good, service_id: null, group_services: groups }, "estimate");
  assert.ok(!("refused" in byGroup));
  assert.deepEqual(
    byGroup.asks.map(({ form, id, requests }) => [form, id, requests.length]),
    [["group", "BIKE", 1]],
  );
});

const agreeing: readonly (readonly [string, Json, OrderCall])[] = [
  ["both forms without requests", { service_id: "SGN-BIKE", group_service_id: "BIKE" }, "create"],
  [
    "both forms with the same requests in another order",
    {
      service_id: "SGN-BIKE",
      requests: [{ _id: "SGN-BIKE-TIP", num: 2 }, { _id: "SGN-BIKE-ROUND-TRIP" }],
      group_service_id: "BIKE",
      group_requests: [
        { _id: "TRIP", num: 1 },
        { _id: "TIP", num: 2 },
      ],
    },
    "create",
  ],
  ["a blank form beside the other", { service_id: "SGN-BIKE", group_service_id: " " }, "create"],
  ["a hosted service in both forms", { service_id: "VNM-PARTNER-X", group_service_id: "VNM-PARTNER-X" }, "create"],
  [
    "services and group services in another order",
    { services: [{ _id: "SGN-BIKE" }, { _id: "SGN-ECO" }], group_services: [{ _id: "ECO" }, { _id: "BIKE" }] },
    "estimate",
  ],
];

for (const [name, asked, call] of agreeing) {
  test(`${call} takes ${name} as one`, () => {
    const answer = answerTo({ ...good, service_id: null, requests: null, ...asked }, call);
    assert.ok(!("refused" in answer), "refused" in answer ? answer.why : "");
    assert.ok(answer.asks.every(({ form }) => form === "service"));
    assert.equal(answer.asks.length, call === "create" ? 1 : 2);
  });
}

test("services and group services that differ are refused", () => {
  const services = [{ _id: "SGN-BIKE" }, { _id: "SGN-BIKE" }];
  const asked = { services, group_services: [{ _id: "ECO" }, { _id: "BIKE" }] };
  const answer = answerTo({ ...good, service_id: null, ...asked }, "estimate");
  assert.match("refused" in answer ? answer.why : "", /^Both forms/);
});

test("an estimate needs an address or coordinates, and says what is wrong with neither", () => {
  const answer = answerTo({ ...good, path: [point(), without("lat", "address")] }, "estimate");
  assert.ok("refused" in answer);
  assert.equal(answer.refused, "BAD_REQUEST");
});

const times: readonly (readonly [string, Json, Partial<ShapedOrder>])[] = [
  ["0 is now", { order_time: 0 }, { at: noon, idleUntil: null, isTooFarAhead: false }],
  ["a moment ago is now", { order_time: nowSeconds - 10 }, { at: noon, isTooFarAhead: false }],
  [
    "tomorrow is kept",
    { order_time: nowSeconds + 86_400 },
    { at: new Date(noon.getTime() + 86_400_000), idleUntil: new Date(noon.getTime() + 86_400_000) },
  ],
  [
    "idle_until holds the search back",
    { order_time: nowSeconds + 3_600, idle_until: nowSeconds + 3_600 },
    { idleUntil: new Date(noon.getTime() + 3_600_000) },
  ],
  ["idle_until in the past holds nothing back", { idle_until: nowSeconds - 1 }, { idleUntil: null }],
  ["30 days is near enough", { order_time: nowSeconds + 30 * 86_400 }, { isTooFarAhead: false }],
  ["a second more is too far", { order_time: nowSeconds + 30 * 86_400 + 1 }, { isTooFarAhead: true }],
  ["microseconds are too far", { order_time: nowSeconds * 1e6 }, { isTooFarAhead: true }],
  ["waking up too late is too far", { idle_until: nowSeconds + 31 * 86_400 }, { isTooFarAhead: true }],
];

for (const [name, change, expected] of times) {
  test(`order_time: ${name}`, () => {
    const answer = answerTo({ ...good, ...change });
    assert.ok(!("refused" in answer), "refused" in answer ? answer.why : "");
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(answer[key as keyof ShapedOrder], value, key);
  });
}

test("no JSON makes the checks throw", () => {
  const anyBody = fc.oneof(
    fc.jsonValue(),
    fc.record(
      Object.fromEntries(Object.keys(good).map((key) => [key, fc.oneof(fc.constant(good[key]), fc.jsonValue())])),
    ),
    fc.array(fc.oneof(fc.jsonValue(), fc.constant(point()))).map((path) => ({ ...good, path })),
  );
  fc.assert(
    fc.property(anyBody, fc.constantFrom("create" as const, "estimate" as const), (body, call) => {
      const answer = answerTo(body, call);
      if ("refused" in answer) assert.ok(answer.why.length > 10);
      else assert.ok(answer.points.length >= 2 && answer.asks.length >= 1);
    }),
    { numRuns: 500 },
  );
});
