// The checks of D4, each triggered over HTTP, and each neighbouring pair broken together: the earlier one answers.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { CREATE_CHECKS, ESTIMATE_CHECKS } from "../../../src/http/v3/orders.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import {
  type Body,
  DELIVERY,
  HANOI,
  NOWHERE,
  orderBody,
  PICKUP,
  point,
  startOrderTests,
} from "../../harness/orders.ts";

const orders = await startOrderTests();

// A partner that blocks duplicates, with an account that has money and one that has none.
let blocking: string;
let poor: string;

before(async () => {
  const service = (id: string, body: Body) =>
    orders.call("PUT", `/operator/v1/services/${id}`, { operator: true, body: { ...body } });
  // Two deliveries or more, never farther than five kilometres, at most 100,000 VND of COD, by day.
  const narrow = {
    distance_fee: "10000",
    min_stop_points: 2,
    max_stop_points: 3,
    max_distance: 5000,
    cod: 100_000,
    service_hours: [{ from: "07:00", to: "19:00" }],
  };
  assertOk(await service("SGN-NARROW", narrow));
  // The same, planned, with one place in a slot, which is taken.
  assertOk(await service("SGN-FULL", { ...narrow, planning: "rolling", plan_slot_orders: 1, plan_refuse_late: true }));
  assertOk(await orders.create(good({ service_id: "SGN-FULL", slot: morning() })));
  const partner = await orders.call("POST", "/operator/v1/partners", {
    operator: true,
    body: { id: "strict", name: "Strict", block_duplicate_tracking_numbers: true },
  });
  assertOk(partner);
  poor = await orders.register("84966000001", partner.body.api_key);
  blocking = await orders.register("84966000002", partner.body.api_key);
  const topUp = { amount: 5_000_000, wallet: "main", reference: "r" };
  assertOk(await orders.call("POST", "/operator/v1/accounts/84966000002/top-ups", { operator: true, body: topUp }));
  assertOk(
    await orders.create(good({ path: [point(), point({ ...DELIVERY, tracking_number: "TAKEN" }), point()] }), blocking),
  );
});

// A good order of the narrow service; the faults below are put into copies of it.
function good(change: Body = {}): Body {
  return orderBody({ service_id: "SGN-NARROW", path: [point(), point(DELIVERY), point()], ...change });
}

// Ten in the evening, the day after tomorrow, in seconds.
function night(daysAhead: number): number {
  const day = Math.floor(orders.house.clock.now().getTime() / 86_400_000) + daysAhead;
  return day * 86_400 + 15 * 3_600;
}

// Ten in the morning, tomorrow, in Vietnam.
function morning(): number {
  const day = Math.floor((orders.house.clock.now().getTime() + 7 * 3_600_000) / 86_400_000) + 1;
  return day * 86_400 + 3 * 3_600;
}

type Fault = {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly put: (body: Body) => Body;
  readonly as?: () => string;
  // Part 7 takes these from the estimate.
  readonly onlyCreate?: true;
};

const path = (body: Body, at: number, change: Body): Body => ({
  ...body,
  path: body.path.map((each: Body, index: number) => (index === at ? { ...each, ...change } : each)),
});

