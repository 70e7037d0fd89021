// Figures as JSON and as a spreadsheet.
import type { Static } from "typebox";
import type { FiguresBody } from "../../contract/figures.ts";
import { CSV_BYTE_ORDER_MARK, csvLine } from "../../domain/csv.ts";
import type { Counts } from "../../domain/figures/counts.ts";
import { cancellationsOf, type Measure, measuresOf } from "../../domain/figures/measures.ts";
import type { AskedDates } from "../../domain/figures/spans.ts";
import type { SeenFigures, SeenPart, Series } from "../../operations/figures/see-figures.ts";
import type { Reply } from "../calls/call.ts";

type DatesQuery = { readonly from?: string; readonly to?: string; readonly days?: string };

export function askedDates({ from, to, days }: DatesQuery): AskedDates {
  return { from, to, days: days === undefined ? undefined : Number(days) };
}

export function encodeFigures(seen: SeenFigures, names: readonly Measure[]): Static<typeof FiguresBody> {
  return {
    by: seen.by,
    measures: [...names],
    ...encodeSeries(seen, names),
    ...(seen.before && { before: encodeSeries(seen.before, names) }),
  };
}

function encodeSeries({ dates, points, all }: Series, names: readonly Measure[]) {
  return {
    ...dates,
    points: points.map(({ key, counts }) => ({ at: key, measures: measuresOf(counts, names) as Measured })),
    all: measuresOf(all, names) as Measured,
    ...encodeCancellations(all),
  };
}

export function encodePart({ id, counts }: SeenPart, names: readonly Measure[]) {
  return { id, measures: measuresOf(counts, names) as Measured, ...encodeCancellations(counts) };
}

function encodeCancellations(counts: Counts) {
  const { by, reasons } = cancellationsOf(counts);
  return { cancelled_by: by, cancel_reasons: reasons };
}
type Measured = Record<string, number | null>;

// Percentages as 0 to 1, times in seconds, money in đồng, as the JSON has them.
export function sendFiguresCsv(reply: Reply, { points }: Series, names: readonly Measure[]): Reply {
  const lines = points.map(({ key, counts }) => {
    const measures = measuresOf(counts, names);
    return csvLine([key, ...names.map((name) => measures[name] ?? null)]);
  });
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", 'attachment; filename="figures.csv"')
    .header("cache-control", "no-store")
    .send(CSV_BYTE_ORDER_MARK + csvLine(["at", ...names]) + lines.join(""));
}
