import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { littleCatalogue, serviceOf } from "../../../test/fixtures/little-catalogue.ts";
import type { PromoOffer } from "../catalogue/promo.ts";
import type { Service } from "../catalogue/service.ts";
import { type AskedRequest, chooseRequests } from "./chosen-request.ts";
import { kilometersOf, type Price, type PriceInputs, price, priceInputs } from "./price.ts";
import { chargesForRoads, countPassages, type Passages } from "./road-fees.ts";

const catalogue = littleCatalogue();
const bike = serviceOf(catalogue, "SGN-BIKE");
const noon = { day: 1, minuteOfDay: 12 * 60, second: 0 };

function asked(id: string, more: Partial<AskedRequest> = {}): AskedRequest {
  return { id, num: undefined, tierCode: undefined, form: "group", ...more };
}

type Setting = {
  readonly service?: Service;
  readonly meters?: number;
  readonly deliveryPoints?: number;
  readonly requests?: readonly AskedRequest[];
  readonly itemValues?: readonly (number | undefined)[];
  readonly offer?: PromoOffer;
  readonly minuteOfDay?: number;
  readonly passages?: Passages;
};

function inputsOf(setting: Setting): PriceInputs {
  const service = setting.service ?? bike;
  const parcels = { itemValues: setting.itemValues ?? [], packages: [] };
  const choice = chooseRequests(service, setting.requests ?? [], parcels);
  assert.deepEqual([choice.invalid, choice.missing], [undefined, undefined]);
  return priceInputs(
    service,
    {
      distanceMeters: setting.meters ?? 3_000,
      deliveryPoints: setting.deliveryPoints ?? 1,
      passages: setting.passages,
    },
    { ...noon, minuteOfDay: setting.minuteOfDay ?? noon.minuteOfDay },
    choice.chosen,
    setting.offer ? { code: "PROMO", offer: setting.offer } : null,
  );
}

type Figures = Pick<Price, "distanceFee" | "requestFee" | "stopFee" | "discount" | "vatFee" | "total" | "commission">;

const surged: Service = {
  ...bike,
  surgeRules: [{ during: { days: [1], fromMinute: 0, toMinute: 1_440 }, rate: 15_000 }],
};
const tenPercent: PromoOffer = { type: "PERCENT", share: 1_000, discountMax: 20_000 };

// Worked out by hand. Order of figures: distance, requests, stops, discount, VAT, total, commission (21.2 %).
const examples: readonly (readonly [string, Setting, readonly number[]])[] = [
  ["3 km by bike", {}, [25_000, 0, 0, 0, 2_000, 27_000, 5_300]],
  ["4.005 km is 4.01 km", { meters: 4_005 }, [25_055, 0, 0, 0, 2_004, 27_059, 5_312]],
  ["4.004 km is 4 km", { meters: 4_004 }, [25_000, 0, 0, 0, 2_000, 27_000, 5_300]],
  ["10 km and three deliveries", { meters: 10_000, deliveryPoints: 3 }, [58_000, 0, 11_000, 0, 5_520, 74_520, 14_628]],
  [
    "a tip of two: no VAT, no commission",
    { requests: [asked("TIP", { num: 2 })] },
    [25_000, 10_000, 0, 0, 2_000, 37_000, 5_300],
  ],
  ["a tip without num is one", { requests: [asked("TIP")] }, [25_000, 5_000, 0, 0, 2_000, 32_000, 5_300]],
  [
    "flat requests",
    { requests: [asked("D2D"), asked("SMS"), asked("FRAGILE")] },
    [25_000, 21_000, 0, 0, 3_680, 49_680, 9_752],
  ],
  [
    "a bulky parcel",
    { requests: [asked("BULKY", { tierCode: "TIER_3" })] },
    [25_000, 20_000, 0, 0, 3_600, 48_600, 9_540],
  ],
  [
    "a round trip of 10 km",
    { meters: 10_000, requests: [asked("TRIP")] },
    [58_000, 46_400, 0, 0, 8_352, 112_752, 22_133],
  ],
  [
    "insurance of one parcel",
    { requests: [asked("INSURANCE")], itemValues: [undefined, 5_000_001] },
    [25_000, 2_000, 0, 0, 2_160, 29_160, 5_724],
  ],
  [
    "insurance of two parcels, each on its own",
    { deliveryPoints: 2, requests: [asked("INSURANCE")], itemValues: [undefined, 5_000_000, 30_000_000] },
    [25_000, 11_000, 5_500, 0, 3_320, 44_820, 8_798],
  ],
  [
    "insurance without a value is the smallest block",
    { requests: [asked("INSURANCE")] },
    [25_000, 1_000, 0, 0, 2_080, 28_080, 5_512],
  ],
  ["ten per cent off, VAT on what is left", { offer: tenPercent }, [25_000, 0, 0, 2_500, 1_800, 24_300, 5_300]],
  [
    "a discount stops at its limit",
    { meters: 50_000, offer: tenPercent },
    [278_000, 0, 0, 20_000, 20_640, 278_640, 58_936],
  ],
  [
    "neither a tip nor a round trip is discounted",
    { requests: [asked("TIP"), asked("TRIP")], offer: { type: "PERCENT", share: 10_000, discountMax: undefined } },
    [25_000, 25_000, 0, 25_000, 1_600, 26_600, 9_540],
  ],
  [
    "a flat discount never turns a price around",
    { offer: { type: "FLAT", amount: 90_000 } },
    [25_000, 0, 0, 25_000, 0, 0, 5_300],
  ],
  [
    "surge multiplies the distance fee alone",
    { service: surged, deliveryPoints: 2 },
    [37_500, 0, 5_500, 0, 3_440, 46_440, 9_116],
  ],
  [
    "surge reaches a round trip",
    { service: surged, requests: [asked("TRIP")] },
    [37_500, 30_000, 0, 0, 5_400, 72_900, 14_310],
  ],
  [
    "the example of docs/pricing.md",
    { meters: 10_000, deliveryPoints: 2, requests: [asked("TIP", { num: 2 }), asked("TRIP")], offer: tenPercent },
    [58_000, 56_400, 5_500, 6_350, 8_284, 121_834, 23_299],
  ],
  [
    "a truck in the evening",
    { service: serviceOf(catalogue, "SGN-TRUCK-500"), meters: 4_000, minuteOfDay: 15 * 60 + 30 },
    [277_500, 0, 0, 0, 22_200, 299_700, 58_830],
  ],
];

