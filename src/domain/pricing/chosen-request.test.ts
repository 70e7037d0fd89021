import assert from "node:assert/strict";
import { test } from "node:test";
import { littleCatalogue, serviceOf } from "../../../test/fixtures/little-catalogue.ts";
import { type AskedRequest, chooseRequests, type PackageDetail, type Parcels } from "./chosen-request.ts";

const bike = serviceOf(littleCatalogue(), "SGN-BIKE");
const nothing: Parcels = { itemValues: [], packages: [] };

function asked(id: string, more: Partial<AskedRequest> = {}): AskedRequest {
  return { id, num: undefined, tierCode: undefined, form: "group", ...more };
}
function box(weightKg: number, lengthCm?: number, widthCm?: number, heightCm?: number): PackageDetail {
  return { weightKg, lengthCm, widthCm, heightCm, description: undefined };
}

const faults = [
  ["num on a flat request", [asked("D2D", { num: 2 })], nothing, /^num is not allowed on special request D2D/],
  ["num on a bulky parcel", [asked("BULKY", { num: 0 })], nothing, /^num is not allowed/],
  ["tier_code on a tip", [asked("TIP", { tierCode: "TIER_2" })], nothing, /^tier_code is not allowed/],
  ["num above max_input", [asked("TIP", { num: 6 })], nothing, /from 1 to 5\.$/],
  ["num of nothing", [asked("TIP", { num: 0 })], nothing, /from 1 to 5\.$/],
  ["num below nothing", [asked("TIP", { num: -1 })], nothing, /from 1 to 5\.$/],
  ["half a num", [asked("TIP", { num: 1.5 })], nothing, /from 1 to 5\.$/],
  ["a tier that is not offered", [asked("BULKY", { tierCode: "TIER_1" })], nothing, /one of TIER_2, TIER_3, TIER_4/],
  ["a tier beyond the last", [asked("BULKY", { tierCode: "TIER_MAX" })], nothing, /one of TIER_2/],
  ["a package no tier holds", [asked("BULKY")], { ...nothing, packages: [box(81)] }, /larger than every tier/],
  [
    "a value no block insures beside one that a block does",
    [asked("INSURANCE")],
    { ...nothing, itemValues: [0, 5, 30_000_001] },
    /not be above 30000000/,
  ],
  [
    "a value no block insures",
    [asked("INSURANCE")],
    { ...nothing, itemValues: [0, 30_000_001] },
    /not be above 30000000/,
  ],
  ["one request twice", [asked("SMS"), asked("SMS")], nothing, /given twice/],
] as const;

for (const [name, requests, parcels, why] of faults) {
  test(`special requests are refused: ${name}`, () => {
    const { invalid, missing } = chooseRequests(bike, requests, parcels);
    assert.match(invalid?.why ?? "nothing was invalid", why);
    assert.equal(invalid?.refused, "BAD_REQUEST");
    assert.equal(missing, undefined);
  });
}

test("num 1 says no more than that the request is wanted, so it may stand on any", () => {
  const wanted = ["D2D", "BULKY", "INSURANCE", "TRIP"].map((id) => asked(id, { num: 1 }));
  assert.deepEqual(chooseRequests(bike, wanted, nothing), {
    chosen: chooseRequests(
      bike,
      wanted.map(({ id }) => asked(id)),
      nothing,
    ).chosen,
    invalid: undefined,
    missing: undefined,
  });
});

test("a request that stood in the list of the other form is known by either of its names", () => {
  const misplaced = [asked("SGN-BIKE-SMS", { form: "either" }), asked("D2D", { form: "either" })];
  const { chosen, missing } = chooseRequests(bike, misplaced, nothing);
  assert.equal(missing, undefined);
  assert.deepEqual(
    chosen.map(({ id }) => id),
    ["SGN-BIKE-SMS", "SGN-BIKE-D2D"],
  );
});

test("an unknown request and an invalid one are both told, whichever comes first", () => {
  const { invalid, missing } = chooseRequests(bike, [asked("NOPE"), asked("TIP", { num: 9 })], nothing);
  assert.equal(invalid?.refused, "BAD_REQUEST");
  assert.equal(missing?.refused, "REQUEST_NOT_FOUND");
});

test("of several faults of a kind the first is told", () => {
  const wrong = [asked("NOPE"), asked("NEITHER"), asked("TIP", { num: 9 }), asked("D2D", { num: 2 })];
  const { invalid, missing } = chooseRequests(bike, wrong, nothing);
  assert.match(missing?.why ?? "", /NOPE/);
  assert.match(invalid?.why ?? "", /TIP/);
});

test("as many as max_input says are allowed", () => {
  const [tip] = chooseRequests(bike, [asked("TIP", { num: 5 })], nothing).chosen;
  assert.equal(tip?.type === "PER_UNIT" && tip.num, 5);
});

const tiers = [
  ["no package at all", [], "TIER_2"],
  ["a small box", [box(1, 10, 10, 10)], "TIER_2"],
  ["a box turned on its side", [box(40, 50, 60, 60)], "TIER_2"],
  ["a heavy box", [box(40.5)], "TIER_3"],
  ["a long box", [box(1, 71, 10, 10)], "TIER_4"],
  ["the largest of two", [box(1), box(79)], "TIER_4"],
  ["a wide box", [box(1, 10, 71, 10)], "TIER_4"],
  ["a high box", [box(1, 10, 10, 71)], "TIER_4"],
  ["a box that is exactly as large as the tier", [box(40, 60, 60, 50)], "TIER_2"],
  ["a box too thick on its thinnest side", [box(40, 60, 60, 51)], "TIER_3"],
] as const;

for (const [name, packages, tierCode] of tiers) {
  test(`without a tier_code, ${name} travels as ${tierCode}`, () => {
    const [request] = chooseRequests(bike, [asked("BULKY")], { ...nothing, packages }).chosen;
    assert.equal(request?.type === "TIER" ? request.tierCode : undefined, tierCode);
  });
}

test("the pickup's item_value insures the whole order when no delivery states one", () => {
  const [request] = chooseRequests(bike, [asked("INSURANCE")], {
    ...nothing,
    itemValues: [7, undefined, 0],
  }).chosen;
  assert.deepEqual(request?.type === "COD_INSURANCE" ? request.itemValues : undefined, [7]);
});

const insured = [
  ["each delivery that states a value, and not the pickup's", [7, 8, undefined, 9], [8, 9]],
  ["nothing stated is a value of nothing", [undefined, undefined], [0]],
  ["no points told of", [], [0]],
] as const;
for (const [name, itemValues, expected] of insured) {
  test(`what is insured: ${name}`, () => {
    const [request] = chooseRequests(bike, [asked("INSURANCE")], { ...nothing, itemValues }).chosen;
    assert.deepEqual(request?.type === "COD_INSURANCE" ? request.itemValues : undefined, expected);
  });
}

test("a service whose insurance has no blocks insures nothing of value", () => {
  const requests = bike.requests.map((each) =>
    each.groupId === "INSURANCE" ? { ...each, insuranceBlocks: [] } : each,
  );
  const choose = (itemValue: number) =>
    chooseRequests({ ...bike, requests }, [asked("INSURANCE")], { ...nothing, itemValues: [0, itemValue] });
  assert.match(choose(1).invalid?.why ?? "", /not be above 0/);
});
