import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  acceptedOrder,
  completedOrder,
  done,
  driver,
  ordered,
  pickedUpOrder,
  when,
} from "../../../test/fixtures/an-order.ts";
import { metersBetween } from "../geo.ts";
import type { Order } from "../orders/order.ts";
import { deliver, fail } from "../orders/steps/to-door.ts";
import { headlineOfView } from "./headline.ts";
import { COARSE_METERS, coarsePlace, type DriverPlace, shownPlace } from "./shown-place.ts";
import { ownStopOf, readStopLink, stopLinkText } from "./tracking-link.ts";
import { firstName, photosIn, viewOf } from "./tracking-view.ts";

// Far from every door of the fixture's orders.
const far: DriverPlace = { lat: 10.7333, lng: 106.6333, at: when.at, heading: 90 };
const afterFirst = ordered(deliver(pickedUpOrder(), driver.phone, 1, when, done));

test("two doors: the order's link calls neither its own, a stop's link calls that one its own", () => {
  const order = pickedUpOrder();
  assert.equal(ownStopOf(order, { token: "t", stopIndex: undefined }), undefined);
  assert.equal(ownStopOf(order, { token: "t", stopIndex: 2 }), 2);
  assert.equal(ownStopOf(order, { token: "t", stopIndex: 9 }), undefined);
});

test("one door: whoever has the order's link is its recipient", () => {
  const order = pickedUpOrder();
  assert.equal(ownStopOf({ points: order.points.slice(0, 2) }, { token: "t", stopIndex: undefined }), 1);
});

test("a stop keeps its number when others come and go, and the order's link is not a new door's", () => {
  const [pickup, first, second] = pickedUpOrder().points;
  const added = { ...second!, stopNumber: 1_004 };
  const after = { points: [pickup!, added, { ...first!, stopNumber: 1 }] };
  assert.equal(ownStopOf(after, { token: "t", stopIndex: 1_004 }), 1);
  assert.equal(ownStopOf(after, { token: "t", stopIndex: 1 }), 2);
  assert.equal(ownStopOf(after, { token: "t", stopIndex: 2 }), undefined);
  assert.equal(ownStopOf(after, { token: "t", stopIndex: 0 }), undefined);
  const onlyNew = { points: [pickup!, added] };
  assert.equal(ownStopOf(onlyNew, { token: "t", stopIndex: undefined }), undefined);
  assert.equal(ownStopOf(onlyNew, { token: "t", stopIndex: 1_004 }), 1);
  assert.deepEqual(readStopLink(stopLinkText({ trackingToken: "abc" }, 1_004)), { token: "abc", stopIndex: 1_004 });
});

test("what is sealed into a stop's link is read back, and nothing else is a stop's link", () => {
  assert.deepEqual(readStopLink(stopLinkText({ trackingToken: "abc" }, 12)), { token: "abc", stopIndex: 12 });
  for (const text of ["abc", "abc.0", "abc.x", ".1", "abc.1.2", ""]) assert.equal(readStopLink(text), undefined);
});

const sights: readonly (readonly [string, Order, number | undefined, boolean, boolean])[] = [
  ["before the pickup", acceptedOrder(), 1, false, true],
  ["when another stop comes first", pickedUpOrder(), 2, false, true],
  ["by a link that is nobody's in particular", pickedUpOrder(), undefined, false, true],
  ["when the driver serves another order first", pickedUpOrder(), 1, true, true],
  ["when this stop is next", pickedUpOrder(), 1, false, false],
  ["when this stop is next after another", afterFirst, 2, false, false],
];
for (const [name, order, ownStop, goesElsewhereFirst, isCoarse] of sights) {
  test(`the driver's place is ${isCoarse ? "coarse" : "exact"} ${name}`, () => {
    const shown = shownPlace(order, { ownStop, place: far, goesElsewhereFirst });
    assert.equal(shown.isCoarse, isCoarse);
    assert.equal(shown.lat === far.lat, !isCoarse);
    assert.equal(shown.heading, isCoarse ? null : 90);
  });
}

test("the driver's place stays coarse while they still stand at another recipient's door", () => {
  const [, first] = afterFirst.points;
  const place = { ...far, lat: first!.lat, lng: first!.lng };
  assert.equal(shownPlace(afterFirst, { ownStop: 2, place, goesElsewhereFirst: false }).isCoarse, true);
});

test("a coarse place is within half a square's diagonal and the same for a whole square", () => {
  const inVietnam = fc.record({
    lat: fc.double({ min: 8, max: 23, noNaN: true }),
    lng: fc.double({ min: 102, max: 110, noNaN: true }),
  });
  fc.assert(
    fc.property(inVietnam, (place) => {
      const coarse = coarsePlace(place);
      assert.ok(metersBetween(place, coarse) < COARSE_METERS * 0.72);
      assert.deepEqual(coarsePlace(coarse), coarse);
    }),
  );
});

