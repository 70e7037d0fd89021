// What a page does with a delivery's state beyond showing it.
import type { Tracking } from "../../clients/typescript/src/api.ts";

// What changes while the driver drives. A part that is left out is no longer so.
export type TrackingMove = Pick<Tracking, "driver" | "eta" | "stops" | "updated_at" | "server_time">;

export function withMove(state: Tracking, move: TrackingMove): Tracking {
  const { driver: _driver, eta: _eta, ...rest } = state;
  return { ...rest, ...move };
}

// The stop this link was made for. The link of an order with several doors is nobody's in particular.
export function ownStopOf(state: Tracking): Tracking["stops"][number] | undefined {
  return state.stops.find((stop) => stop.own);
}
