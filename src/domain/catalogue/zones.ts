// Where a service picks up and delivers: its own zone, or else the outline of its city, or else (partner-hosted services
// belong to no city) any city of the catalogue.
import { type LatLng, ringContains } from "../geo.ts";
import { HOME_ZONE } from "../local-time.ts";
import type { Catalogue, City, Service, Zone } from "./service.ts";

export function zoneContains(zone: Zone, point: LatLng): boolean {
  return zone.some((ring) => ringContains(ring, point));
}

// Only enabled cities count: a city that is switched off is no place to order from.
export function cityAt(catalogue: Catalogue, point: LatLng): City | undefined {
  for (const city of catalogue.cities.values()) {
    if (city.enabled && zoneContains(city.outline, point)) return city;
  }
  return undefined;
}

// What clocks show there.
export function timeZoneAt(catalogue: Catalogue, point: LatLng): string {
  return cityAt(catalogue, point)?.timeZone ?? HOME_ZONE;
}

export function picksUpAt(catalogue: Catalogue, service: Service, point: LatLng): boolean {
  return contains(catalogue, service, service.pickupZone, point);
}

export function deliversTo(catalogue: Catalogue, service: Service, point: LatLng): boolean {
  return contains(catalogue, service, service.deliveryZone, point);
}

function contains(catalogue: Catalogue, service: Service, own: Zone | undefined, point: LatLng): boolean {
  if (own) return zoneContains(own, point);
  if (service.cityId === undefined) return cityAt(catalogue, point) !== undefined;
  const outline = catalogue.cities.get(service.cityId)?.outline;
  return outline !== undefined && zoneContains(outline, point);
}
