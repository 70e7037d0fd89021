// How the day was: figures of hours, days and weeks, taken apart, and on the map.
import { type Static, Type } from "typebox";
import { field, maybe, oneOf, place, text } from "../../contract/fields.ts";
import {
  cancellations,
  FiguresBody,
  figureCompare,
  figureDates,
  figureQuestion,
  MeasureValues,
} from "../../contract/figures.ts";
import { type Measure, MONEY_MEASURES, WORK_MEASURES } from "../../domain/figures/measures.ts";
import { PARTS } from "../../domain/figures/spans.ts";
import { hasRight } from "../../domain/operators/roles.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import {
  type FiguresDeps,
  type FiguresQuestion,
  seeDemand,
  seeFigures,
  seeParts,
} from "../../operations/figures/see-figures.ts";
import { citiesOf, operatorOf } from "../base/callers.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";
import { askedDates, encodeFigures, encodePart, sendFiguresCsv } from "../wire/figures.ts";

const query = {
  ...figureQuestion,
  city_id: maybe(text),
  partner_id: maybe(text),
  account: maybe(field.text("The phone of an account.")),
  driver: maybe(field.text("The phone of a driver; of all services.")),
};
const FiguresQuery = Type.Object({ ...query, ...figureCompare });
const CsvQuery = Type.Object(query);

const PartsBody = Type.Object({
  parts: Type.Array(Type.Object({ id: text, measures: MeasureValues, ...cancellations }), {
    description: "At most 100, those with the most orders.",
  }),
});
const DemandBody = Type.Object({
  cells: Type.Array(
    Type.Object({
      ...place,
      orders: field.integer("Orders to be fetched in this square of some 550 m around the place."),
      unmet: field.integer("Of these, cancelled because nobody came."),
    }),
  ),
});

const call = callsOf<FiguresDeps>("Operator");

// Money is for those who may see the books.
function measuresFor(request: AnyAsked): readonly Measure[] {
  return hasRight(operatorOf(request).role, "books") ? [...WORK_MEASURES, ...MONEY_MEASURES] : WORK_MEASURES;
}

function questionOf(request: AnyAsked, asked: Static<typeof FiguresQuery>): FiguresQuestion {
  return {
    ...askedDates(asked),
    by: asked.by ?? "day",
    compare: asked.compare,
    cityIds: asked.city_id === undefined ? citiesOf(request) : [asked.city_id],
    serviceId: asked.service_id,
    partnerId: asked.partner_id,
    accounts: asked.account === undefined ? undefined : [asked.account],
    driver: asked.driver,
  };
}

const unknownCity = (deps: FiguresDeps, cityId: string | undefined) =>
  cityId === undefined || deps.catalogue.current().cities.has(cityId)
    ? undefined
    : refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`, "city_id");

export const figureCalls = [
  call({
    id: "seeFigures",
    at: "GET /operator/v1/figures",
    summary: "Orders, times, promises and money by hour, day or week",
    description:
      "Everything about an order counts in the hour it was made. A quarter of a minute behind. Money is told to those who may see the books; callers who are limited to cities get the figures of these.",
    query: FiguresQuery,
    answer: FiguresBody,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND"],
    run: (request, deps) =>
      unknownCity(deps, request.query.city_id) ?? seeFigures(deps, questionOf(request, request.query)),
    encode: (seen, request) => encodeFigures(seen, measuresFor(request)),
  }),
  call.plain({
    id: "exportFigures",
    at: "GET /operator/v1/figures.csv",
    summary: "The same as a spreadsheet",
    description: "UTF-8 with a byte order mark; a line for each hour, day or week.",
    produces: ["text/csv"],
    query: CsvQuery,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND"],
    run: async (request, deps, { reply }) => {
      const unknown = unknownCity(deps, request.query.city_id);
      if (unknown) return unknown;
      const seen = await seeFigures(deps, questionOf(request, request.query));
      return isRefusal(seen) ? seen : sendFiguresCsv(reply, seen, measuresFor(request));
    },
  }),
  call({
    id: "seeFigureParts",
    at: "GET /operator/v1/figures/parts",
    summary: "The same by city, service, partner, account or driver",
    description: "Those with the most orders first.",
    query: Type.Object({
      ...figureDates,
      of: oneOf(PARTS),
      city_id: maybe(text),
      service_id: maybe(text),
    }),
    answer: PartsBody,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND"],
    run: (request, deps) => {
      const { of, city_id: cityId, service_id: serviceId, ...dates } = request.query;
      const cityIds = cityId === undefined ? citiesOf(request) : [cityId];
      return unknownCity(deps, cityId) ?? seeParts(deps, { ...askedDates(dates), of, cityIds, serviceId });
    },
    encode: (parts, request) => {
      const names = measuresFor(request);
      return { parts: parts.map((part) => encodePart(part, names)) };
    },
  }),
  call({
    id: "seeDemand",
    at: "GET /operator/v1/figures/demand",
    summary: "Where in a city orders were to be fetched, and where nobody came",
    description: "By squares of the map, for 31 days at most.",
    query: Type.Object({
      ...figureDates,
      city_id: text,
      hour: maybe(field.text("0 to 23: within this hour of the day.", { pattern: "^(1?[0-9]|2[0-3])$" })),
    }),
    answer: DemandBody,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND"],
    run: (request, deps) => {
      const { city_id: cityId, hour, ...dates } = request.query;
      return (
        unknownCity(deps, cityId) ??
        seeDemand(deps, { ...askedDates(dates), cityId, hour: hour === undefined ? undefined : Number(hour) })
      );
    },
    encode: (cells) => ({ cells: [...cells] }),
  }),
];
