// How many times longer than the map says each edge takes at an hour of the week, from what was driven. Little is known of one edge at
// one hour, more of the edge, of its class at that hour, of the hour: each is learnt as what it differs in from what is known more
// widely, and believed the more the more was driven. An edge nobody drove takes what its class and the hour say.
import { DAY_HOURS, WEEK_HOURS } from "../../domain/eta/week-hours.ts";

// Sums over what was driven, row by row: of one edge in one hour of the week.
export type DrivenRows = {
  readonly edge: Int32Array;
  readonly hour: Uint8Array;
  readonly mapMs: Float64Array;
  readonly drivenMs: Float64Array;
};

export type EdgeFactors = {
  // By edge, at the hour asked for.
  readonly byEdge: Float32Array;
  // By hour of the week, on the whole: for hours that nobody asked for in detail.
  readonly byHour: Float32Array;
};

// How many seconds of driving weigh as much as what was known before. Of a street some six passes; tried on the made-up city of
// `npm run bench -- learned-speeds` between a third and three times of these, which changes the error there by less than a tenth.
const PRIOR_SECONDS = {
  all: 600,
  dayHour: 1_200,
  weekHour: 2_400,
  roadClass: 1_200,
  classHour: 1_200,
  edge: 60,
  edgeDay: 60,
};
// A clock that jumped, or a stop nobody told of, must not teach nonsense.
const FACTOR_MIN = 0.4;
const FACTOR_MAX = 5;

export function learnFactors(
  rows: DrivenRows,
  classOf: (edge: number) => number,
  edgeCount: number,
  hour: number,
): EdgeFactors {
  const count = rows.edge.length;
  const expectedMs = Float64Array.from(rows.mapMs);
  // What each key of this level differs in; every row's expectation is moved by it.
  const learn = (keyOf: (row: number) => number, priorSeconds: number): Map<number, number> => {
    const driven = new Map<number, number>();
    const expected = new Map<number, number>();
    for (let row = 0; row < count; row++) {
      const key = keyOf(row);
      driven.set(key, (driven.get(key) ?? 0) + rows.drivenMs[row]!);
      expected.set(key, (expected.get(key) ?? 0) + expectedMs[row]!);
    }
    const prior = priorSeconds * 1000;
    const ratios = new Map([...expected].map(([key, ms]) => [key, (driven.get(key)! + prior) / (ms + prior)]));
    for (let row = 0; row < count; row++) expectedMs[row]! *= ratios.get(keyOf(row))!;
    return ratios;
  };
  const dayHour = (row: number): number => rows.hour[row]! % DAY_HOURS;
  const all = learn(() => 0, PRIOR_SECONDS.all).get(0) ?? 1;
  const byDayHour = learn(dayHour, PRIOR_SECONDS.dayHour);
  const byWeekHour = learn((row) => rows.hour[row]!, PRIOR_SECONDS.weekHour);
  const byClass = learn((row) => classOf(rows.edge[row]!), PRIOR_SECONDS.roadClass);
  const classHour = (edge: number, hourOfDay: number): number => classOf(edge) * DAY_HOURS + hourOfDay;
  const byClassHour = learn((row) => classHour(rows.edge[row]!, dayHour(row)), PRIOR_SECONDS.classHour);
  const byEdge = learn((row) => rows.edge[row]!, PRIOR_SECONDS.edge);
  const edgeDay = (edge: number, hourOfDay: number): number => edge * DAY_HOURS + hourOfDay;
  const byEdgeDay = learn((row) => edgeDay(rows.edge[row]!, dayHour(row)), PRIOR_SECONDS.edgeDay);

  const hourly = (at: number): number => all * (byDayHour.get(at % DAY_HOURS) ?? 1) * (byWeekHour.get(at) ?? 1);
  const now = hourly(hour);
  const hourOfDay = hour % DAY_HOURS;
  return {
    byHour: Float32Array.from({ length: WEEK_HOURS }, (_, at) => clamped(hourly(at))),
    byEdge: Float32Array.from({ length: edgeCount }, (_, edge) =>
      clamped(
        now *
          (byClass.get(classOf(edge)) ?? 1) *
          (byClassHour.get(classHour(edge, hourOfDay)) ?? 1) *
          (byEdge.get(edge) ?? 1) *
          (byEdgeDay.get(edgeDay(edge, hourOfDay)) ?? 1),
      ),
    ),
  };
}

function clamped(factor: number): number {
  return Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, factor));
}
