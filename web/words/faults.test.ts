import assert from "node:assert/strict";
import { test } from "node:test";
import { settleCity } from "../../src/domain/catalogue/drafts/city-draft.ts";
import { type ServiceDraft, settleService } from "../../src/domain/catalogue/drafts/service-draft.ts";
import { CITY_SEEDS } from "../../src/domain/catalogue/seed/city-outlines.ts";
import { SERVICE_SEEDS } from "../../src/domain/catalogue/seed/services.ts";
import type { Catalogue } from "../../src/domain/catalogue/service.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { faultWords } from "./faults.ts";

const catalogue: Catalogue = {
  version: 1,
  cities: new Map(CITY_SEEDS.map((city) => [city.id, city])),
  services: new Map(SERVICE_SEEDS.map((service) => [service.id, service])),
};

const bad: readonly ServiceDraft[] = [
  { bundleMax: 0 },
  { vatRate: 2 },
  { nameEn: " " },
  { vehicle: "SLED" },
  { stopPointsMin: 5, stopPointsMax: 2 },
  { hours: [{ from: "20:00", to: "06:00" }] },
  { hours: [{ days: [8], from: "07:00", to: "19:00" }] },
  { requests: [{ groupId: "tip" }] },
  { requests: [{ groupId: "TIP" }, { groupId: "TIP" }] },
  { requests: [{ groupId: "BULKY", tiers: [] }] },
  { requests: [{ groupId: "INSURANCE", insuranceBlocks: [] }] },
  { pickupArea: { type: "Polygon", coordinates: [[[1, 1]]] } },
  { pickupArea: { type: "Point", coordinates: [] } },
  { planning: { mode: "waves" } },
  { planning: { until: "soon" } },
  { planning: { within: 60, latestOffer: 90 } },
];

test("what is wrong with a form is said in Vietnamese at its field, without the field's name on the wire", () => {
  const refusals = [
    ...bad.map((draft) => settleService(catalogue, "SGN-BIKE", draft)),
    settleService(catalogue, "SGN", {}),
    settleService(catalogue, "UIH-BIKE", {}),
    settleCity(undefined, "quy", {}),
    settleCity(undefined, "UIH", {}),
    settleCity(catalogue.cities.get("SGN"), "SGN", { center: { lat: 0, lng: 0 } }),
    settleCity(catalogue.cities.get("SGN"), "SGN", { timeZone: "Nowhere" }),
    settleCity(catalogue.cities.get("SGN"), "SGN", { countryId: "Vietnam" }),
  ];
  for (const refusal of refusals) {
    assert.ok(isRefusal(refusal));
    const { why, field = "" } = refusal;
    assert.notEqual(field, "", why);
    assert.notEqual(faultWords.vi(why, field), faultWords.en(why, field), why);
  }
});

test("a sentence nobody has translated is shown as it came, without the field", () => {
  assert.equal(faultWords.vi("cod is too blue.", "cod"), "Is too blue.");
  assert.equal(faultWords.en("cod must be a whole number from 1 to 2.", "cod"), "Must be a whole number from 1 to 2.");
  assert.equal(faultWords.en("There is a partner x already.", "id"), "There is a partner x already.");
});
