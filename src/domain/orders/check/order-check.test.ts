import assert from "node:assert/strict";
import { test } from "node:test";
import { atSea, inHanoi, square } from "../../../../test/fixtures/little-catalogue.ts";
import {
  create,
  estimate,
  goodScene,
  type Json,
  noon,
  point,
  type Scene,
} from "../../../../test/fixtures/order-call.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import { IMMEDIATE } from "../../rolling-plan/terms.ts";
import type { EstimateRefusal } from "./order-input.ts";

type Break = (scene: Scene) => Scene;

function body(change: (body: Json) => Json): Break {
  return (scene) => ({ ...scene, body: { ...scene.body, ...change(scene.body) } });
}
function pathPoint(index: number, more: Json): Break {
  return body(({ path }) => ({
    path: (path as Json[]).map((each, at) => (at === index ? { ...each, ...more } : each)),
  }));
}
function bike(more: Scene["services"][string]): Break {
  return (scene) => ({
    ...scene,
    services: { ...scene.services, "SGN-BIKE": { ...scene.services["SGN-BIKE"], ...more } },
  });
}
function request(more: Json): Break {
  return body(({ requests }) => ({ requests: [...(requests as Json[]), more] }));
}
const unknownProvince: Break = (scene) => ({
  ...pathPoint(1, { lat: null, lng: null, address: "1 Lê Lợi, Atlantis" })(scene),
  lookedUp: [undefined, refuse("PROVINCE_UNKNOWN", "Atlantis is no province.")],
});
const full = { ...IMMEDIATE, mode: "rolling", slotOrders: 1, refusesLate: true } as const;
const closed = [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 60 }];

// One way to fail each check of D4, in its order.
const faults: readonly (readonly [code: string, name: string, breaks: Break])[] = [
  ["INTERNAL_SERVER_ERROR", "a wrong type", body(() => ({ remarks: 5 }))],
  ["MISSING_REQUIRED_INFO", "no order_time", body(() => ({ order_time: null }))],
  ["MISSING_PATH_INFO", "one point", body(({ path }) => ({ path: (path as Json[]).slice(0, 1) }))],
  ["BAD_REQUEST", "an unknown payment method", body(() => ({ payment_method: "CHEQUE" }))],
  ["BAD_REQUEST", "too large a tip", request({ _id: "SGN-BIKE-TIP", num: 6 })],
  ["INTERNAL_SERVER_ERROR", "an unknown province", unknownProvince],
  ["SERVICE_NOT_FOUND", "an unknown service", body(() => ({ service_id: "SGN-PLANE" }))],
  ["REQUEST_NOT_FOUND", "an unknown special request", request({ _id: "SGN-BIKE-NOPE" })],
  ["SERVICE_NOT_VALID_AT_PICKUP", "a pickup in another city", pathPoint(0, inHanoi)],
  ["INVALID_PICKUP_AREA", "a pickup outside the zone", bike({ pickupZone: [square(10, 106, 0.1)] })],
  ["INVALID_DELIVERY_AREA", "a delivery at sea", pathPoint(2, atSea)],
  ["INVALID_MIN_STOP_POINT", "too few deliveries", bike({ stopPointsMin: 3 })],
  ["INVALID_MAX_STOP_POINT", "too many deliveries", bike({ stopPointsMax: 1 })],
  ["INVALID_FUTURE_ORDER_TIME", "31 days ahead", body(() => ({ order_time: noon.getTime() / 1_000 + 31 * 86_400 }))],
  ["INVALID_SERVICE_HOUR", "a closed service", bike({ hours: closed })],
  ["INVALID_MAX_COD", "too much COD", pathPoint(2, { cod: 9_600_000 })],
  [
    "INVALID_MAX_DISTANCE",
    "too long a route",
    (scene) => ({ ...scene, route: { distanceMeters: 100_001, durationSeconds: 1 } }),
  ],
  [
    "INVALID_DELIVERY_TIME",
    "a full slot",
    (scene) => ({ ...bike({ planning: full })(scene), taken: new Map([[noon.getTime(), 1]]) }),
  ],
  ["DUPLICATE_TRACKING_NUMBER", "a number in use", (scene) => ({ ...scene, blocksDuplicates: true, inUse: ["T1"] })],
  ["BAD_REQUEST", "an unknown promo code", body(() => ({ promo_code: "NOPE" }))],
  ["NOT_ENOUGH_CREDIT", "an empty wallet", (scene) => ({ ...scene, wallet: { main: 0, bonus: 0, creditLimit: 0 } })],
];
// Whether a tip is too large is a question to the service, so a service that does not exist answers first.
const UNKNOWABLE = "too large a tip + an unknown service";
const NOT_OF_ESTIMATE = ["INVALID_SERVICE_HOUR", "DUPLICATE_TRACKING_NUMBER", "NOT_ENOUGH_CREDIT"];

