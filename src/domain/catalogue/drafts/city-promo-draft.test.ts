import assert from "node:assert/strict";
import { test } from "node:test";
import { littleCatalogue, saigon, square } from "../../../../test/fixtures/little-catalogue.ts";
import { isRefusal } from "../../refusal.ts";
import { settleCity } from "./city-draft.ts";
import { writeZone } from "./geo-json.ts";
import { settlePromo } from "./promo-draft.ts";

const outline = writeZone([square(10, 106)]);
const catalogue = littleCatalogue();

const cities = [
  ["a code that is none", "sgn", { name: "x", outline }, /^sgn is no city id/],
  ["the code kept for partner-hosted services", "VNM", { name: "x", outline }, /other than VNM/],
  ["no name", "DLI", { outline }, /^name is needed/],
  ["no outline", "DLI", { name: "Đà Lạt" }, /^outline is needed/],
  ["a country that is none", "DLI", { name: "Đà Lạt", outline, countryId: "Vietnam" }, /^country_id/],
  ["a time zone nobody knows", "DLI", { name: "Đà Lạt", outline, timeZone: "Asia/Dalat" }, /^time_zone/],
  ["a centre outside", "DLI", { name: "Đà Lạt", outline, center: { lat: 1, lng: 1 } }, /^center must lie inside/],
  [
    "a ring of two corners",
    "DLI",
    {
      name: "Đà Lạt",
      outline: {
        type: "Polygon",
        coordinates: [
          [
            [1, 1],
            [2, 2],
          ],
        ],
      },
    },
    /at least 3 corners/,
  ],
  [
    "a corner off the earth",
    "DLI",
    {
      name: "Đà Lạt",
      outline: {
        type: "Polygon",
        coordinates: [
          [
            [1, 1],
            [2, 2],
            [500, 3],
          ],
        ],
      },
    },
    /in degrees/,
  ],
] as const;

for (const [name, id, draft, why] of cities) {
  test(`a city is refused with the field and the rule: ${name}`, () => {
    const answer = settleCity(undefined, id, draft);
    assert.ok(isRefusal(answer), "the city was taken");
    assert.match(answer.why, why);
  });
}

test("a new city needs a name and an outline; what is absent later stays", () => {
  const city = settleCity(undefined, "DLI", { name: "Đà Lạt", outline });
  assert.ok(!isRefusal(city));
  assert.deepEqual([city.nameVi, city.timeZone, city.enabled], ["Đà Lạt", "Asia/Ho_Chi_Minh", true]);
  assert.deepEqual(settleCity(saigon, "SGN", { enabled: false }), { ...saigon, enabled: false });
});

const promos = [
  ["a code with a blank", "TWO WORDS", { type: "FLAT", value: 1 }, /^A promo code is/],
  ["no type", "A10", { value: 10 }, /^type is missing/],
  ["no value", "A10", { type: "FLAT" }, /^value is missing/],
  ["an unknown type", "A10", { type: "FREE", value: 1 }, /^type must be one of PERCENT, FLAT/],
  ["more than everything", "A10", { type: "PERCENT", value: 101 }, /^value must be from 0.01 to 100/],
  ["nothing", "A10", { type: "FLAT", value: 0 }, /^value must be a whole number from 1/],
  ["an unknown service", "A10", { type: "FLAT", value: 1, serviceIds: ["SGN-PLANE"] }, /holds SGN-PLANE/],
  ["no service", "A10", { type: "FLAT", value: 1, serviceIds: [] }, /must name 1 to/],
  [
    "an end before its start",
    "A10",
    { type: "FLAT", value: 1, startsAt: new Date(2), endsAt: new Date(1) },
    /^starts_at/,
  ],
  ["no use at all", "A10", { type: "FLAT", value: 1, usesMax: 0 }, /^uses_max/],
  ["no discount at all", "A10", { type: "PERCENT", value: 1, discountMax: 0 }, /^max_discount/],
] as const;

for (const [name, code, draft, why] of promos) {
  test(`a promo code is refused with the field and the rule: ${name}`, () => {
    const answer = settlePromo(catalogue, code, draft);
    assert.ok(isRefusal(answer), "the promo code was taken");
    assert.match(answer.why, why);
  });
}

test("a promo code is kept in capitals, its percentage in basis points", () => {
  const promo = settlePromo(catalogue, "tet26", {
    type: "PERCENT",
    value: 12.5,
    discountMax: 20_000,
    serviceIds: ["BIKE", "HAN-ECO"],
  });
  assert.ok(!isRefusal(promo));
  assert.equal(promo.code, "TET26");
  assert.deepEqual(promo.offer, { type: "PERCENT", share: 1_250, discountMax: 20_000 });
});