const FAULTS: readonly Fault[] = [
  {
    name: "2 a wrong JSON type",
    status: 500,
    code: "INTERNAL_SERVER_ERROR",
    put: (body) => ({ ...body, remarks: 5 }),
  },
  {
    name: "3 a required field is missing",
    status: 400,
    code: "MISSING_REQUIRED_INFO",
    put: (body) => ({ ...body, order_time: null }),
  },
  {
    name: "4 too few points",
    status: 400,
    code: "MISSING_PATH_INFO",
    put: (body) => ({ ...body, path: body.path.slice(0, 1) }),
  },
  {
    name: "5 a value that is not allowed",
    status: 400,
    code: "BAD_REQUEST",
    put: (body) => ({ ...body, payment_method: "GOLD" }),
  },
  {
    name: "6 an unknown province",
    status: 500,
    code: "INTERNAL_SERVER_ERROR",
    put: (body) => path(body, 0, { lat: null, lng: null, address: "12 Lê Lợi, Phường Bến Nghé, Quận 1, Atlantis" }),
  },
  {
    name: "7 an unknown service",
    status: 404,
    code: "SERVICE_NOT_FOUND",
    put: (body) => ({ ...body, service_id: "SGN-ROCKET" }),
  },
  {
    name: "8 an unknown special request",
    status: 404,
    code: "REQUEST_NOT_FOUND",
    put: (body) => ({ ...body, requests: [{ _id: "SGN-NARROW-MUSIC" }] }),
  },
  {
    name: "9 a service of another city",
    status: 406,
    code: "SERVICE_NOT_VALID_AT_PICKUP",
    put: (body) => path(body, 0, HANOI),
  },
  {
    name: "10 a pickup outside every city",
    status: 406,
    code: "INVALID_PICKUP_AREA",
    put: (body) => path(body, 0, NOWHERE),
  },
  {
    name: "11 a delivery outside the area",
    status: 406,
    code: "INVALID_DELIVERY_AREA",
    put: (body) => path(body, 1, NOWHERE),
  },
  {
    name: "12 too few deliveries for the service",
    status: 406,
    code: "INVALID_MIN_STOP_POINT",
    put: (body) => ({ ...body, path: body.path.slice(0, 2) }),
  },
  {
    name: "13 too many deliveries for the service",
    status: 406,
    code: "INVALID_MAX_STOP_POINT",
    put: (body) => ({ ...body, path: [...body.path, point(), point(), point()] }),
  },
  {
    name: "14 too far ahead",
    status: 406,
    code: "INVALID_FUTURE_ORDER_TIME",
    put: (body) => ({ ...body, order_time: night(40) }),
  },
  {
    name: "15 out of service hours",
    status: 406,
    code: "INVALID_SERVICE_HOUR",
    put: (body) => (body.order_time ? body : { ...body, order_time: night(2) }),
    onlyCreate: true,
  },
  {
    name: "16 too much COD",
    status: 406,
    code: "INVALID_MAX_COD",
    put: (body) => path(body, 1, { cod: 100_001 }),
  },
  {
    name: "17 too far",
    status: 406,
    code: "INVALID_MAX_DISTANCE",
    put: (body) => path(body, 1, { lat: 10.85, lng: 106.75 }),
  },
  {
    name: "18 a slot that is full",
    status: 406,
    code: "INVALID_DELIVERY_TIME",
    put: (body) => ({ ...body, service_id: "SGN-FULL", slot: morning() }),
  },
  {
    name: "19 a tracking number in use",
    status: 409,
    code: "DUPLICATE_TRACKING_NUMBER",
    put: (body) => path(body, 2, { tracking_number: "TAKEN" }),
    as: () => blocking,
    onlyCreate: true,
  },
  {
    name: "20 an unknown promo code",
    status: 400,
    code: "BAD_REQUEST",
    put: (body) => ({ ...body, promo_code: "NOSUCH" }),
  },
  {
    name: "21 no money",
    status: 406,
    code: "NOT_ENOUGH_CREDIT",
    put: (body) => body,
    as: () => poor,
    onlyCreate: true,
  },
];

test("these are the checks that docs/orders.md lists, in that order", () => {
  const told = CREATE_CHECKS.slice(1).map((check) => [check[0], ESTIMATE_CHECKS.some((one) => one === check)]);
  assert.deepEqual(
    FAULTS.map(({ code, onlyCreate }) => [code, !onlyCreate]),
    told,
  );
});

const asEstimate = ({ service_id, requests, ...body }: Body): Body => ({
  ...body,
  services: [{ _id: service_id, requests }],
});
const rowsLeft = async (): Promise<Json> =>
  (
    await orders.house.db`
      select (select count(*) from orders) as orders, (select count(*) from journals) as journals,
        (select count(*) from order_history) as history, (select count(*) from callback_events) as events`
  )[0];

describe("POST /v3/orders refuses, and leaves nothing behind", () => {
  test("the order without a fault is created", async () => assertOk(await orders.create(good())));

  test("1 no token, with every other fault", async () => {
    const body = FAULTS.reduce((worse, fault) => fault.put(worse), good());
    assertRefused(await orders.create(body, "rubbish"), 401, "NOT_AUTHORIZED");
  });

  for (const fault of FAULTS) {
    test(fault.name, async () => {
      const before = await rowsLeft();
      assertRefused(await orders.create(fault.put(good()), fault.as?.() ?? orders.token), fault.status, fault.code);
      assert.deepEqual(await rowsLeft(), before);
    });
  }

  for (const [at, fault] of FAULTS.entries()) {
    const next = FAULTS[at + 1];
    // No path is both too short and too long for one service.
    if (!next || fault.name.startsWith("12")) continue;
    test(`${fault.name}, rather than ${next.name}`, async () => {
      const token = fault.as?.() ?? next.as?.() ?? orders.token;
      assertRefused(await orders.create(fault.put(next.put(good())), token), fault.status, fault.code);
    });
  }
});