function codeOf(answer: unknown): string | undefined {
  return isRefusal(answer) ? answer.refused : undefined;
}

test("a good call is priced by estimate and made an order by create, at the same price", () => {
  const order = create(goodScene());
  const priced = estimate(goodScene());
  assert.ok(!isRefusal(order) && !isRefusal(priced));
  assert.deepEqual(order.order.price, priced.price);
  assert.equal(order.order.price.total, 32_940);
});

for (const [code, name, breaks] of faults) {
  test(`create answers ${name} with ${code}`, () => {
    const answer = create(breaks(goodScene()));
    assert.equal(codeOf(answer), code);
    assert.ok(isRefusal(answer) && /^\S.*\.$/.test(answer.why), "the description is a sentence");
  });
}

test("of any two faults of a create, the one that comes first in the order of checks answers", () => {
  for (const [first, [code, name, breaks]] of faults.entries()) {
    for (const [, laterName, breaksToo] of faults.slice(first + 1)) {
      if (`${name} + ${laterName}` === UNKNOWABLE) continue;
      assert.equal(codeOf(create(breaks(breaksToo(goodScene())))), code, `${name} + ${laterName}`);
    }
  }
});

test("an estimate answers the same, without the three checks that part 7 takes from it", () => {
  const own = faults.filter(([code]) => !NOT_OF_ESTIMATE.includes(code));
  for (const [first, [code, name, breaks]] of own.entries()) {
    assert.equal(codeOf(estimate(breaks(goodScene()))), code, name);
    for (const [, laterName, breaksToo] of own.slice(first + 1)) {
      if (`${name} + ${laterName}` === UNKNOWABLE) continue;
      assert.equal(codeOf(estimate(breaks(breaksToo(goodScene())))), code, `${name} + ${laterName}`);
    }
  }
  for (const [code, name, breaks] of faults) {
    if (NOT_OF_ESTIMATE.includes(code)) assert.equal(codeOf(estimate(breaks(goodScene()))), undefined, name);
  }
});

// Fails to compile, rather than to run, when one of the three finds its way into the answers of an estimate.
type Forbidden = Extract<EstimateRefusal, "INVALID_SERVICE_HOUR" | "DUPLICATE_TRACKING_NUMBER" | "NOT_ENOUGH_CREDIT">;
const noneForbidden: [Forbidden] extends [never] ? true : false = true;

test("the type of an estimate's answers has no room for those three", () => assert.ok(noneForbidden));

test("an estimate outside service hours is priced and says so", () => {
  const answer = estimate(bike({ hours: closed })(goodScene()));
  assert.ok(!isRefusal(answer));
  assert.deepEqual(answer.warnings, ["INVALID_SERVICE_HOUR"]);
});

test("a service that does not exist answers before the quantities of its requests", () => {
  const scene = request({ _id: "SGN-BIKE-TIP", num: 6 })(body(() => ({ service_id: "SGN-PLANE" }))(goodScene()));
  assert.equal(codeOf(create(scene)), "SERVICE_NOT_FOUND");
});

function group(id: string, requests: readonly Json[] = []): Break {
  return body(() => ({ service_id: null, requests: null, group_service_id: id, group_requests: requests }));
}

