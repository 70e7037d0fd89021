import assert from "node:assert/strict";
import { test } from "node:test";
import { littleCatalogue, serviceOf, square } from "../../../../test/fixtures/little-catalogue.ts";
import { isRefusal } from "../../refusal.ts";
import { Form } from "./form.ts";
import { readZone, writeZone } from "./geo-json.ts";
import { type ServiceDraft, settleService } from "./service-draft.ts";

const catalogue = littleCatalogue();

function saved(id: string, draft: ServiceDraft) {
  const answer = settleService(catalogue, id, draft);
  assert.ok(!isRefusal(answer), isRefusal(answer) ? answer.why : "");
  return answer;
}

const tip = { id: "SGN-BIKE-TIP" };
const refused = [
  ["an id that is none", "SGNBIKE", {}, /^SGNBIKE is no service id/],
  ["a service of an unknown city", "XYZ-BIKE", { distanceFee: "1" }, /city XYZ .* is unknown/],
  ["a new service without a tariff", "SGN-NEW", {}, /^distance_fee: At character 1/],
  ["a tariff that does not parse", "SGN-BIKE", { distanceFee: "25000 if" }, /^distance_fee: At character 9: expected/],
  ["a tariff below zero within its reach", "SGN-BIKE", { distanceFee: "50 - x" }, /^distance_fee: .* gives -/],
  ["another currency", "SGN-BIKE", { currency: "USD" }, /^currency must be one of VND/],
  ["another kind of commission", "SGN-BIKE", { commissionType: "FLAT" }, /^commission_type/],
  ["a commission above all", "SGN-BIKE", { commissionValue: 100.5 }, /^commission_value must be from 0 to 100/],
  ["a VAT rate given in percent", "SGN-BIKE", { vatRate: 8 }, /^vat_rate must be from 0 to 1/],
  ["a VAT rate finer than a basis point", "SGN-BIKE", { vatRate: 0.08001 }, /in steps of 0.0001/],
  ["a negative stop fee", "SGN-BIKE", { stopFee: -1 }, /^stop_fee/],
  ["a toll below nothing", "SGN-BIKE", { tollFee: -1 }, /^toll_fee/],
  ["half a dong for the ferry", "SGN-BIKE", { ferryFee: 0.5 }, /^ferry_fee must be a whole number/],
  ["a fee of half a dong", "SGN-BIKE", { stopFee: 0.5 }, /^stop_fee must be a whole number/],
  ["no number at all", "SGN-BIKE", { codMax: Number.NaN }, /^cod /],
  ["no stop at all", "SGN-BIKE", { stopPointsMax: 0 }, /^max_stop_points/],
  ["fewer stops at most than at least", "SGN-BIKE", { stopPointsMin: 6 }, /^min_stop_points must not be above/],
  ["no distance", "SGN-BIKE", { distanceMetersMax: 0 }, /^max_distance/],
  ["another vehicle", "SGN-BIKE", { vehicle: "PLANE" }, /^vehicle must be one of BIKE, VAN, TRUCK/],
  ["a blank name", "SGN-BIKE", { nameEn: "  " }, /^name_en_us must be a text/],
  [
    "hours that end before they begin",
    "SGN-BIKE",
    { hours: [{ from: "20:00", to: "06:00" }] },
    /^service_hours\[0\] needs/,
  ],
  ["hours past midnight", "SGN-BIKE", { hours: [{ from: "07:00", to: "24:30" }] }, /^service_hours\[0\] needs/],
  ["an eighth day", "SGN-BIKE", { hours: [{ days: [8], from: "07:00", to: "19:00" }] }, /^service_hours\[0\].days/],
  [
    "a surge below one",
    "SGN-BIKE",
    { surgeRules: [{ from: "07:00", to: "09:00", rate: 0.9 }] },
    /^surge_rules\[0\].rate/,
  ],
  [
    "a zone that is no geometry",
    "SGN-BIKE",
    { pickupArea: { type: "Point", coordinates: [1, 2] } },
    /^pickup_area must be a GeoJSON/,
  ],
  ["a zone with a hole", "SGN-BIKE", { deliveryArea: { type: "Polygon", coordinates: [[], []] } }, /holes are not/],
  [
    "a request of another service",
    "SGN-BIKE",
    { requests: [{ id: "SGN-ECO-TIP" }] },
    /^requests\[0\]._id must make the id SGN-BIKE-/,
  ],
  ["a request twice", "SGN-BIKE", { requests: [tip, tip] }, /^requests holds SGN-BIKE-TIP twice/],
  ["a negative price", "SGN-BIKE", { requests: [{ ...tip, price: -1 }] }, /^requests\[0\].price/],
  ["a request of an unknown type", "SGN-BIKE", { requests: [{ ...tip, type: "MAGIC" }] }, /^requests\[0\].type/],
  [
    "tiers nobody may choose",
    "SGN-BIKE",
    { requests: [{ id: "SGN-BIKE-BULKY", tiers: [] }] },
    /at least one of them selectable/,
  ],
  [
    "insurance that falls",
    "SGN-BIKE",
    {
      requests: [
        {
          groupId: "INSURANCE",
          insuranceBlocks: [
            { itemValueMax: 2, price: 1 },
            { itemValueMax: 1, price: 1 },
          ],
        },
      ],
    },
    /rising item values/,
  ],
] as const;