const soon = { at: when.at, low: when.at, high: when.at };
const look = (order: Order, stopIndex: number | undefined) =>
  viewOf({
    order,
    link: { token: order.trackingToken, stopIndex },
    live: { vehicle: "BIKE", place: far, pickup: null, delivery: [soon, soon], goesElsewhereFirst: false },
    service: undefined,
    timeZone: "Asia/Ho_Chi_Minh",
    areaOf: () => "an area",
    usual: () => soon,
    contact: "1900 1234",
    now: when.at,
  });

test("two doors of which one took nothing: the order's link says so, each stop's link what became of its own", () => {
  const missed = { ...done, comment: "nobody at home" };
  const headlineFor = (order: Order, stopIndex?: number) => headlineOfView(look(order, stopIndex));
  const order = ordered(fail(afterFirst, driver.phone, 2, when, missed));
  assert.deepEqual(
    [headlineFor(order), headlineFor(order, 1), headlineFor(order, 2)],
    ["partly", "delivered", "failed"],
  );
  assert.equal(headlineFor({ ...order, subStatus: "RETURNED" }, 2), "returned");
  const first = ordered(fail(pickedUpOrder(), driver.phone, 1, when, missed));
  assert.deepEqual([headlineFor(first), headlineFor(first, 2)], ["underWay", "onTheWay"]);
  assert.equal(headlineFor(ordered(fail(first, driver.phone, 2, when, missed))), "failed");
});

test("a recipient whose parcel is there does not see where the driver goes next", () => {
  const view = look(afterFirst, 1);
  assert.equal(view.isLive, false);
  assert.equal(view.driver?.place, null);
  assert.equal(view.eta, null);
  assert.equal(look(afterFirst, 2).isLive, true);
});

test("other recipients' stops have neither a place nor a time nor a proof", () => {
  const [pickup, own, other] = look(pickedUpOrder(), 1).stops;
  assert.ok(pickup?.place && own?.place && own.isOwn);
  assert.deepEqual([other?.place, other?.eta, other?.photos, other?.completedAt], [null, null, [], null]);
});

test("the link of the whole order tells when each door is reached, and not where it is", () => {
  const view = look(pickedUpOrder(), undefined);
  assert.equal(view.polyline, null);
  for (const stop of view.stops.slice(1)) assert.deepEqual([stop.place, stop.eta], [null, soon]);
});

test("what went wrong is told with the sender's name and how to reach them, and only where something did", () => {
  const failed = (comment: string) => ordered(fail(afterFirst, driver.phone, 2, when, { ...done, comment }));
  assert.equal(look(failed("RECIPIENT_SILENT"), 1).trouble, null);
  const { trouble } = look(failed("the recipient does not answer"), 2);
  assert.deepEqual([trouble?.contact, trouble?.reason?.code], ["1900 1234", "RECIPIENT_SILENT"]);
  // Words of the driver's own may name somebody.
  assert.equal(look(failed("Lan, 0901234567, is not at home"), 2).trouble?.reason, undefined);
});

test("the line past all doors is not shown to one of several recipients", () => {
  assert.equal(look(pickedUpOrder(), 1).polyline, null);
});

test("rating is offered once the order is completed, and shows what was given", () => {
  assert.equal(look(pickedUpOrder(), 1).rating, null);
  const completed = completedOrder();
  assert.deepEqual(look(completed, 1).rating, { isAllowed: true, stars: null });
  const rated = { ...completed, ratings: { ...completed.ratings, receiver: { rating: 4, comment: "", at: when.at } } };
  assert.deepEqual(look(rated, 1).rating, { isAllowed: false, stars: 4 });
});

test("the last step tells how it ended at this door", () => {
  const steps = (order: Order, stop: number) => look(order, stop).steps.map(({ key }) => key);
  assert.equal(steps(completedOrder("FAILED"), 1).at(-1), "failed");
  assert.equal(steps(completedOrder("FAILED"), 2).at(-1), "delivered");
});

test("a driver's first name is their given name, and never a number", () => {
  assert.equal(firstName("Nguyễn Văn Tài"), "Tài");
  assert.equal(firstName("Robot 3"), "Robot");
  assert.equal(firstName("Driver 84911600001"), "Driver");
  assert.equal(firstName("0900000001"), "");
});

test("of a proof only photos kept here are shown, whatever its shape", () => {
  const token = "0123456789abcdef".repeat(2);
  assert.deepEqual(photosIn({ images: [`http://x/photos/${token}`, `/photos/${token}`], by: "Lan" }), [token]);
  assert.deepEqual(photosIn({ image: "https://elsewhere/1.jpg", signed: `/photos/${token}0` }), []);
  assert.deepEqual(photosIn(null), []);
});
