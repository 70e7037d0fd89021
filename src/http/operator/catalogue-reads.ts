// The catalogue as the operator sees it: everything, switched off or not, with outlines and zones; what a service was before; and
// what a tariff would do before it is saved.
import { type Static, Type } from "typebox";
import { refuse } from "../../domain/refusal.ts";
import type { SaveDeps } from "../../operations/catalogue/save-catalogue.ts";
import { previewTariff, type TariffPreview } from "../../operations/console/preview-tariff.ts";
import { listServiceVersions } from "../../store/catalogue/catalogue.ts";
import type { Sql } from "../../store/db.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { IS_READ } from "../base/audit.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeOperatorCity, OperatorCity } from "../wire/city.ts";
import { encodeOperatorService, OperatorService } from "../wire/service.ts";
import { decodeService, ServiceBody } from "../wire/service-draft.ts";
import { unixSeconds } from "../wire/time.ts";

const VERSIONS_MAX = 50;
const IdParams = Type.Object({ id: Type.String() });
const vnd = Type.Number({ description: "VND" });
const Line = Type.Array(Type.Object({ x: Type.Number({ description: "km" }), fee: vnd }));
const Preview = Type.Object(
  {
    fault: Type.Union([Type.Null(), Type.Object({ offset: Type.Integer(), description: Type.String() })]),
    plot: Line,
    plot_in_force: Line,
    orders: Type.Integer({ description: "Of the last seven days, cancelled ones left out; at most 2,000." }),
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

export type CatalogueReadDoor = SaveDeps & { readonly reads: Sql };

export function registerCatalogueReadCalls(app: App, deps: CatalogueReadDoor): void {
  const documented = { tags: ["Operator"] };

  app.get(
    "/operator/v1/cities",
    {
      schema: {
        ...documented,
        operationId: "listOperatorCities",
        summary: "Every city with its outline",
        response: responses(Type.Object({ cities: Type.Array(OperatorCity) })),
      },
    },
    async (_request, reply) => {
      const cities = [...deps.catalogue.current().cities.values()].map(encodeOperatorCity);
      return reply.send({ cities } as { cities: Static<typeof OperatorCity>[] });
    },
  );

  app.get(
    "/operator/v1/services",
    {
      schema: {
        ...documented,
        operationId: "listOperatorServices",
        summary: "Every service, of one city or of all",
        querystring: Type.Object({ city_id: Type.Optional(Type.String()) }),
        response: responses(Type.Object({ services: Type.Array(OperatorService) })),
      },
    },
    async (request, reply) => {
      const { city_id: cityId } = request.query;
      const services = [...deps.catalogue.current().services.values()]
        .filter((service) => cityId === undefined || service.cityId === undefined || service.cityId === cityId)
        .map(encodeOperatorService);
      return reply.send({ services });
    },
  );

  app.get(
    "/operator/v1/services/:id/versions",
    {
      schema: {
        ...documented,
        operationId: "listServiceVersions",
        summary: "What a service was before, newest first",
        params: IdParams,
        response: responses(Type.Object({ versions: Type.Array(VersionRecord) })),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!deps.catalogue.current().services.has(id)) {
        return sendRefusal(reply, refuse("SERVICE_NOT_FOUND", `There is no service ${id}.`));
      }
      const versions = await listServiceVersions(deps.db, id, VERSIONS_MAX);
      return reply.send({
        versions: versions.map(({ version, savedAt, definition }) => ({
          version,
          save_time: unixSeconds(savedAt),
          service: encodeOperatorService({ ...definition, tariffVersion: version }),
        })),
      });
    },
  );

  app.post(
    "/operator/v1/tariffs/preview",
    {
      attachValidation: true,
      config: IS_READ,
      schema: {
        ...documented,
        operationId: "previewTariff",
        summary: "What a change of a service would do; nothing is saved",
        description: "A tariff that does not parse is no refusal here: `fault` says where and what is wrong.",
        body: Type.Object({
          service_id: Type.String(),
          service: ServiceBody,
          h: Type.Optional(
            Type.Number({ minimum: 0, maximum: 24, description: "The hour to plot at; 12 unless given." }),
          ),
        }),
        response: responses(Preview),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { service_id: serviceId, service, h = 12 } = request.body;
      return answer(reply, await previewTariff(deps, serviceId, decodeService(service), h), encodePreview);
    },
  );
}

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
