// What the server tells about a delivery (GET /t/<token>/state), and how later news is laid over it. Instants are Unix seconds.
import type { PointStatus } from "../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";
import type { StepKey } from "../../src/domain/tracking/tracking-view.ts";

export type TrackedStop = {
  readonly index: number;
  readonly kind: "pickup" | "delivery";
  readonly own: boolean;
  readonly area: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly status: PointStatus;
  readonly eta: { readonly from: number; readonly to: number } | null;
  readonly proof_photos?: readonly string[];
  readonly completed_at?: number;
};

export type TrackedDriver = {
  readonly first_name: string;
  readonly plate_number: string;
  readonly vehicle: "BIKE" | "VAN" | "TRUCK" | "";
  readonly position?: {
    readonly lat: number;
    readonly lng: number;
    readonly at: number;
    readonly heading?: number;
    readonly coarse: boolean;
  };
};

export type TrackingState = {
  readonly order_id_short: string;
  readonly status: Status;
  readonly sub_status: SubStatus;
  readonly service_name: string;
  readonly service_name_vi: string;
  readonly mode: "live" | "ended";
  readonly created_at: number;
  readonly steps: readonly { readonly key: StepKey; readonly at: number | null }[];
  readonly stops: readonly TrackedStop[];
  readonly driver?: TrackedDriver;
  readonly route?: { readonly polyline: string };
  readonly eta?: { readonly at: number; readonly low: number; readonly high: number; readonly minutes: number };
  readonly cod_amount?: number;
  readonly fee_amount?: number;
  readonly rating?: { readonly allowed: boolean; readonly stars?: number };
  readonly map: { readonly label: string; readonly demo: boolean };
  readonly updated_at: number;
  readonly server_time: number;
};

// What changes while the driver drives. A part that is left out is no longer so.
export type TrackingMove = Pick<TrackingState, "driver" | "eta" | "stops" | "updated_at" | "server_time">;

export function withMove(state: TrackingState, move: TrackingMove): TrackingState {
  const { driver: _driver, eta: _eta, ...rest } = state;
  return { ...rest, ...move };
}

// The stop this link was made for. The link of an order with several doors is nobody's in particular.
export function ownStopOf(state: TrackingState): TrackedStop | undefined {
  return state.stops.find((stop) => stop.own);
}
