// The catalogue as the operator sees it: everything, switched off or not, with outlines and zones; what a service was before; and
// what a tariff would do before it is saved.

import { type Static, Type } from "typebox";
import { OperatorCity } from "../../contract/city.ts";
import { field, maybe, vnd } from "../../contract/fields.ts";
import { OperatorService } from "../../contract/service.ts";
import { ServiceBody } from "../../contract/service-draft.ts";
import { worksIn } from "../../domain/operators/operator.ts";
import { refuse } from "../../domain/refusal.ts";
import type { SaveDeps } from "../../operations/catalogue/save-catalogue.ts";
import { previewTariff, type TariffPreview } from "../../operations/console/preview-tariff.ts";
import { listServiceVersions } from "../../store/catalogue/catalogue.ts";
import type { Sql } from "../../store/db.ts";
import { operatorOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeOperatorCity } from "../wire/city.ts";
import { encodeOperatorService } from "../wire/service.ts";
import { decodeService } from "../wire/service-draft.ts";
import { unixSeconds } from "../wire/time.ts";

const VERSIONS_MAX = 50;
const Line = Type.Array(Type.Object({ x: field.number("km"), fee: vnd }));
const Preview = Type.Object(
  {
    fault: Type.Union([Type.Null(), Type.Object({ offset: Type.Integer(), description: Type.String() })]),
    plot: Line,
    plot_in_force: Line,
    orders: field.integer("Of the last seven days, cancelled ones left out; at most 2,000."),
    total_in_force: vnd,
    total: vnd,
    commission_in_force: vnd,
    commission: vnd,
    dearer: Type.Integer(),
    cheaper: Type.Integer(),
    examples: Type.Array(Type.Object({ order_id: Type.String(), x: Type.Number(), before: vnd, after: vnd })),
  },
  { title: "TariffPreview" },
);
const VersionRecord = Type.Object({ version: Type.Integer(), save_time: Type.Number(), service: OperatorService });

const call = callsOf<SaveDeps & { readonly reads: Sql }>("Operator");

export const catalogueReadCalls = [
  call.plain({
    id: "listOperatorCities",
    at: "GET /operator/v1/cities",
    summary: "Every city with its outline",
    answer: Type.Object({ cities: Type.Array(OperatorCity) }),
    run: (request, deps) => {
      const operator = operatorOf(request);
      const cities = [...deps.catalogue.current().cities.values()].filter(({ id }) => worksIn(operator, id));
      return { cities: cities.map(encodeOperatorCity) };
    },
  }),
  call.plain({
    id: "listOperatorServices",
    at: "GET /operator/v1/services",
    summary: "Every service, of one city or of all",
    query: Type.Object({ city_id: maybe(Type.String()) }),
    answer: Type.Object({ services: Type.Array(OperatorService) }),
    run: (request, deps) => {
      const { city_id: cityId } = request.query;
      const operator = operatorOf(request);
      const services = [...deps.catalogue.current().services.values()]
        .filter((service) => cityId === undefined || service.cityId === undefined || service.cityId === cityId)
        .filter((service) => service.cityId === undefined || worksIn(operator, service.cityId))
        .map(encodeOperatorService);
      return { services };
    },
  }),
  call.plain({
    id: "listServiceVersions",
    at: "GET /operator/v1/services/:id/versions",
    summary: "What a service was before, newest first",
    answer: Type.Object({ versions: Type.Array(VersionRecord) }),
    refusals: ["SERVICE_NOT_FOUND"],
    run: async (request, deps) => {
      const { id } = request.params;
      if (!deps.catalogue.current().services.has(id)) {
        return refuse("SERVICE_NOT_FOUND", `There is no service ${id}.`);
      }
      const versions = await listServiceVersions(deps.db, id, VERSIONS_MAX);
      return {
        versions: versions.map(({ version, savedAt, definition }) => ({
          version,
          save_time: unixSeconds(savedAt),
          service: encodeOperatorService({ ...definition, tariffVersion: version }),
        })),
      };
    },
  }),
  call({
    id: "previewTariff",
    at: "POST /operator/v1/tariffs/preview",
    summary: "What a change of a service would do; nothing is saved",
    description: "A tariff that does not parse is no refusal here: `fault` says where and what is wrong.",
    body: Type.Object({
      service_id: Type.String(),
      service: ServiceBody,
      h: maybe(field.number("The hour to plot at; 12 unless given.", { minimum: 0, maximum: 24 })),
    }),
    answer: Preview,
    invalid: "INVALID_DATA",
    isRead: true,
    refusals: ["INVALID_DATA", "SERVICE_NOT_FOUND"],
    run: (request, deps) => {
      const { service_id: serviceId, service, h = 12 } = request.body;
      return previewTariff(deps, serviceId, decodeService(service), h);
    },
    encode: encodePreview,
  }),
];

const NOTHING = {
  fault: null,
  plot: [],
  plot_in_force: [],
  orders: 0,
  total_in_force: 0,
  total: 0,
  commission_in_force: 0,
  commission: 0,
  dearer: 0,
  cheaper: 0,
  examples: [],
};

function encodePreview(preview: TariffPreview): Static<typeof Preview> {
  if ("fault" in preview) {
    return { ...NOTHING, fault: { offset: preview.fault.offset, description: preview.fault.why } };
  }
  const { plot, previousPlot, lastWeek } = preview;
  return {
    fault: null,
    plot: [...plot],
    plot_in_force: [...previousPlot],
    orders: lastWeek.orders,
    total_in_force: lastWeek.totalBefore,
    total: lastWeek.totalAfter,
    commission_in_force: lastWeek.commissionBefore,
    commission: lastWeek.commissionAfter,
    dearer: lastWeek.dearer,
    cheaper: lastWeek.cheaper,
    examples: lastWeek.examples.map(({ orderId, ...example }) => ({ order_id: orderId, ...example })),
  };
}
