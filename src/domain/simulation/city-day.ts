// The day a city is simulated on: when people there order, how far they send, how long drivers stay out.
import type { City } from "../catalogue/service.ts";
import type { DayShape } from "./generated-day.ts";

// The city wakes at this hour; second 0 of the day.
export const FIRST_HOUR = 6;

// Built-up width of the two large cities; the others are about half as wide.
const WIDTH_METERS: Readonly<Record<string, number>> = { SGN: 14_000, HAN: 12_000 };
const SMALLER_WIDTH_METERS = 7_000;

export function cityDay(city: City, orders: number, drivers: number): DayShape {
  const widthMeters = WIDTH_METERS[city.id] ?? SMALLER_WIDTH_METERS;
  return {
    center: city.center,
    widthMeters,
    orders,
    drivers,
    pickupPlaces: Math.max(10, Math.min(250, Math.round(orders / 8))),
    dayHours: 16,
    peaks: [
      { hour: 11.5 - FIRST_HOUR, spreadHours: 1, share: 0.3 },
      { hour: 18 - FIRST_HOUR, spreadHours: 1.2, share: 0.4 },
    ],
    dropMetersMean: widthMeters / 4,
    preparationMinutesMean: 8,
    shiftHours: [4, 5, 6],
  };
}
