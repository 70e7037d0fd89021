import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { acceptedOrder, completedOrder, openedOrder } from "../../../test/fixtures/an-order.ts";
import { addCounts, type Counts, quantileOf, timeName } from "./counts.ts";
import { coveredSeconds } from "./covered-time.ts";
import { cancellationsOf, MONEY_MEASURES, measuresOf, PARTNER_MEASURES, WORK_MEASURES } from "./measures.ts";
import { countCell, countOrder, type OrderMoney } from "./order-counts.ts";
import { sectionsOf, shiftDate } from "./spans.ts";

const sketch = (times: readonly number[]): Counts =>
  addCounts(...times.map((seconds) => ({ [timeName("deliver", seconds)]: 1 })));

const times = fc.array(fc.integer({ min: 1, max: 2_592_000 }), { minLength: 1, maxLength: 200 });

test("a middle time read from buckets is off by less than a twentieth, whatever the times and the share", () => {
  fc.assert(
    fc.property(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (seconds, share) => {
      const sorted = seconds.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1]!;
      const read = quantileOf(sketch(seconds), "deliver", share)!;
      assert.ok(Math.abs(read - exact) <= exact * 0.05, `${read} for ${exact}`);
    }),
  );
});

test("counts added in any order and any groups are the counts of all", () => {
  fc.assert(
    fc.property(times, times, (some, others) => {
      const together = sketch([...others, ...some]);
      assert.deepEqual(addCounts(sketch(some), sketch(others)), addCounts(together));
      assert.deepEqual(Object.keys(addCounts(together, { x: 0 })).includes("x"), false);
    }),
  );
});

test("a way with fractions of a metre counts whole metres: days are summed of whole numbers", () => {
  const order = completedOrder();
  const counts = countOrder({ ...order, route: { ...order.route, distanceMeters: 2_222.58 } }, [], []);
  assert.equal(counts.meters, 2_223);
  assert.ok(Object.values(counts).every(Number.isInteger), JSON.stringify(counts));
});

test("nothing counted is no time and no share", () => {
  assert.equal(quantileOf({}, "deliver", 0.5), undefined);
  const { orders, fulfilment, deliver_p50, utilisation } = measuresOf({}, WORK_MEASURES);
  assert.deepEqual([orders, fulfilment, deliver_p50, utilisation], [0, null, null, null]);
});

test("a span is read as months where whole ones were counted, and as days before and behind them", () => {
  const read = (from: string, to: string, today: string) =>
    sectionsOf({ from, to }, today).map(({ span, dates }) => `${span} ${dates.from}..${dates.to}`);
  const TODAY = "2026-11-18";
  assert.deepEqual(read("2025-11-19", TODAY, TODAY), [
    "day 2025-11-19..2025-11-30",
    "month 2025-12-01..2026-10-31",
    "day 2026-11-01..2026-11-18",
  ]);
  assert.deepEqual(read("2026-01-01", "2026-02-28", TODAY), ["month 2026-01-01..2026-02-28"]);
  assert.deepEqual(read("2026-01-02", "2026-02-27", TODAY), ["day 2026-01-02..2026-02-27"]);
  assert.deepEqual(read("2026-01-31", "2026-03-01", TODAY), [
    "day 2026-01-31..2026-01-31",
    "month 2026-02-01..2026-02-28",
    "day 2026-03-01..2026-03-01",
  ]);
  // The sums of October may not be there on its morrow; the day after they are.
  assert.deepEqual(read("2026-10-01", "2026-11-02", "2026-11-02"), ["day 2026-10-01..2026-11-02"]);
  assert.deepEqual(read("2026-10-01", "2026-11-03", "2026-11-03"), [
    "month 2026-10-01..2026-10-31",
    "day 2026-11-01..2026-11-03",
  ]);
});

test("whatever the span, its sections are its days, once each and in order", () => {
  const day = fc.integer({ min: 0, max: 1_500 });
  fc.assert(
    fc.property(day, day, day, (one, other, ahead) => {
      const from = shiftDate("2024-01-01", Math.min(one, other));
      const to = shiftDate("2024-01-01", Math.max(one, other));
      const sections = sectionsOf({ from, to }, shiftDate(from, ahead));
      assert.equal(sections[0]?.dates.from, from);
      assert.equal(sections.at(-1)?.dates.to, to);
      for (const [nth, { span, dates }] of sections.entries()) {
        assert.ok(dates.from <= dates.to);
        if (nth > 0) assert.equal(dates.from, shiftDate(sections[nth - 1]!.dates.to, 1));
        if (span === "month") assert.ok(dates.from.endsWith("-01") && shiftDate(dates.to, 1).endsWith("-01"));
      }
    }),
  );
});

