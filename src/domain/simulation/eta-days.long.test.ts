// The bar for times that people can trust: on days nobody has seen, with cooks, counters, doors and streets that no map knows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SERVICE_SEEDS } from "../catalogue/seed/services.ts";
import { seededChance } from "../chance.ts";
import { POLICY } from "../dispatch/policy.ts";
import { type EtaFigures, etaFigures } from "../eta/eta-figures.ts";
import type { EtaOutcome } from "../eta/eta-windows.ts";
import { crowTravel } from "../matching/travel.ts";
import { asLive } from "./as-live.ts";
import { openEtaBook } from "./eta-book.ts";
import { type DayShape, generateDay } from "./generated-day.ts";
import { runSurprisingDay } from "./surprising-day.ts";
import { DAY_SETTINGS, placesOf } from "./world.ts";

const BIKE = SERVICE_SEEDS.find(({ id }) => id === "SGN-BIKE")!;
// As many orders in every hour, so that every hour can be judged.
const SHAPE: DayShape = {
  center: { lat: 10.776, lng: 106.7 },
  widthMeters: 9_000,
  orders: 400,
  drivers: 38,
  pickupPlaces: 40,
  dayHours: 12,
  peaks: [],
  dropMetersMean: 3_500,
  preparationMinutesMean: 8,
  shiftHours: [12],
};

// Days that teach, then days that are judged; both go on teaching, as the server does.
function judged(citySeed: number, taught: number, held: number): readonly EtaOutcome[] {
  const book = openEtaBook();
  const outcomes: EtaOutcome[] = [];
  for (let nth = 0; nth < taught + held; nth++) {
    const seed = citySeed * 1_000 + nth;
    const day = generateDay(SHAPE, seed, citySeed);
    const places = placesOf(day);
    const travel = crowTravel(places.places, 6, 1.3);
    const chance = seededChance(seed + 1);
    const answer = () => ({ accepts: chance() >= 0.1, afterSeconds: chance() * 15 });
    const policy = asLive(BIKE, places.places, { ...POLICY, roundSeconds: 60 });
    const settings = { ...DAY_SETTINGS, bundleMax: 2, timeoutSeconds: 600 };
    const ran = runSurprisingDay({ day, places, travel, seed, citySeed, settings, answer }, book, policy);
    if (nth >= taught) outcomes.push(...ran.outcomes);
  }
  return outcomes;
}

function report({ all, byStage, byHour, byBand }: EtaFigures): string {
  const share = (part: number): string => (100 * part).toFixed(1);
  const line = (name: string, of: EtaFigures["all"]): string =>
    `${name}: ${of.promised} promised, ${share(of.held)} % held (${share(of.early)} early, ${share(of.late)} late), bias ` +
    `${of.biasSeconds.toFixed(0)} s, width ${of.widthSeconds.toFixed(0)} s, constant ${of.constantSeconds.toFixed(0)} s`;
  return [
    line("all", all),
    ...byStage.map((cell) => line(`${cell.stage} ${cell.target}`, cell)),
    ...byHour.map((cell) => line(`hour ${cell.hour}`, cell)),
    ...byBand.map((cell) => line(`band ${cell.band}`, cell)),
  ].join("\n");
}

const CITY_SEED = Number(process.env.SEED ?? 11);

test("on days nobody has seen eight of ten windows hold, at every hour and distance, without bias and without being wide", (t) => {
  const figures = etaFigures(judged(CITY_SEED, 5, 9));
  const said = report(figures);
  t.diagnostic(said);
  const { all, byHour, byBand } = figures;
  assert.ok(all.held >= 0.78 && all.held <= 0.82, said);
  assert.ok(Math.abs(all.biasSeconds) <= 30, said);
  assert.ok(all.widthSeconds <= 1.15 * all.constantSeconds, said);
  for (const cell of [...byHour, ...byBand]) {
    // Too few to tell four of five from three of four.
    if (cell.promised < 1_000) continue;
    assert.ok(cell.held >= 0.75 && cell.held <= 0.85, said);
  }
});
