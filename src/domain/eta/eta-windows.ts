// An ETA as a window: what was planned, corrected by how far off such plans were, and the span that holds eight of ten of what really
// happens. Learnt from told windows and outcomes alone (split conformal, by stage, distance band and hour), so whatever the plan does not
// know (cooks, doors, rain) is in it. Pure tables: the server and the simulator learn and ask alike.
import { finish, type Steps } from "../in-steps.ts";
import { bandOf } from "./distance-bands.ts";

// quoted: nobody has the order. accepted: a driver has it. carried: they have the goods. closing: the stop is minutes away.
export const STAGES = ["quoted", "accepted", "carried", "closing"] as const;
export type Stage = (typeof STAGES)[number];
// The driver is at the counter; the goods are in the recipient's hands.
export const TARGETS = ["pickup", "delivery"] as const;
export type Target = (typeof TARGETS)[number];

export type Forecast = {
  readonly stage: Stage;
  readonly target: Target;
  // Local, 0 to 23, when it was told.
  readonly hour: number;
  // The order's way from pickup to last door.
  readonly meters: number;
  // From when it was told, as planned.
  readonly aheadSeconds: number;
};

// Seconds from when it was told.
export type EtaWindow = { readonly eta: number; readonly low: number; readonly high: number };

// What a window teaches. `promisedAt`: seconds on any one clock.
export type Lesson = Forecast & { readonly promisedAt: number; readonly actualSeconds: number };
export type EtaOutcome = Lesson & { readonly orderId: string; readonly promised: EtaWindow };

// How outcomes lie around a plan, in units of its scale: their mean, and how far below and above it the window reaches.
type Spread = { readonly below: number; readonly above: number };
export type Shape = Spread & { readonly center: number };

export type EtaTables = ReadonlyMap<string, Shape>;

export const CLOSING_SECONDS = 300;
// A plan says little more about a minute than about none: some of an error does not shrink with what is left of the way.
const SCALE_SECONDS = 240;
// What is known around a cell weighs as much as so many outcomes of its own.
const PRIOR_OUTCOMES = 40;
// What is guessed before anything is learnt weighs little.
const GUESSED_OUTCOMES = 8;
// Fewer say nothing: they are one driver's, or cannot tell where nine of ten end.
const OUTCOMES_MIN = 12;
// The very first were told by plans that knew nothing of counters and doors: the older half says nothing any more, as long as it is few.
const COLD_OUTCOMES = 60;
const COLD_SHARE = 0.5;
// Rain, a strike, a feast: the newest outcomes move every window, so that they follow within some hundred orders. Yesterday evening says
// nothing about this morning.
const LATELY = 400;
const LATELY_SECONDS = 4 * 3_600;
const LATELY_PRIOR = 100;
// One in ten comes before the window, one in ten after it.
const TAIL = 0.1;
const SPREAD_MIN = 0.01;
// A driver who forgot to tell must not stretch everybody's window.
const OFF_MAX = 3;

// Before anything is learnt: as orders of made-up cities and of robots scatter once a city is an hour old, and more to the late side.
const UNKNOWN: Readonly<Record<string, Shape>> = {
  "quoted pickup": { center: 0, below: 0.3, above: 0.6 },
  "quoted delivery": { center: 0, below: 0.15, above: 0.4 },
  "accepted pickup": { center: 0, below: 0.15, above: 0.25 },
  "accepted delivery": { center: 0, below: 0.15, above: 0.25 },
};
const UNKNOWN_ON_THE_WAY: Shape = { center: 0, below: 0.12, above: 0.2 };
const AS_AROUND: Shape = { center: 0, below: 1, above: 1 };

export const NOTHING_LEARNT: EtaTables = new Map();

export function stageOf(target: Target, isPickedUp: boolean, aheadSeconds: number): Stage {
  const isNext = target === "pickup" || isPickedUp;
  if (isNext && aheadSeconds <= CLOSING_SECONDS) return "closing";
  return isPickedUp ? "carried" : "accepted";
}

export function windowOf(tables: EtaTables, forecast: Forecast): EtaWindow {
  const { center, below, above } = expectedShape(tables, forecast);
  const scale = scaleOf(forecast);
  const middle = forecast.aheadSeconds + scale * center;
  const low = Math.max(0, middle - scale * below);
  const high = Math.max(low, middle + scale * above);
  return { eta: Math.round(Math.max(low, middle)), low: Math.round(low), high: Math.round(high) };
}

// `outcomes` in the order in which they happened.
export function learnWindows(outcomes: readonly Lesson[], now: number): EtaTables {
  return new Map([...Map.groupBy(outcomes, stageKey).values()].flatMap((seen) => finish(learningStage(seen, now))));
}