const at = (minute: number): Date => new Date(minute * 60_000);
for (const [name, stretches, seconds] of [
  ["nothing", [], 0],
  [
    "before and after",
    [
      [-9, 0],
      [60, 70],
    ],
    0,
  ],
  ["over both ends", [[-9, 90]], 3_600],
  [
    "two that overlap count once",
    [
      [10, 30],
      [20, 40],
    ],
    1_800,
  ],
  [
    "one within another",
    [
      [10, 40],
      [20, 30],
    ],
    1_800,
  ],
  [
    "two apart, told in any order",
    [
      [50, 55],
      [0, 5],
    ],
    600,
  ],
] as const) {
  test(`covered time: ${name}`, () => {
    const given = stretches.map(([from, to]) => ({ from: at(from), to: at(to) }));
    assert.equal(coveredSeconds({ from: at(0), to: at(60) }, given), seconds);
  });
}

test("an open order is open and nothing else", () => {
  assert.deepEqual(countOrder(openedOrder(), [], []), { orders: 1, "outcome.OPEN": 1 });
});

test("offers count once nobody is sought any more, and by their answers", () => {
  const offers = [
    { driver: "a", answer: "declined" },
    { driver: "b", answer: "expired" },
    { driver: "c", answer: "accepted" },
    { driver: "d", answer: "lost" },
  ] as const;
  assert.equal(countOrder(openedOrder(), [], offers).offers, undefined);
  const counts = countOrder(acceptedOrder(), [], offers);
  assert.deepEqual([counts.offers, counts.accepted, counts.declined, counts.expired], [4, 1, 1, 1]);
  const { acceptance, offers_per_order } = measuresOf(counts, WORK_MEASURES);
  assert.deepEqual([acceptance, offers_per_order], [0.25, 4]);
});

test("a cancelled order counts by whom and why; without a driver the demand was not met", () => {
  const nobody = { ...openedOrder(), status: "CANCELLED", cancelledBy: "system", cancelComment: "" } as const;
  const counts = addCounts(
    countOrder(nobody, [], []),
    countOrder({ ...nobody, cancelledBy: "user", cancelComment: "WRONG_TIME" }, [], []),
  );
  assert.deepEqual(cancellationsOf(counts), { by: { system: 1, user: 1 }, reasons: { NO_DRIVER: 1, WRONG_TIME: 1 } });
  assert.equal(counts.unmet, 1);
  assert.deepEqual(countCell(nobody).counts, { orders: 1, unmet: 1 });
});

test("what a delivered order earned, and what its journals say", () => {
  const order = completedOrder();
  const money: readonly OrderMoney[] = [
    { journal: "capture", account: "platform_revenue", amount: 2_000 },
    { journal: "capture", account: "platform_vat", amount: 900 },
    { journal: "capture", account: "platform_promo", amount: -5_000 },
    { journal: "refund", account: "platform_refund", amount: -700 },
    { journal: "cod_collected", account: "user_cod", amount: 90_000 },
    { journal: "cod_settled", account: "user_cod", amount: -60_000 },
    { journal: "after_fee_paid", account: "driver_wallet", amount: 4_000 },
  ];
  const counts = addCounts(countOrder(order, money, []), { onlineSeconds: 1_800 });
  const read = measuresOf(counts, MONEY_MEASURES);
  assert.deepEqual(read, {
    earnings_per_hour: 2 * (order.price.subtotal - order.price.commission + 4_000),
    revenue: order.price.total,
    commission: 2_000,
    vat: 900,
    discounts: 5_000,
    refunds: 700,
    cod_collected: 90_000,
    cod_owed: 30_000,
  });
  const work = measuresOf(counts, WORK_MEASURES);
  assert.deepEqual([work.fulfilment, work.meters_per_order], [1, Math.round(order.route.distanceMeters)]);
});

test("a time to be there by is kept up to its last second", () => {
  const order = completedOrder();
  const promise = (deliverBy: Date) => measuresOf(countOrder({ ...order, deliverBy }, [], []), ["promise_kept"]);
  assert.deepEqual(promise(order.completedAt!), { promise_kept: 1 });
  assert.deepEqual(promise(new Date(order.completedAt!.getTime() - 1)), { promise_kept: 0 });
});

test("a partner is told nothing of drivers as a whole or of what the platform keeps", () => {
  const hidden = ["utilisation", "acceptance", "offers_per_order", "earnings_per_hour", "commission"] as const;
  for (const name of hidden) assert.ok(!PARTNER_MEASURES.includes(name), name);
});