for (const [name, setting, figures] of examples) {
  test(`price: ${name}`, () => {
    const { distanceFee, requestFee, stopFee, discount, vatFee, total, commission } = price(inputsOf(setting));
    const [wantDistance, wantRequests, wantStops, wantDiscount, wantVat, wantTotal, wantCommission] = figures;
    const expected: Record<keyof Figures, number | undefined> = {
      distanceFee: wantDistance,
      requestFee: wantRequests,
      stopFee: wantStops,
      discount: wantDiscount,
      vatFee: wantVat,
      total: wantTotal,
      commission: wantCommission,
    };
    assert.deepEqual({ distanceFee, requestFee, stopFee, discount, vatFee, total, commission }, expected);
  });
}

test("x is kilometres with two decimals", () => {
  assert.deepEqual([0, 4, 5, 3_994, 3_995, 12_345.6].map(kilometersOf), [0, 0, 0.01, 3.99, 4, 12.35]);
});

const anyRequests = fc.subarray([
  asked("TIP", { num: 3 }),
  asked("BULKY", { tierCode: "TIER_4" }),
  asked("D2D"),
  asked("SMS"),
  asked("FRAGILE"),
  asked("INSURANCE"),
  asked("TRIP"),
]);
const anyOffer = fc.oneof(
  fc.constant(undefined),
  fc.record({ type: fc.constant("FLAT" as const), amount: fc.integer({ min: 1, max: 200_000 }) }),
  fc.record({
    type: fc.constant("PERCENT" as const),
    share: fc.integer({ min: 1, max: 10_000 }),
    discountMax: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
  }),
);
const anyInputs = fc
  .record({
    service: fc.constantFrom(bike, surged, serviceOf(catalogue, "SGN-2H")),
    meters: fc.integer({ min: 0, max: 100_000 }),
    deliveryPoints: fc.integer({ min: 1, max: 20 }),
    requests: anyRequests,
    itemValues: fc.array(fc.integer({ min: 0, max: 30_000_000 }), { maxLength: 20 }),
    offer: anyOffer,
    vat: fc.integer({ min: 0, max: 10_000 }),
    commission: fc.integer({ min: 0, max: 10_000 }),
    tollFee: fc.integer({ min: 0, max: 200_000 }),
    ferryFee: fc.integer({ min: 0, max: 200_000 }),
    passages: fc.record({ tolls: fc.nat(9), ferries: fc.nat(9) }),
  })
  .map(({ service, vat, commission, offer, tollFee, ferryFee, ...rest }) =>
    inputsOf({
      ...rest,
      service: { ...service, vatRate: vat, commissionRate: commission, tollFee, ferryFee },
      ...(offer ? { offer } : {}),
    }),
  );

