// What the driver's page asks of /driver/v1, and the shapes of its answers.
import type { PaymentMethod } from "../../src/domain/pricing/payment.ts";
import { type CallOptions, call } from "../parts/call.ts";
import type { DriverWallet } from "../parts/wire/driver-wallet.ts";

export type Me = {
  readonly mobile: string;
  readonly name: string;
  readonly plate_number: string;
  readonly vehicle: string;
  readonly online: boolean;
  // The server's clock.
  readonly time: number;
};

type Task = {
  readonly order_id: string;
  readonly service_id: string;
  readonly remarks: string;
  readonly distance: number;
  readonly earnings: number;
  readonly cod: number;
  readonly cash: number;
  readonly payment_method: PaymentMethod;
};

export type OfferStop = {
  readonly index: number;
  readonly lat: number;
  readonly lng: number;
  readonly address: string;
  readonly cod: number;
  readonly remarks: string;
};

export type Offer = Task & {
  readonly id: string;
  readonly expires_in: number;
  readonly pickup_distance: number;
  readonly path: readonly OfferStop[];
};

export type Stop = OfferStop & {
  readonly name: string;
  readonly mobile: string;
  readonly status: "" | "COMPLETED" | "FAILED";
  readonly tracking_number?: string;
};

export type DriverOrder = Task & {
  readonly status: "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  readonly sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  // Of two records of an order the one with more is the newer.
  readonly seq: number;
  readonly path: readonly Stop[];
  readonly items: readonly { readonly name: string; readonly num: number }[];
  readonly polylines: string;
  readonly confirm_time: number;
  readonly pay_time: number;
};

// An order that a driver who is there sooner has now.
export type TakenBack = { readonly order_id: string; readonly at: number };

export type Wallet = DriverWallet & { readonly today: { readonly orders: number; readonly earnings: number } };

export type Way = { readonly polyline: string; readonly distance: number; readonly duration: number };

type PlannedStop = {
  readonly order_id: string;
  readonly kind: "pickup" | "delivery";
  readonly path_index: number;
  readonly lat: number;
  readonly lng: number;
  readonly address: string;
  readonly name: string;
  // Unix seconds; 0 where nobody can tell.
  readonly eta: number;
  readonly eta_low: number;
  readonly eta_high: number;
};

// Every stop of the orders in hand, the next one first.
export type Plan = {
  readonly stops: readonly PlannedStop[];
  readonly why: "" | "NEW_ORDER" | "ORDER_GONE" | "LEFT_PLAN";
  readonly changed_at: number;
  readonly polyline: string;
};

export type DriverCall = <Answer>(path: string, options?: CallOptions) => Promise<Answer>;

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

export function driverCall(token: string): DriverCall {
  return (path, options = {}) =>
    call(`/driver/v1${path}`, { ...options, headers: { ...options.headers, ...bearer(token) } });
}
