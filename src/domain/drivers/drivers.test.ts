// What is written down of a driver, when a driver may accept, what a position says, and when silence costs an order.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedOrder,
  arrivedOrder,
  completedOrder,
  done,
  driver,
  openedOrder,
  ordered,
  pickedUpOrder,
  when,
} from "../../../test/fixtures/an-order.ts";
import { VEHICLES } from "../catalogue/service.ts";
import type { LatLng } from "../geo.ts";
import type { Order } from "../orders/order.ts";
import { cancelFor } from "../orders/order-cancel.ts";
import { deliver, near } from "../orders/steps/to-door.ts";
import { board } from "../orders/steps/to-pickup.ts";
import { approachOf, isNear } from "./approach.ts";
import { averageRating, type DriverDraft, judgeDriver, orderDriver } from "./driver.ts";
import { isToTakeBack, judgeAcceptance, OFFER_SECONDS, type Offer } from "./offer.ts";
import { isFresh, POSITIONS_MAX, readPositions } from "./position.ts";
import { whatToDo } from "./silence.ts";
import { thinTrail } from "./trail.ts";

const noon = new Date("2026-11-15T05:00:00Z");
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

const drafts: readonly (readonly [string, DriverDraft, string | undefined])[] = [
  ["nothing changed", {}, undefined],
  ["a name of 200", { name: "x".repeat(200) }, undefined],
  ["a name of 201", { name: "x".repeat(201) }, "name"],
  ["a name of 200 between blanks", { name: ` ${"x".repeat(200)} ` }, undefined],
  ["a blank name, a blank plate and no pin", { name: " ", plateNumber: " ", pin: "" }, "name"],
  ["a name with a zero character", { name: "a\0b" }, "name"],
  ["a plate of 20", { plateNumber: "x".repeat(20) }, undefined],
  ["a plate of 21, and no pin", { plateNumber: "x".repeat(21), pin: "" }, "plate_number"],
  ["a pin of six digits", { pin: "123456" }, undefined],
  ["a pin of three digits", { pin: "123" }, "pin"],
  ["a pin with a letter", { pin: "123a" }, "pin"],
  ["a pin with a line after it", { pin: "1234\n" }, "pin"],
];
for (const [name, draft, field] of drafts) {
  test(`a driver is written down: ${name}`, () => {
    const fault = judgeDriver(draft, "sandbox");
    assert.equal(fault?.field, field);
    assert.equal(fault?.refused, field && "INVALID_DATA");
  });
}

test("vehicles, and a rating that nobody has before the first", () => {
  assert.deepEqual(VEHICLES, ["BIKE", "VAN", "TRUCK"]);
  assert.equal(averageRating({ ratingSum: 0, ratingCount: 0 }), undefined);
  assert.equal(averageRating({ ratingSum: 14, ratingCount: 3 }), 4.67);
  assert.equal(averageRating({ ratingSum: 5, ratingCount: 1 }), 5);
});

const open = { kind: "assign", answer: null, expiresAt: at(OFFER_SECONDS) } as const;
const free = { count: 0, bundleMax: 2 };
const cancelled = ordered(cancelFor("user", openedOrder(), null, noon));
type OfferFacts = Pick<Offer, "kind" | "answer" | "expiresAt">;
// Each row peels off one fault.
const acceptances: readonly (readonly [string, OfferFacts, Order, typeof free, string | undefined])[] = [
  ["taken, over and too much", { ...open, answer: "expired" }, acceptedOrder(), { ...free, count: 99 }, "OFFER_TAKEN"],
  ["lost, of an order that is free again", { ...open, answer: "lost" }, openedOrder(), free, "OFFER_TAKEN"],
  ["cancelled, and over", { ...open, answer: "withdrawn" }, cancelled, free, "INVALID_ORDER_STATUS"],
  ["answered before", { ...open, answer: "declined" }, openedOrder(), free, "OFFER_EXPIRED"],
  ["at the end of its time", { ...open, expiresAt: noon }, openedOrder(), { ...free, count: 99 }, "OFFER_EXPIRED"],
  ["in its last moment", { ...open, expiresAt: new Date(noon.getTime() + 1) }, openedOrder(), free, undefined],
  ["with nine in hand", open, openedOrder(), { ...free, count: 9 }, undefined],
  ["with ten in hand", open, openedOrder(), { ...free, count: 10 }, "TOO_MANY_ORDERS"],
  [
    "rung by a broadcast with one in hand",
    { ...open, kind: "broadcast" },
    openedOrder(),
    { ...free, count: 1 },
    undefined,
  ],
  [
    "rung by a broadcast with a bundle in hand",
    { ...open, kind: "broadcast" },
    openedOrder(),
    { ...free, count: 2 },
    "TOO_MANY_ORDERS",
  ],
];
for (const [name, offer, order, held, code] of acceptances) {
  test(`an offer is accepted: ${name}`, () => assert.equal(judgeAcceptance(offer, order, held, noon)?.refused, code));
}