test("the lines always add up to the total, in whole dong, and nothing is below zero", () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      const priced = price(inputs);
      const figures = [priced.distanceFee, priced.requestFee, priced.stopFee, priced.vatFee, priced.discount];
      assert.ok([...figures, priced.total, priced.commission].every((each) => Number.isSafeInteger(each) && each >= 0));
      const { distanceFee, requestFee, stopFee, roadFee = 0, vatFee, discount } = priced;
      assert.equal(priced.total, distanceFee + requestFee + stopFee + roadFee + vatFee - discount);
      assert.equal(priced.subtotal, distanceFee + requestFee + stopFee + roadFee);
      assert.equal(
        priced.lines.reduce((total, line) => total + line.amount, 0),
        priced.total,
      );
      assert.equal(
        priced.requests.reduce((total, request) => total + request.price, 0),
        requestFee,
      );
      assert.ok(priced.commission <= priced.subtotal);
    }),
  );
});

test("what the roads cost is paid on top and goes to the driver whole", () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      const { tollFee = 0, ferryFee = 0, tolls = 0, ferries = 0, ...without } = inputs;
      const [priced, free] = [price(inputs), price(without)];
      assert.equal(priced.roadFee, tollFee * tolls + ferryFee * ferries);
      assert.equal(priced.total, free.total + priced.roadFee);
      assert.equal(priced.subtotal - priced.commission, free.subtotal - free.commission + priced.roadFee);
      assert.deepEqual([priced.vatFee, priced.discount], [free.vatFee, free.discount]);
    }),
  );
});

test("what a way passes costs nothing without a fee for it, and a fee nothing where nothing is passed", () => {
  const inputs = inputsOf({});
  for (const alone of [{ tollFee: 5 }, { ferryFee: 5 }, { tolls: 5 }, { ferries: 5 }])
    assert.equal(price({ ...inputs, ...alone }).roadFee, 0, JSON.stringify(alone));
  for (const fee of [{ tollFee: 5 }, { ferryFee: 5 }])
    assert.deepEqual(inputsOf({ service: { ...bike, ...fee } }), {
      ...inputs,
      ...{ tollFee: 0, ferryFee: 0, tolls: 0, ferries: 0, ...fee },
    });
});

test("a service that charges nothing for roads has no line of them, and keeps nothing of them", () => {
  const passages = { tolls: 2, ferries: 1 };
  const names = (service: Service) => price(inputsOf({ service, passages })).lines.map(({ line }) => line);
  assert.deepEqual(names(bike), ["distance", "stops", "vat"]);
  assert.deepEqual(inputsOf({ service: { ...bike, tollFee: 0 }, passages }), inputsOf({}));
  assert.deepEqual(names({ ...bike, ferryFee: 1 }), ["distance", "stops", "ferries", "vat"]);
  assert.deepEqual([{}, { tollFee: 0 }, { tollFee: 1 }, { ferryFee: 1 }].map(chargesForRoads), [
    false,
    false,
    true,
    true,
  ]);
});

const ways: readonly (readonly [Parameters<typeof countPassages>[0], Passages])[] = [
  [[], { tolls: 0, ferries: 0 }],
  [[["toll"]], { tolls: 1, ferries: 0 }],
  [[["free", "toll", "free", "toll", "ferry", "toll"]], { tolls: 3, ferries: 1 }],
  [
    [
      ["free", "toll"],
      ["toll", "free"],
    ],
    { tolls: 1, ferries: 0 },
  ],
  [[["free", "toll"], [], ["toll", "free"]], { tolls: 1, ferries: 0 }],
  [
    [
      ["toll", "free"],
      ["free", "toll"],
    ],
    { tolls: 2, ferries: 0 },
  ],
  [[["ferry", "free"], ["ferry"]], { tolls: 0, ferries: 2 }],
];
for (const [legs, passages] of ways) {
  test(`passages of ${JSON.stringify(legs)}: a stop ends no stretch`, () => {
    assert.deepEqual(countPassages(legs), passages);
  });
}