const groupCases: readonly (readonly [string, Break, string])[] = [
  ["BIKE at a pickup in Saigon is SGN-BIKE", group("BIKE"), "SGN-BIKE"],
  [
    "BIKE at a pickup in Hanoi is HAN-BIKE",
    (scene) => group("BIKE")(pathPoint(0, inHanoi)(pathPoint(1, inHanoi)(pathPoint(2, inHanoi)(scene)))),
    "HAN-BIKE",
  ],
  [
    "a partner-hosted service is the same in both forms",
    group("VNM-PARTNER-DEMO", [{ _id: "TIP" }]),
    "VNM-PARTNER-DEMO",
  ],
  ["an unknown group is not found", group("PLANE"), "SERVICE_NOT_FOUND"],
  ["an unknown group at sea is not found", (scene) => group("PLANE")(pathPoint(0, atSea)(scene)), "SERVICE_NOT_FOUND"],
  [
    "a known group at sea is outside every pickup area",
    (scene) => group("BIKE")(pathPoint(0, atSea)(scene)),
    "INVALID_PICKUP_AREA",
  ],
  ["a service id is no group id", group("SGN-BIKE"), "SERVICE_NOT_FOUND"],
  ["a request id of the service form is not found", group("BIKE", [{ _id: "SGN-BIKE-TIP" }]), "REQUEST_NOT_FOUND"],
  [
    "a tip too large is refused before anything else of the service",
    group("BIKE", [{ _id: "NOPE" }, { _id: "TIP", num: 9 }]),
    "BAD_REQUEST",
  ],
];

for (const [name, breaks, expected] of groupCases) {
  test(`group form: ${name}`, () => {
    const answer = create(breaks(goodScene()));
    assert.equal(isRefusal(answer) ? answer.refused : answer.order.serviceId, expected);
  });
}

const roads = [
  ["NO_SEGMENT", "INVALID_DELIVERY_AREA"],
  ["NO_ROUTE", "INVALID_MAX_DISTANCE"],
  ["ROADS_AWAY", "SERVICE_UNAVAILABLE"],
] as const;

for (const [refusal, code] of roads) {
  test(`roads that answer ${refusal} become ${code}`, () => {
    assert.equal(codeOf(create({ ...goodScene(), route: refuse(refusal, "Far out.") })), code);
  });
}

test("a service with a pickup zone in the next city may be ordered there", () => {
  const scene = pathPoint(0, inHanoi)(bike({ pickupZone: [square(20, 105)] })(goodScene()));
  assert.equal(codeOf(create(scene)), undefined);
});

test("service hours are those at order_time when the order is scheduled", () => {
  const seconds = (iso: string): number => new Date(iso).getTime() / 1_000;
  const sameDay = body(() => ({ service_id: "SGN-SAMEDAY" }))(goodScene());
  const codAllowed = pathPoint(1, { cod: 0 })(sameDay);
  const evening = body(() => ({ order_time: seconds("2026-11-16T13:00:00Z") }))(codAllowed);
  assert.equal(codeOf(create(evening)), "INVALID_SERVICE_HOUR");
  const tomorrow = body(() => ({ order_time: seconds("2026-11-17T03:00:00Z") }))(codAllowed);
  assert.equal(codeOf(create({ ...tomorrow, now: new Date("2026-11-16T13:00:00Z") })), undefined);
});

test("a point without coordinates keeps what it was located to and how surely", () => {
  const scene = pathPoint(1, { lat: null, address: "1 Lê Lợi, Bến Nghé, Quận 1, Hồ Chí Minh" })(goodScene());
  const located = {
    point: { lat: 10.77, lng: 106.7 },
    by: "street",
    confidence: 0.8,
    matched: "Lê Lợi, Bến Nghé",
  } as const;
  const answer = create({ ...scene, lookedUp: [undefined, located] });
  assert.ok(!isRefusal(answer));
  assert.deepEqual(answer.order.points[1]?.place, { by: "street", confidence: 0.8, matched: "Lê Lợi, Bến Nghé" });
  assert.deepEqual(answer.order.points[0]?.place.by, "given");
});

test("an account's own COD limit holds beside the service's", () => {
  const answer = create({ ...goodScene(), codLimit: 499_999 });
  assert.ok(isRefusal(answer));
  assert.match(answer.why, /this account's limit, 499999/);
});

test("COD is limited over all points together", () => {
  const scene = pathPoint(1, { cod: 5_000_000 })(pathPoint(2, { cod: 5_000_001 })(goodScene()));
  assert.equal(codeOf(create(scene)), "INVALID_MAX_COD");
});

test("ten thousand points are too many for every service, and one answer says so", () => {
  const path = Array.from({ length: 10_000 }, () => point());
  assert.equal(codeOf(create(body(() => ({ path }))(goodScene()))), "INVALID_MAX_STOP_POINT");
});