// Of one stage and target, in the order in which they happened. First where outcomes lie: for all of it, for its distance bands, and what an hour adds. Then how they scatter
// around that, in the same sequence. At last, what lately is otherwise.
export function* learningStage(seen: readonly Lesson[], now: number): Steps<readonly (readonly [string, Shape])[]> {
  const [first] = seen;
  if (!first) return [];
  const stage = stageKey(first);
  const unknown = UNKNOWN[stage] ?? UNKNOWN_ON_THE_WAY;
  const misses = seen.slice(Math.min(COLD_OUTCOMES, Math.floor(seen.length * COLD_SHARE))).map(missOf);
  yield;
  const middle = centerOf(misses, unknown.center, GUESSED_OUTCOMES);
  const bandCenters = by(misses, bandIn, (cell) => centerOf(cell, middle, PRIOR_OUTCOMES));
  yield;
  const banded = misses.map((miss) => moved(miss, bandCenters.get(miss.band)!));
  yield;
  const hourCenters = by(banded, hourIn, (cell) => centerOf(cell, 0, PRIOR_OUTCOMES));
  yield;
  const centered = banded.map((miss) => moved(miss, hourCenters.get(miss.hour)!));
  yield;
  const all = spreadOf(centered, unknown, GUESSED_OUTCOMES);
  yield;
  const bands = by(centered, bandIn, (cell) => spreadOf(cell, all, PRIOR_OUTCOMES));
  yield;
  const spread = centered.map((miss) => within(miss, bands.get(miss.band)!));
  yield;
  const hours = by(spread, hourIn, (cell) => spreadOf(cell, AS_AROUND, PRIOR_OUTCOMES));
  const newest = spread
    .slice(-LATELY)
    .filter(({ promisedAt }) => promisedAt > now - LATELY_SECONDS)
    .map((miss) => within(miss, hours.get(miss.hour)!));
  const shift = centerOf(newest, 0, LATELY_PRIOR);
  const lately = spreadOf(
    newest.map((miss) => moved(miss, shift)),
    AS_AROUND,
    LATELY_PRIOR,
  );
  return [
    [stage, { ...all, center: middle }],
    ...[...bands].map(([band, shape]) => [bandKey(stage, band), { ...shape, center: bandCenters.get(band)! }] as const),
    ...[...hours].map(([hour, shape]) => [hourKey(stage, hour), { ...shape, center: hourCenters.get(hour)! }] as const),
    [latelyKey(stage), { ...lately, center: shift }],
  ];
}

const bandIn = ({ band }: Miss): string => band;
const hourIn = ({ hour }: Miss): number => hour;

function by<Key, To>(
  misses: readonly Miss[],
  keyOf: (miss: Miss) => Key,
  learn: (cell: readonly Miss[]) => To,
): ReadonlyMap<Key, To> {
  return new Map([...Map.groupBy(misses, keyOf)].map(([key, cell]) => [key, learn(cell)]));
}

export const stageKey = ({ stage, target }: Forecast): string => `${stage} ${target}`;
const bandKey = (stage: string, band: string): string => `${stage} band ${band}`;
const hourKey = (stage: string, hour: number): string => `${stage} hour ${hour}`;
const latelyKey = (stage: string): string => `${stage} lately`;

function expectedShape(tables: EtaTables, forecast: Forecast): Shape {
  const stage = stageKey(forecast);
  const all = tables.get(stage) ?? UNKNOWN[stage] ?? UNKNOWN_ON_THE_WAY;
  const band = tables.get(bandKey(stage, bandOf(forecast.meters))) ?? all;
  const finer = [hourKey(stage, forecast.hour), latelyKey(stage)].map((key) => tables.get(key) ?? AS_AROUND);
  return finer.reduce(
    (shape, { center, below, above }) => ({
      center: shape.center + center,
      below: shape.below * below,
      above: shape.above * above,
    }),
    band,
  );
}

const scaleOf = ({ aheadSeconds }: Forecast): number => SCALE_SECONDS + aheadSeconds;

// How far off, in units of the scale, and what the window reaches to each side as far as it is known.
type Miss = {
  readonly off: number;
  readonly scale: number;
  readonly below: number;
  readonly above: number;
  readonly band: string;
  readonly hour: number;
  readonly promisedAt: number;
};

function missOf(outcome: Lesson): Miss {
  const scale = scaleOf(outcome);
  const off = (outcome.actualSeconds - outcome.aheadSeconds) / scale;
  const { meters, hour, promisedAt } = outcome;
  const bounded = Math.max(-OFF_MAX, Math.min(OFF_MAX, off));
  return { off: bounded, scale, below: 1, above: 1, band: bandOf(meters), hour, promisedAt };
}

function moved(miss: Miss, center: number): Miss {
  return { ...miss, off: miss.off - center };
}

function within(miss: Miss, { below, above }: Spread): Miss {
  return { ...miss, below: miss.below * below, above: miss.above * above };
}

// Few of their own lean on what is known around them.
function leaned(own: number, count: number, given: number, prior: number): number {
  return (own * count + given * prior) / (count + prior);
}

// Their mean in seconds, so that those who wait long count as much as they wait.
function centerOf(misses: readonly Miss[], around: number, prior: number): number {
  if (misses.length < OUTCOMES_MIN) return around;
  let [offs, scales] = [0, 0];
  for (const { off, scale } of misses) {
    offs += off * scale;
    scales += scale;
  }
  return leaned(offs / Math.max(1, scales), misses.length, around, prior);
}

function spreadOf(misses: readonly Miss[], around: Spread, prior: number): Spread {
  const { below, above } = around;
  if (misses.length < OUTCOMES_MIN) return { below, above };
  const sides = Float64Array.from(misses, (miss) => miss.off / (miss.off < 0 ? miss.below : miss.above)).sort();
  return {
    below: Math.max(SPREAD_MIN, leaned(-rank(sides, TAIL), sides.length, below, prior)),
    above: Math.max(SPREAD_MIN, leaned(rank(sides, 1 - TAIL), sides.length, above, prior)),
  };
}

// With one more outcome still to come: so a share of what comes, and not of what came, lies below.
function rank(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length + 1) - 1;
  const before = Math.max(0, Math.min(sorted.length - 1, Math.floor(place)));
  const after = Math.min(sorted.length - 1, before + 1);
  const part = Math.max(0, Math.min(1, place - before));
  return sorted[before]! * (1 - part) + sorted[after]! * part;
}