test("a price kept as JSON and priced again is the same price, line by line", () => {
  fc.assert(
    fc.property(anyInputs, (inputs) => {
      const kept: PriceInputs = JSON.parse(JSON.stringify(inputs));
      assert.deepEqual(price(kept), price(inputs));
    }),
  );
});

test("a tariff that gives no number, or less than nothing, is a fault and never a price; one that gives nothing is a price", () => {
  const by = (distanceFee: string) => price({ ...inputsOf({}), distanceFee });
  assert.throws(() => by("1 / (x - x)"), /a tariff gives Infinity/);
  assert.throws(() => by("0 - 1"), /a tariff gives -1/);
  assert.throws(() => by("0 - 0.1"), /a tariff gives -0.1/);
  assert.equal(by("0").total, 0);
});

// The lines are what a partner reads to check the sum.
test("each line tells the figures it was made of", () => {
  const setting: Setting = {
    service: { ...surged, tollFee: 15_000, ferryFee: 4_000 },
    meters: 10_000,
    deliveryPoints: 2,
    requests: [
      asked("TIP", { num: 2 }),
      asked("BULKY", { tierCode: "TIER_3" }),
      asked("SMS"),
      asked("INSURANCE"),
      asked("TRIP"),
    ],
    itemValues: [undefined, 1_000, 6_000_000],
    offer: tenPercent,
    passages: { tolls: 2, ferries: 1 },
  };
  const { lines, requests } = price(inputsOf(setting));
  const expression = bike.distanceFee;
  const line = (name: string, requestId: string | null, amount: number, factors: object) => ({
    line: name,
    requestId,
    amount,
    factors,
  });
  assert.deepEqual(lines, [
    line("distance", null, 87_000, { expression, x: 10, h: 12, fee: 58_000, surge_rate: 1.5 }),
    line("stops", null, 5_500, { stop_fee: 5_500, extra_stops: 1 }),
    line("tolls", null, 30_000, { toll_fee: 15_000, tolls: 2 }),
    line("ferries", null, 4_000, { ferry_fee: 4_000, ferries: 1 }),
    line("request", "SGN-BIKE-TIP", 10_000, { price: 5_000, num: 2 }),
    line("request", "SGN-BIKE-BULKY", 20_000, { price: 20_000, tier_code: "TIER_3" }),
    line("request", "SGN-BIKE-SMS", 1_000, { price: 1_000 }),
    line("request", "SGN-BIKE-INSURANCE", 3_000, { item_values: "1000 + 6000000" }),
    line("request", "SGN-BIKE-ROUND-TRIP", 69_600, { distance_share: 0.8, distance_fee: 87_000 }),
    line("discount", null, -11_650, { promo_code: "PROMO", percent: 10, max_discount: 20_000, eligible: 116_500 }),
    line("vat", null, 13_956, { vat_rate: 0.08, taxed: 174_450 }),
  ]);
  assert.deepEqual(
    requests.map(({ groupId, num, tierCode, price: each }) => [groupId, num, tierCode, each]),
    [
      ["TIP", 2, null, 10_000],
      ["BULKY", 1, "TIER_3", 20_000],
      ["SMS", 1, null, 1_000],
      ["INSURANCE", 1, null, 3_000],
      ["TRIP", 1, null, 69_600],
    ],
  );
});

const offers: readonly (readonly [PromoOffer, number, object])[] = [
  [{ type: "FLAT", amount: 3_000 }, -3_000, { value: 3_000, eligible: 25_000 }],
  [{ type: "PERCENT", share: 1_000, discountMax: undefined }, -2_500, { percent: 10, eligible: 25_000 }],
  [{ type: "PERCENT", share: 1_000, discountMax: 1 }, -1, { percent: 10, max_discount: 1, eligible: 25_000 }],
];
for (const [offer, amount, factors] of offers) {
  test(`the line of a discount: ${JSON.stringify(offer)}`, () => {
    const line = price(inputsOf({ offer })).lines.find((each) => each.line === "discount");
    assert.deepEqual(line, { line: "discount", requestId: null, amount, factors: { promo_code: "PROMO", ...factors } });
  });
}

test("VAT is on what is left of a discount, and nothing is left of one that takes all", () => {
  const free = price(inputsOf({ offer: { type: "FLAT", amount: 90_000 } }));
  assert.deepEqual(free.lines.at(-1)?.factors, { vat_rate: 0.08, taxed: 0 });
  assert.deepEqual(price(inputsOf({})).lines.at(-1)?.factors, { vat_rate: 0.08, taxed: 25_000 });
});