describe("POST /v3/orders/estimates refuses a call in which nothing can be priced", () => {
  const faults = FAULTS.filter((fault) => !fault.onlyCreate);
  for (const fault of faults) {
    test(fault.name, async () => {
      assertRefused(await orders.estimate(asEstimate(fault.put(good()))), fault.status, fault.code);
    });
  }
  for (const [at, fault] of faults.entries()) {
    const next = faults[at + 1];
    if (!next || fault.name.startsWith("12")) continue;
    test(`${fault.name}, rather than ${next.name}`, async () => {
      assertRefused(await orders.estimate(asEstimate(fault.put(next.put(good())))), fault.status, fault.code);
    });
  }

  test("no token comes first", async () => {
    assertRefused(await orders.estimate({ path: 5 }, "rubbish"), 401, "NOT_AUTHORIZED");
  });
  test("an estimate knows neither service hours, duplicates nor wallets", async () => {
    const body = good({
      order_time: night(2),
      path: [point(), point({ ...DELIVERY, tracking_number: "TAKEN" }), point()],
    });
    const answer = await orders.estimate(asEstimate(body), poor);
    assertOk(answer);
    assert.deepEqual(answer.body[0].warnings, ["INVALID_SERVICE_HOUR"]);
  });
});

describe("what a missing field is (check 3)", () => {
  const missing: readonly (readonly [string, Body])[] = [
    ["path", { path: null }],
    ["payment_method", { payment_method: null }],
    ["service_id and group_service_id", { service_id: null }],
    ["a point's address", { path: [point(), point({ address: null })] }],
    ["a point's name", { path: [point(), point({ name: "" })] }],
    ["a point's mobile", { path: [point(), point({ mobile: null })] }],
    ["a request's _id", { requests: [{}] }],
    ["an item's name", { items: [{ _id: "1", price: 1, num: 1 }] }],
    ["a package's weight", { package_detail: [{ length: 5 }] }],
  ];
  for (const [name, change] of missing) {
    test(name, async () => {
      assertRefused(await orders.create(orderBody(change)), 400, "MISSING_REQUIRED_INFO");
    });
  }
});

describe("what is not allowed (check 5)", () => {
  const past = () => Math.floor(orders.house.clock.now().getTime() / 1_000) - 301;
  const bad: readonly (readonly [string, () => Body])[] = [
    ["two services in two forms", () => ({ group_service_id: "ECO" })],
    ["a latitude beyond the pole", () => ({ path: [point({ lat: 91 }), point()] })],
    ["a negative amount", () => ({ path: [point(), point({ cod: -1 })] })],
    ["half a dong", () => ({ path: [point(), point({ cod: 0.5 })] })],
    ["COD on the pickup", () => ({ path: [point({ cod: 1 }), point()] })],
    ["more than max_input", () => ({ requests: [{ _id: "SGN-BIKE-TIP", num: 6 }] })],
    ["num where there is no quantity", () => ({ requests: [{ _id: "SGN-BIKE-D2D", num: 2 }] })],
    ["a tier that is not offered", () => ({ requests: [{ _id: "SGN-BIKE-BULKY", tier_code: "TIER_1" }] })],
    ["a tier where there are no sizes", () => ({ requests: [{ _id: "SGN-BIKE-TIP", tier_code: "TIER_2" }] })],
    ["an order time in the past", () => ({ order_time: past() })],
    [
      "a malformed address without coordinates",
      () => ({ path: [point(), point({ lat: null, address: "near the market" })] }),
    ],
    ["a phone of three digits", () => ({ path: [point(), point({ mobile: "113" })] })],
    ["a zero character", () => ({ remarks: "a\0b" })],
  ];
  for (const [name, change] of bad) {
    test(name, async () => assertRefused(await orders.create(orderBody(change())), 400, "BAD_REQUEST"));
  }

  test("latitude and longitude that look exchanged are called so", async () => {
    const answer = await orders.create(orderBody({ path: [point({ lat: PICKUP.lng, lng: PICKUP.lat }), point()] }));
    assertRefused(answer, 400, "BAD_REQUEST");
    assert.match(answer.body.description, /exchanged/);
  });
});