for (const [name, id, draft, why] of refused) {
  test(`a service is refused with the field and the rule: ${name}`, () => {
    const answer = settleService(catalogue, id, draft);
    assert.ok(isRefusal(answer), "the service was taken");
    assert.equal(answer.refused, "INVALID_DATA");
    assert.match(answer.why, why);
  });
}

test("every seeded service is taken as it is, and its tariff version stays", () => {
  for (const service of catalogue.services.values()) {
    if (service.cityId !== undefined && !catalogue.cities.has(service.cityId)) continue;
    assert.deepEqual(settleService(catalogue, service.id, {}), service);
  }
});

test("the tariff version rises when a price changes, and not when a name or a limit does", () => {
  assert.equal(saved("SGN-BIKE", { distanceFee: "(26000 if x <= 4 else 26000)" }).tariffVersion, 2);
  assert.equal(saved("SGN-BIKE", { vatRate: 0.1 }).tariffVersion, 2);
  assert.equal(saved("SGN-BIKE", { requests: [{ ...tip, price: 6_000 }] }).tariffVersion, 2);
  assert.equal(saved("SGN-BIKE", { tollFee: 10_000 }).tariffVersion, 2);
  assert.equal(saved("SGN-BIKE", { ferryFee: 5_000 }).tariffVersion, 2);
  assert.equal(saved("SGN-BIKE", { tollFee: 0, ferryFee: 0 }).tariffVersion, 1);
  assert.equal(saved("SGN-BIKE", { nameEn: "Motorbike", codMax: 5 }).tariffVersion, 1);
});

test("a new service starts with sane defaults, by its id", () => {
  const truck = saved("HAN-TRUCK-2000", { distanceFee: "500000", commissionValue: 15.5 });
  assert.deepEqual([truck.deliveryType, truck.vehicle, truck.cityId], ["TRUCK", "TRUCK", "HAN"]);
  assert.equal(truck.commissionRate, 1_550);
  const hosted = saved("VNM-PARTNER-ACME", { distanceFee: "20000" });
  assert.deepEqual([hosted.cityId, hosted.partnerId, hosted.groupId], [undefined, "acme", "VNM-PARTNER-ACME"]);
});

test("a request of a known group keeps what the operator leaves out", () => {
  const [request] = saved("SGN-NEW", { distanceFee: "1", requests: [{ groupId: "TIP", price: 7_000 }] }).requests;
  assert.deepEqual(
    [request?.type, request?.price, request?.maxInput, request?.vatApplies],
    ["PER_UNIT", 7_000, 5, false],
  );
});

test("hours and zones can be set and taken away again", () => {
  const zone = writeZone([square(10.7, 106.6, 0.1)]);
  const narrow = saved("SGN-BIKE", { hours: [{ days: [7, 1], from: "07:00", to: "24:00" }], pickupArea: zone });
  assert.deepEqual(narrow.hours, [{ days: [1, 7], fromMinute: 420, toMinute: 1_440 }]);
  assert.equal(narrow.pickupZone?.length, 1);
  const changed = littleCatalogue({ "SGN-BIKE": narrow });
  const wide = settleService(changed, "SGN-BIKE", { hours: [], pickupArea: null });
  assert.ok(!isRefusal(wide));
  assert.deepEqual([wide.hours, wide.pickupZone], [[], undefined]);
});

test("a zone written as GeoJSON reads back the same", () => {
  const zone = [square(10, 106), square(20, 105, 0.3)];
  assert.deepEqual(readZone(new Form(), "area", writeZone(zone)), zone);
});

test("the service of the little catalogue is not changed by a refused draft", () => {
  const before = structuredClone(serviceOf(catalogue, "SGN-BIKE"));
  settleService(catalogue, "SGN-BIKE", { stopFee: 1, vatRate: 8 });
  assert.deepEqual(serviceOf(catalogue, "SGN-BIKE"), before);
});
