// Which cities and services a caller sees (4.8, D20).
import { findService } from "../../domain/catalogue/find-service.ts";
import type { Catalogue, City, DeliveryType, Service } from "../../domain/catalogue/service.ts";
import { cityAt } from "../../domain/catalogue/zones.ts";
import { isLatLng } from "../../domain/geo.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";

export type ServiceQuery = {
  readonly cityId: string | undefined;
  readonly lat: string | undefined;
  readonly lng: string | undefined;
  readonly deliveryType: string | undefined;
};

export function listCities(catalogue: Catalogue, countryId: string): readonly City[] {
  return [...catalogue.cities.values()].filter((city) => city.enabled && city.countryId === countryId);
}

// Order of checks: 406 INVALID_DELIVERY_TYPE, then 404 CITY_NOT_FOUND.
export function listServices(
  catalogue: Catalogue,
  partnerId: string,
  query: ServiceQuery,
): readonly Service[] | Refusal<"INVALID_DELIVERY_TYPE" | "CITY_NOT_FOUND"> {
  const { deliveryType } = query;
  if (deliveryType !== undefined && !isDeliveryType(deliveryType)) {
    return refuse("INVALID_DELIVERY_TYPE", `delivery_type must be INSTANT or TRUCK, not ${deliveryType}.`);
  }
  const city = findCity(catalogue, query);
  if (isRefusal(city)) return city;
  const offered = [...catalogue.services.values()].filter(
    (service) =>
      findService(catalogue, partnerId, service.id) !== undefined &&
      (deliveryType === undefined || service.deliveryType === deliveryType),
  );
  // The city's own first, then the partner's hosted services, which are offered in every city.
  return [
    ...offered.filter((service) => service.cityId === city.id),
    ...offered.filter((service) => service.cityId === undefined),
  ];
}

export function getService(
  catalogue: Catalogue,
  partnerId: string,
  serviceId: string,
): Service | Refusal<"SERVICE_NOT_FOUND"> {
  return (
    findService(catalogue, partnerId, serviceId) ?? refuse("SERVICE_NOT_FOUND", `There is no service ${serviceId}.`)
  );
}

// city_id wins over a coordinate when both are given.
function findCity(catalogue: Catalogue, query: ServiceQuery): City | Refusal<"CITY_NOT_FOUND"> {
  if (query.cityId !== undefined && query.cityId !== "") {
    const city = catalogue.cities.get(query.cityId);
    return city?.enabled ? city : refuse("CITY_NOT_FOUND", `There is no city ${query.cityId}.`);
  }
  const point = { lat: coordinate(query.lat), lng: coordinate(query.lng) };
  if (!isLatLng(point)) return refuse("CITY_NOT_FOUND", "Give city_id, or lat and lng as decimal degrees.");
  return cityAt(catalogue, point) ?? refuse("CITY_NOT_FOUND", `No city covers ${point.lat}, ${point.lng}.`);
}

function coordinate(text: string | undefined): number {
  return text === undefined || text.trim() === "" ? Number.NaN : Number(text);
}

function isDeliveryType(text: string): text is DeliveryType {
  return text === "INSTANT" || text === "TRUCK";
}