test("a driver has twenty seconds to answer", () => assert.equal(OFFER_SECONDS, 20));

const boarded = ordered(board(acceptedOrder(), driver.phone, when));
const close = ordered(near(pickedUpOrder(), driver.phone));
const half = ordered(deliver(pickedUpOrder(), driver.phone, 1, when, done));
const approaches: readonly (readonly [string, Order, string | undefined, readonly number[]])[] = [
  ["accepted", acceptedOrder(), "board", [0]],
  ["boarded", boarded, undefined, []],
  ["arrived", arrivedOrder(), undefined, []],
  ["picked up", pickedUpOrder(), "near", [1, 2]],
  ["near a door", close, undefined, []],
  ["one door done", half, "near", [2]],
  ["completed", completedOrder(), undefined, []],
  ["nobody's", openedOrder(), undefined, []],
];
for (const [name, order, event, places] of approaches) {
  test(`what is still to be told of an order ${name}`, () => {
    const approach = approachOf(order);
    assert.equal(approach?.event, event);
    assert.deepEqual(
      approach?.places ?? [],
      places.map((index) => order.points[index]),
    );
  });
}

// A degree of latitude is 111,195 m on this globe.
const north = (meters: number, from: LatLng = { lat: 10.77, lng: 106.7 }): LatLng => ({
  lat: from.lat + meters / 111_194.93,
  lng: from.lng,
});

test("near is within 300 metres of any of the places", () => {
  const approach = { event: "near", places: [north(0), north(5_000)] } as const;
  for (const [meters, isIt] of [
    [0, true],
    [299.5, true],
    [300.5, false],
    [2_500, false],
    [4_701, true],
    [5_299, true],
    [5_301, false],
  ] as const) {
    assert.equal(isNear(approach, north(meters)), isIt, `${meters} m`);
  }
});

test("a position keeps what the phone knows, and half of 0, 0 is a place", () => {
  const [first, second, third] = readPositions(
    [
      { lat: 0, lng: 106, at: noon.getTime() / 1000 - 30 },
      { lat: 10, lng: 0, at: noon.getTime() / 1000 - 20, speed: 0, heading: 90 },
      { lat: 10, lng: 106, at: noon.getTime() / 1000 - 10, speed: 7 },
      { lat: 0, lng: 0 },
    ],
    noon,
  );
  assert.deepEqual(first, { lat: 0, lng: 106, at: at(-30), speed: null, heading: null });
  assert.deepEqual(second, { lat: 10, lng: 0, at: at(-20), speed: 0, heading: 90 });
  assert.deepEqual(third, { lat: 10, lng: 106, at: at(-10), speed: 7, heading: null });
  assert.equal(POSITIONS_MAX, 500);
});

test("a trail keeps what is 30 metres or two minutes on, and not a metre or a second less", () => {
  const last = { ...north(0), at: noon };
  const kept = (meters: number, seconds: number) => thinTrail(last, [{ ...north(meters), at: at(seconds) }]).length;
  assert.deepEqual([kept(29.5, 5), kept(30.2, 5), kept(0, 119.999), kept(0, 120)], [0, 1, 0, 1]);
  assert.equal(kept(100, 0), 0, "two places at one moment");
});

test("a question asked at the moment they were last heard is an old one", () => {
  assert.equal(whatToDo({ heardAt: at(-200), askedAt: at(-200) }, noon), "ask");
});

test("a place is fresh for three minutes", () => {
  assert.deepEqual(
    [0, 179, 180, 400].map((seconds) => isFresh({ at: noon }, at(seconds))),
    [true, true, false, false],
  );
});

test("an order keeps who takes it, with a rating where there is one", () => {
  const one = { phone: "84911000001", name: "An", plateNumber: "59A1-1", ratingSum: 9 };
  const { ratingSum: _, ...kept } = one;
  assert.deepEqual(orderDriver({ ...one, ratingCount: 2 }), { ...kept, rating: 4.5 });
  assert.deepEqual(orderDriver({ ...one, ratingSum: 0, ratingCount: 0 }), kept);
});

test("an order is taken back only from the driver who has it, and not once they are near", () => {
  const takenFrom = driver.phone;
  const accepted = acceptedOrder();
  assert.ok(isToTakeBack({ takenFrom }, accepted));
  const others = [openedOrder(), pickedUpOrder(), arrivedOrder(), { ...accepted, status: "IN PROCESS" } as const];
  for (const order of others) assert.ok(!isToTakeBack({ takenFrom }, order), order.status);
  assert.ok(!isToTakeBack({ takenFrom: "84911999999" }, accepted));
});
