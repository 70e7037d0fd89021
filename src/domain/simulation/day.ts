// A day as plain values: what was ordered, and who was out. Instants are seconds of the day's own clock.
import type { LatLng } from "../geo.ts";

export type DayOrder = {
  readonly id: string;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly pickup: LatLng;
  readonly drop: LatLng;
};

export type DayDriver = { readonly id: string; readonly onAt: number; readonly offAt: number; readonly start: LatLng };

export type Day = { readonly orders: readonly DayOrder[]; readonly drivers: readonly DayDriver[] };
