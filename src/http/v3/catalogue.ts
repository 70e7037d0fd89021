// Cities and services (4.8), in both versions of the city listing.

import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Catalogue, Service } from "../../domain/catalogue/service.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { getService, listCities, listServices } from "../../operations/catalogue/list-services.ts";
import { answer, responses, sendRefusal, sendSerialised } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import { CityRecord, encodeCity, LegacyCityRecord } from "../wire/city.ts";
import { encodeService, ServiceRecord } from "../wire/service.ts";

export type CatalogueDoor = {
  readonly catalogue: CatalogueKeeper;
};

// A query may repeat a parameter; then it is an array, and not what we ask for.
const Text = Type.Optional(Type.String());
const CountryQuery = Type.Object({ country_id: Text });
const ServiceQuery = Type.Object({
  city_id: Type.Optional(Type.String({ examples: ["SGN"] })),
  lat: Type.Optional(Type.String({ description: "With lng, instead of city_id.", examples: ["10.7769"] })),
  lng: Type.Optional(Type.String({ examples: ["106.7009"] })),
  delivery_type: Type.Optional(Type.String({ description: "INSTANT or TRUCK." })),
});

export function registerCatalogueCalls(app: App, deps: CatalogueDoor): void {
  const lists = openListCache();

  app.get(
    "/v3/cities",
    {
      schema: {
        tags: ["Cities and services"],
        operationId: "listCities",
        summary: "List cities",
        querystring: CountryQuery,
        response: responses(Type.Array(CityRecord)),
      },
    },
    async (request, reply) => cities(reply, request.query.country_id),
  );

  app.get(
    "/v1/order/cities",
    {
      schema: {
        tags: ["Cities and services"],
        operationId: "listCitiesV1",
        summary: "List cities (version 1.0.0)",
        querystring: CountryQuery,
        response: responses(Type.Array(LegacyCityRecord)),
      },
    },
    async (request, reply) => cities(reply, request.query.country_id),
  );

  function cities(reply: FastifyReply, countryId: string | undefined): FastifyReply {
    if (!countryId) return sendRefusal(reply, refuse("MISSING_REQUIRED_INFO", "country_id is missing."));
    return reply.send(listCities(deps.catalogue.current(), countryId).map(encodeCity));
  }

  app.get(
    "/v3/services",
    {
      schema: {
        tags: ["Cities and services"],
        operationId: "listServices",
        summary: "List services",
        description: "Services of a city, given by its code or by a coordinate in it.",
        querystring: ServiceQuery,
        response: responses(Type.Array(ServiceRecord)),
      },
    },
    async (request, reply) => {
      const { city_id: cityId, lat, lng, delivery_type: deliveryType } = request.query;
      const { partnerId } = callerOf(request);
      const catalogue = deps.catalogue.current();
      const services = listServices(catalogue, partnerId, { cityId, lat, lng, deliveryType });
      if (isRefusal(services)) return sendRefusal(reply, services);
      return sendSerialised(reply, lists(catalogue, services, reply));
    },
  );

  app.get(
    "/v3/services/:service_id",
    {
      schema: {
        tags: ["Cities and services"],
        operationId: "getService",
        summary: "Service details",
        description: "An array of one: the service with its special requests.",
        params: Type.Object({ service_id: Type.String({ examples: ["SGN-BIKE"] }) }),
        response: responses(Type.Array(ServiceRecord)),
      },
    },
    async (request, reply) => {
      const { partnerId } = callerOf(request);
      const service = getService(deps.catalogue.current(), partnerId, request.params.service_id);
      return answer(reply, service, (found) => [encodeService(found)]);
    },
  );
}

const LISTS_MAX = 500;

// A list of services is some 30 KB that change only with the catalogue: it is serialised once per catalogue and list, and
// kept as bytes, because turning a string of that size into UTF-8 was an eighth of the whole call.
function openListCache(): (catalogue: Catalogue, services: readonly Service[], reply: FastifyReply) => Buffer {
  let of: Catalogue | undefined;
  let kept = new Map<string, Buffer>();
  return (catalogue, services, reply) => {
    if (of !== catalogue) [of, kept] = [catalogue, new Map()];
    const key = services.map((service) => service.id).join(" ");
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bytes = Buffer.from(String(reply.serialize(services.map(encodeService))));
    if (kept.size < LISTS_MAX) kept.set(key, bytes);
    return bytes;
  };
}
