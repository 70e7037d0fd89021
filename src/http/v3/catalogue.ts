// Cities and services (4.8), in both versions of the city listing.
import { Type } from "typebox";
import { CityRecord, LegacyCityRecord } from "../../contract/city.ts";
import { field, maybe } from "../../contract/fields.ts";
import { ServiceRecord } from "../../contract/service.ts";
import type { Catalogue, Service } from "../../domain/catalogue/service.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { getService, listCities, listServices } from "../../operations/catalogue/list-services.ts";
import { sendSerialised } from "../base/answer.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf, type Reply } from "../calls/call.ts";
import { encodeCity } from "../wire/city.ts";
import { encodeService } from "../wire/service.ts";

export type CatalogueDoor = {
  readonly catalogue: CatalogueKeeper;
};

// A query may repeat a parameter; then it is an array, and not what we ask for.
const Text = maybe(Type.String());
const CountryQuery = Type.Object({ country_id: Text });
const ServiceQuery = Type.Object({
  city_id: maybe(Type.String({ examples: ["SGN"] })),
  lat: maybe(field.text("With lng, instead of city_id.", { examples: ["10.7769"] })),
  lng: maybe(Type.String({ examples: ["106.7009"] })),
  delivery_type: maybe(field.text("INSTANT or TRUCK.")),
});

const call = callsOf<CatalogueDoor>("Cities and services");

function citiesOf({ catalogue }: CatalogueDoor, countryId: string | undefined) {
  if (!countryId) return refuse("MISSING_REQUIRED_INFO", "country_id is missing.");
  return listCities(catalogue.current(), countryId);
}

export const catalogueCalls = [
  call({
    id: "listCities",
    at: "GET /v3/cities",
    summary: "List cities",
    query: CountryQuery,
    answer: Type.Array(CityRecord),
    refusals: [["MISSING_REQUIRED_INFO", "`country_id`"]],
    run: ({ query }, deps) => citiesOf(deps, query.country_id),
    encode: (cities) => cities.map(encodeCity),
  }),
  call({
    id: "listCitiesV1",
    at: "GET /v1/order/cities",
    summary: "List cities (version 1.0.0)",
    query: CountryQuery,
    answer: Type.Array(LegacyCityRecord),
    refusals: [["MISSING_REQUIRED_INFO", "`country_id`"]],
    run: ({ query }, deps) => citiesOf(deps, query.country_id),
    encode: (cities) => cities.map(encodeCity),
  }),
  call.plain({
    id: "listServices",
    at: "GET /v3/services",
    summary: "List services",
    description: "Services of a city, given by its code or by a coordinate in it.",
    query: ServiceQuery,
    answer: Type.Array(ServiceRecord),
    refusals: ["CITY_NOT_FOUND", "INVALID_DELIVERY_TYPE"],
    run: (request, deps, { reply }) => {
      const { city_id: cityId, lat, lng, delivery_type: deliveryType } = request.query;
      const { partnerId } = callerOf(request);
      const catalogue = deps.catalogue.current();
      const services = listServices(catalogue, partnerId, { cityId, lat, lng, deliveryType });
      if (isRefusal(services)) return services;
      return sendSerialised(reply, serialisedList(catalogue, services, reply));
    },
  }),
  call({
    id: "getService",
    at: "GET /v3/services/:service_id",
    summary: "Service details",
    description: "An array of one: the service with its special requests.",
    answer: Type.Array(ServiceRecord),
    refusals: ["SERVICE_NOT_FOUND"],
    run: (request, deps) =>
      getService(deps.catalogue.current(), callerOf(request).partnerId, request.params.service_id),
    encode: (found) => [encodeService(found)],
  }),
];

const LISTS_MAX = 500;

// A list of services is some 30 KB that change only with the catalogue: it is serialised once per catalogue and list, and
// kept as bytes, because turning a string of that size into UTF-8 was an eighth of the whole call.
const lists = new WeakMap<Catalogue, Map<string, Buffer>>();

function serialisedList(catalogue: Catalogue, services: readonly Service[], reply: Reply): Buffer {
  const kept = lists.get(catalogue) ?? new Map<string, Buffer>();
  lists.set(catalogue, kept);
  const key = services.map((service) => service.id).join(" ");
  const known = kept.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(String(reply.serialize(services.map(encodeService))));
  if (kept.size < LISTS_MAX) kept.set(key, bytes);
  return bytes;
}
