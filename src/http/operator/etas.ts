// Whether the times people were told could be trusted, as data for a chart.
import { type Static, Type } from "typebox";
import { etaRecord, figureRecord } from "../../contract/eta-record.ts";
import { field, maybe, text, unixText } from "../../contract/fields.ts";
import type { Learned, LearnedDeps } from "../../operations/dispatch/learned.ts";
import { type EtaReport, reportEtas } from "../../operations/eta/report-etas.ts";
import { callsOf } from "../calls/call.ts";

const Figure = Type.Object(
  {
    told: field.integer("Windows that were told of orders that have ended."),
    held: field.number("Share that held what happened; 0.8 is meant."),
    held_margin: field.number(
      "How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders.",
    ),
    early: field.number("Share where it happened before the window."),
    late: field.number("Share where it happened after the window."),
    bias_seconds: field.number("Mean of what happened less the ETA."),
    width_seconds: field.number("Mean width of the windows."),
    constant_seconds: field.number(
      "Width of the best window of one constant width that holds 80 %, known only afterwards.",
    ),
  },
  { title: "EtaFigure" },
);
const EtaBody = Type.Object(
  {
    all: Figure,
    by_day: Type.Array(Type.Object({ date: text, ...Figure.properties })),
    by_hour: Type.Array(Type.Object({ hour: Type.Integer(), ...Figure.properties })),
    by_distance: Type.Array(Type.Object({ meters: Type.String({ examples: ["1500-3000"] }), ...Figure.properties })),
    by_stage: Type.Array(
      Type.Object({
        stage: field.text("quoted, accepted, carried or closing."),
        target: field.text("pickup or delivery."),
        ...Figure.properties,
      }),
    ),
  },
  { title: "EtaFigures" },
);

const DAY_MS = 86_400_000;
const DAYS = 7;

const call = callsOf<LearnedDeps & { readonly learned: Learned }>("Operator");

export const etaCalls = [
  call({
    id: "reportEtas",
    at: "GET /operator/v1/etas",
    summary: "Whether the times people were told could be trusted",
    description: "Of windows told from `from` until before `to`; the last 7 days where they are not given.",
    query: Type.Object({ city_id: maybe(text), from: maybe(unixText), to: maybe(unixText) }),
    answer: EtaBody,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND"],
    run: (request, deps) => {
      const { city_id: cityId, from, to } = request.query;
      const until = to === undefined ? deps.clock.now() : new Date(Number(to) * 1_000);
      const since = from === undefined ? new Date(until.getTime() - DAYS * DAY_MS) : new Date(Number(from) * 1_000);
      return reportEtas(deps, { from: since, to: until, cityId });
    },
    encode: encodeReport,
  }),
];

function encodeReport({ figures, byDay }: EtaReport): Static<typeof EtaBody> {
  const { by_stage, by_hour, by_distance, ...all } = etaRecord(figures);
  return {
    all,
    by_day: byDay.map(({ date, figures: day }) => ({ date, ...figureRecord(day) })),
    by_hour,
    by_distance,
    by_stage,
  };
}
