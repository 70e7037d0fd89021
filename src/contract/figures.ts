// Figures on the wire, as the operator and partners read them.
import { Type } from "typebox";
import { COMPARES, FIGURE_STEPS } from "../domain/figures/spans.ts";
import { field, maybe, nullable, oneOf, text } from "./fields.ts";

const date = (words: string) => maybe(field.text(words, { pattern: "^\\d{4}-\\d{2}-\\d{2}$" }));

export const figureDates = {
  from: date(
    "The first day, 2026-11-01, on the clock of the city; `days` before the end of `to` where it is not given.",
  ),
  to: date("The last day; today where it is not given."),
  days: maybe(
    field.text("How many days, where `from` is not given; 7 where neither is.", { pattern: "^[1-9]\\d{0,3}$" }),
  ),
};
export const figureQuestion = {
  ...figureDates,
  by: maybe(
    oneOf(FIGURE_STEPS, {
      description: "hour (31 days at most), day (400) or week (1,200); day where it is not given.",
    }),
  ),
  service_id: maybe(text),
};
export const figureCompare = {
  compare: maybe(
    oneOf(COMPARES, {
      description:
        "Beside them those of before: day, as many days right before; week, as many whole weeks before as they need.",
    }),
  ),
};

const counted = (description: string) => Type.Record(Type.String(), Type.Integer(), { description });
export const MeasureValues = Type.Record(Type.String(), nullable(Type.Number()), {
  description: "By measure (docs/figures.md); null where nothing was counted that would tell.",
});
export const cancellations = {
  cancelled_by: counted("Cancellations by whom: user, driver, operator, system."),
  cancel_reasons: counted("Cancellations by reason, the most frequent first."),
};
const FigurePoint = Type.Object({
  at: field.text(
    "The beginning on the city's clock: 2026-11-17T09 of an hour, 2026-11-17 of a day, a Monday of a week.",
  ),
  measures: MeasureValues,
});
const series = {
  from: text,
  to: text,
  points: Type.Array(FigurePoint, { description: "Those in which anything was counted, oldest first." }),
  all: MeasureValues,
  ...cancellations,
};
export const FiguresBody = Type.Object(
  {
    by: oneOf(FIGURE_STEPS),
    measures: Type.Array(text, { description: "Those that the caller may see." }),
    ...series,
    before: maybe(Type.Object(series)),
  },
  { title: "Figures" },
);
