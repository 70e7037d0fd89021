import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalChance, seededChance } from "../chance.ts";
import { etaFigures } from "./eta-figures.ts";
import {
  type EtaOutcome,
  type EtaTables,
  type Forecast,
  learnWindows,
  NOTHING_LEARNT,
  stageOf,
  windowOf,
} from "./eta-windows.ts";

const forecast: Forecast = { stage: "accepted", target: "delivery", hour: 12, meters: 4_000, aheadSeconds: 1_200 };

// What is told is told from what was learnt before, as a server does.
function lived(count: number, happens: (forecast: Forecast, nth: number) => number, of = (_nth: number) => forecast) {
  const outcomes: EtaOutcome[] = [];
  let tables: EtaTables = NOTHING_LEARNT;
  for (let nth = 0; nth < count; nth++) {
    if (nth % 100 === 0) tables = learnWindows(outcomes, nth);
    const promised = of(nth);
    const actualSeconds = Math.max(0, happens(promised, nth));
    outcomes.push({
      ...promised,
      orderId: String(nth),
      promisedAt: nth,
      promised: windowOf(tables, promised),
      actualSeconds,
    });
  }
  return { outcomes, tables: learnWindows(outcomes, count) };
}

test("before anything is learnt an ETA is as planned, within a window that has room to both sides", () => {
  const { eta, low, high } = windowOf(NOTHING_LEARNT, forecast);
  assert.equal(eta, forecast.aheadSeconds);
  assert.ok(low < eta && eta < high && low > 0);
});

test("a window is never before now, and holds its ETA, whatever was learnt", () => {
  const { tables } = lived(300, () => 5);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.nat(23), fc.nat(30_000), (aheadSeconds, hour, meters) => {
      const { eta, low, high } = windowOf(tables, { ...forecast, aheadSeconds, hour, meters });
      assert.ok(0 <= low && low <= eta && eta <= high, `${low} ${eta} ${high}`);
    }),
  );
});

test("plans that are always late are corrected, and the window follows how they scatter", () => {
  const chance = seededChance(3);
  const { tables } = lived(2_000, ({ aheadSeconds }) => aheadSeconds + 300 + 60 * normalChance(chance));
  const { eta, low, high } = windowOf(tables, forecast);
  assert.ok(Math.abs(eta - 1_500) < 20, `${eta}`);
  // Eight of ten of a normal spread lie within 1.28 deviations.
  assert.ok(Math.abs(eta - low - 77) < 25 && Math.abs(high - eta - 77) < 25, `${low} ${eta} ${high}`);
});

test("a skewed spread has a skewed window", () => {
  const chance = seededChance(4);
  const { tables } = lived(3_000, ({ aheadSeconds }) => aheadSeconds + 300 * -Math.log(1 - chance()));
  const { eta, low, high } = windowOf(tables, forecast);
  assert.ok(Math.abs(eta - 1_500) < 30 && high - eta > 1.15 * (eta - low), `${low} ${eta} ${high}`);
});

test("hours and distances are learnt apart, and what was never seen leans on what was", () => {
  const chance = seededChance(5);
  const of = (nth: number): Forecast => ({
    ...forecast,
    hour: nth % 2 === 0 ? 18 : 10,
    meters: nth % 3 === 0 ? 800 : 9_000,
  });
  const { tables } = lived(
    6_000,
    ({ hour, meters, aheadSeconds }) =>
      aheadSeconds + (hour === 18 ? 300 : 0) + (meters > 5_000 ? 200 : 40) * normalChance(chance),
    of,
  );
  const at = (hour: number, meters: number) => windowOf(tables, { ...forecast, hour, meters });
  assert.ok(at(18, 9_000).eta - at(10, 9_000).eta > 240);
  const width = (hour: number, meters: number): number => at(hour, meters).high - at(hour, meters).low;
  assert.ok(width(10, 9_000) > 3 * width(10, 800));
  assert.ok(Math.abs(at(3, 9_000).eta - (forecast.aheadSeconds + 150)) < 60);
});

