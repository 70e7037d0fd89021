// An order while it is being put together, and the calls it becomes. Plain values: the view shows the same JSON that is sent.

import type { Estimate, Service } from "../../../clients/typescript/src/api.ts";
import { requestIdOf } from "../../../src/domain/catalogue/ids.ts";
import { secondsIn } from "../../../src/domain/local-time.ts";
import type { PaymentMethod } from "../../../src/domain/pricing/payment.ts";
import { OPTIMISED_POINTS_MIN } from "../../../src/domain/stop-order/stop-order.ts";
import type { Input } from "../../parts/ask.ts";
import { Refused } from "../../parts/call.ts";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { PinSource } from "../../parts/places/place-field.tsx";
import { readCoordinates } from "../../parts/places/read-coordinates.ts";

export type DraftPoint = {
  readonly key: string;
  // Absent: the server finds the address.
  readonly place: LatLng | undefined;
  // How the place was found; undefined while there is none.
  readonly source: PinSource | undefined;
  readonly address: string;
  readonly name: string;
  readonly mobile: string;
  readonly cod: number;
  readonly trackingNumber: string;
};

// By the request's group id: how many, or which size.
export type DraftRequests = Readonly<Record<string, { readonly num?: number; readonly tier?: string }>>;

export type Draft = {
  readonly points: readonly DraftPoint[];
  readonly paymentMethod: PaymentMethod;
  readonly promoCode: string;
  readonly remarks: string;
  // A robot's story, in the sandbox.
  readonly story: string;
  // As an input of kind datetime-local gives it, by the clock of the pickup's city; empty: now.
  readonly when: string;
  readonly optimize: boolean;
  readonly requests: DraftRequests;
};

export const EMPTY_DRAFT: Draft = {
  points: [],
  paymentMethod: "BALANCE",
  promoCode: "",
  remarks: "",
  story: "",
  when: "",
  optimize: false,
  requests: {},
};

// Enough for a price.
export function isPlaced(draft: Draft): boolean {
  return (
    draft.points.length >= 2 &&
    draft.points.every((point) => point.place !== undefined || isWholeAddress(point.address))
  );
}

// Street, ward and province at least; what has fewer parts is still being typed, and the server would only say so.
function isWholeAddress(address: string): boolean {
  const parts = address.split(",").filter((part) => part.trim() !== "");
  return parts.length >= 3 && readCoordinates(address) === undefined;
}

// Enough for an order.
export function isComplete(draft: Draft): boolean {
  const filled = (text: string): boolean => text.trim() !== "";
  return isPlaced(draft) && draft.points.every(({ address, name, mobile }) => [address, name, mobile].every(filled));
}

export function estimateBody(draft: Draft, services: readonly Service[], zone: string): Input<"estimateFees">["body"] {
  return {
    ...sharedBody(draft, zone),
    group_services: services.map((service) => ({
      _id: service.group_service_id,
      group_requests: chosen(draft, service).map(({ groupId, more }) => ({ _id: groupId, ...more })),
    })),
  };
}

export function createBody(draft: Draft, service: Service, estimate: Estimate, zone: string): CreateBody {
  return {
    ...sharedBody(draft, zone),
    // Searched for so much earlier that it is delivered at the time that was agreed.
    ...(draft.when === "" ? {} : { idle_until: wantedAt(draft, zone) - leadSeconds(draft, estimate, zone) }),
    service_id: estimate.service_id,
    requests: chosen(draft, service).map(({ groupId, more }) => ({
      _id: service.group_service_id === estimate.service_id ? groupId : requestIdOf(estimate.service_id, groupId),
      ...more,
    })),
    ...(estimate.quote_id === undefined ? {} : { quote_id: estimate.quote_id }),
  };
}

function wantedAt(draft: Draft, zone: string): number {
  return draft.when === "" ? 0 : secondsIn(zone, `${draft.when}:00`);
}

// How long such a delivery takes from the search for a driver on, where it is wanted at a time. The estimate tells it for a search at that time.
export function leadSeconds(draft: Draft, { data }: Estimate, zone: string): number {
  const at = wantedAt(draft, zone);
  return at === 0 || !data ? 0 : Math.max(0, data.eta.delivery - at);
}

type CreateBody = Input<"createOrder">["body"];

// A create call under its key, kept from before it is sent until it is answered: whatever happens meanwhile, asking again is that very call, so
// that one order comes of it.
export type OrderCall = { readonly at: number; readonly body: CreateBody; readonly key: string };

// How long the server knows a key.
const KEY_MS = 24 * 3_600_000;

// A call that may have been taken without our having heard.
export function unanswered(sent: OrderCall | undefined, now: number): OrderCall | undefined {
  return sent && now - sent.at < KEY_MS ? sent : undefined;
}

// A plain "no" to this very order. What was turned away before anybody looked at it says nothing of an earlier try.
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const { status, code } = error;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== "IDEMPOTENCY_IN_PROGRESS";
}

function sharedBody(draft: Draft, zone: string) {
  const at = wantedAt(draft, zone);
  const remarks = [draft.remarks.trim(), draft.story].filter((part) => part !== "").join(" ");
  return {
    order_time: at,
    ...(at > 0 ? { idle_until: at } : {}),
    path: draft.points.map((point, index) => ({
      address: point.address.trim(),
      ...point.place,
      name: point.name.trim(),
      mobile: point.mobile.trim(),
      ...(index > 0 && point.cod > 0 ? { cod: point.cod } : {}),
      ...(point.trackingNumber.trim() === "" ? {} : { tracking_number: point.trackingNumber.trim() }),
    })),
    payment_method: draft.paymentMethod,
    ...(draft.promoCode.trim() === "" ? {} : { promo_code: draft.promoCode.trim().toUpperCase() }),
    ...(remarks === "" ? {} : { remarks }),
    ...(draft.optimize && draft.points.length >= OPTIMISED_POINTS_MIN ? { route_optimized: true } : {}),
  };
}

// A request is sent to the services that have it.
function chosen(draft: Draft, service: Service) {
  return service.requests.flatMap((request) => {
    const choice = draft.requests[request.group_id];
    if (!choice || !request.enable) return [];
    const more = {
      ...(choice.num === undefined ? {} : { num: choice.num }),
      ...(choice.tier === undefined ? {} : { tier_code: choice.tier }),
    };
    return [{ groupId: request.group_id, more }];
  });
}
