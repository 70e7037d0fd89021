// A made-up day of parcels: a few hubs from which they go all over a city for some hours, and drivers who stay until the last is due.
import { normalChance, seededChance } from "../chance.ts";
import type { LatLng } from "../geo.ts";
import type { Day } from "./day.ts";

export type HubDayShape = {
  readonly parcels: number;
  readonly hubs: number;
  readonly drivers: number;
  readonly hours: number;
  // Hours after the last order that drivers stay.
  readonly hoursAfter: number;
  readonly center: LatLng;
};

export const HUB_DAY: Omit<HubDayShape, "center"> = { parcels: 180, hubs: 3, drivers: 24, hours: 4, hoursAfter: 4 };

const METERS_PER_DEGREE = 111_195;
// Hubs lie within the first of these of the middle, drivers and doors within the second.
const HUBS_METERS = 3_000;
const DOORS_METERS = 6_000;
const PREPARATION_SECONDS = 600;
const HOUR = 3_600;

export function hubDay({ parcels, hubs, drivers, hours, hoursAfter, center }: HubDayShape, seed: number): Day {
  const chance = seededChance(seed);
  const around = (meters: number): LatLng => {
    const angle = chance() * 2 * Math.PI;
    const away = Math.sqrt(chance()) * meters;
    const lat = center.lat + (Math.cos(angle) * away) / METERS_PER_DEGREE;
    const lng = center.lng + (Math.sin(angle) * away) / (METERS_PER_DEGREE * Math.cos((center.lat * Math.PI) / 180));
    return { lat, lng };
  };
  const places = Array.from({ length: hubs }, () => around(HUBS_METERS));
  const orders = Array.from({ length: parcels }, (_, at) => {
    const placedAt = chance() * hours * HOUR;
    const readyAt = placedAt + PREPARATION_SECONDS * Math.exp(0.3 * normalChance(chance));
    return {
      id: `P${at + 1}`,
      placedAt,
      readyAt,
      pickup: places[Math.floor(chance() * hubs)]!,
      doors: [around(DOORS_METERS)],
    };
  });
  const fleet = Array.from({ length: drivers }, (_, at) => ({
    id: `D${at + 1}`,
    onAt: 0,
    offAt: (hours + hoursAfter) * HOUR,
    start: around(DOORS_METERS),
  }));
  return { orders: orders.sort((a, b) => a.placedAt - b.placedAt), drivers: fleet };
}