test("when a city changes, windows hold again within some hundred orders", () => {
  const chance = seededChance(6);
  const happens = ({ aheadSeconds }: Forecast, nth: number): number =>
    aheadSeconds + (nth < 3_000 ? 60 : 180) * normalChance(chance);
  const { outcomes } = lived(4_500, happens);
  const right = etaFigures(outcomes.slice(3_000, 3_150)).all.held;
  const after = etaFigures(outcomes.slice(3_500)).all.held;
  assert.ok(right < 0.6 && after > 0.72, `${right} ${after}`);
});

test("what was otherwise yesterday evening is not so this morning", () => {
  const chance = seededChance(8);
  const happens = ({ aheadSeconds }: Forecast, nth: number): number =>
    aheadSeconds + 60 * normalChance(chance) + (nth < 2_000 ? 0 : 600);
  const { outcomes } = lived(2_300, happens);
  const at = (now: number): number => windowOf(learnWindows(outcomes, now), forecast).eta;
  assert.ok(at(2_300) > forecast.aheadSeconds + 300, `${at(2_300)}`);
  assert.ok(at(2_300 + 12 * 3_600) < forecast.aheadSeconds + 150, `${at(2_300 + 12 * 3_600)}`);
});

test("one driver who forgot to tell stretches nobody's window", () => {
  const chance = seededChance(7);
  const happens = ({ aheadSeconds }: Forecast, nth: number): number =>
    nth % 100 === 0 ? 80_000 : aheadSeconds + 60 * normalChance(chance);
  const { eta, high } = windowOf(lived(2_000, happens).tables, forecast);
  assert.ok(high - eta < 200 && Math.abs(eta - forecast.aheadSeconds) < 60, `${eta} ${high}`);
});

test("a stop that comes next and is minutes off is closing; a door behind a pickup is not", () => {
  assert.equal(stageOf("pickup", false, 120), "closing");
  assert.equal(stageOf("pickup", false, 900), "accepted");
  assert.equal(stageOf("delivery", false, 200), "accepted");
  assert.equal(stageOf("delivery", true, 900), "carried");
  assert.equal(stageOf("delivery", true, 300), "closing");
});

test("figures say what held, what was early and late, which way, and how wide the best constant window were", () => {
  const promised = { eta: 100, low: 80, high: 130 };
  const outcomes = [70, 80, 100, 100, 130, 131].map((actualSeconds, nth) => ({
    ...forecast,
    orderId: String(nth),
    promisedAt: 0,
    promised,
    actualSeconds,
  }));
  const { all, byHour, byBand, byStage } = etaFigures(outcomes);
  assert.equal(all.promised, 6);
  assert.ok(
    Math.abs(all.held - 4 / 6) < 1e-9 && Math.abs(all.early - 1 / 6) < 1e-9 && Math.abs(all.late - 1 / 6) < 1e-9,
  );
  assert.ok(Math.abs(all.biasSeconds - 11 / 6) < 1e-9);
  assert.equal(all.widthSeconds, 50);
  // Five of six: from 80 to 131.
  assert.equal(all.constantSeconds, 51);
  assert.deepEqual([byHour[0]?.hour, byBand[0]?.band, byStage[0]?.stage], [12, "3000-5000", "accepted"]);
  assert.equal(etaFigures([]).all.promised, 0);
  // Six coins of which four fell: 1.96 times the root of 6 · 2/3 · 1/3, of six. Windows of one order are one coin.
  assert.ok(Math.abs(all.heldMargin - (1.96 * Math.sqrt(4 / 3)) / 6) < 1e-9);
  const twice = etaFigures([...outcomes, ...outcomes]).all;
  assert.ok(Math.abs(twice.heldMargin - all.heldMargin) < 1e-9 && twice.promised === 12);
  const one = outcomes.map((outcome) => ({ ...outcome, orderId: "26ONE" }));
  assert.deepEqual([etaFigures(one).all.heldMargin, etaFigures([]).all.heldMargin], [1, 1]);
});
