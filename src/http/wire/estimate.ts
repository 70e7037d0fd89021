// One service's fee on the wire (2.10, D5).
import type { Static } from "typebox";
import type { EstimateData, EstimateElement } from "../../contract/estimate.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { DeliveryWindow } from "../../domain/rolling-plan/booking.ts";
import type { Estimate, PricedEstimate } from "../../operations/orders/estimate-fees.ts";
import { errorBody } from "../base/answer.ts";
import { encodeFees, encodeRequest } from "./order.ts";
import { unixSeconds } from "./time.ts";

export function encodeEstimate({ serviceId, outcome }: Estimate): Static<typeof EstimateElement> {
  if (isRefusal(outcome)) return { service_id: serviceId, data: null, error: errorBody(outcome) };
  const { quoteId, expiresAt, warnings } = outcome;
  return {
    service_id: serviceId,
    data: encodeData(outcome),
    error: null,
    quote_id: quoteId,
    expires_at: unixSeconds(expiresAt),
    warnings: [...warnings],
  };
}

function encodeData({ price, inputs, ...rest }: PricedEstimate): Static<typeof EstimateData> {
  return {
    distance: kilometersOf(rest.distanceMeters),
    duration: Math.round(rest.durationSeconds),
    ...encodeFees(price, inputs),
    total_fee: price.total,
    total_price: price.total,
    subtotal_price: price.subtotal,
    currency: inputs.currency,
    requests: price.requests.map(encodeRequest),
    quote_id: rest.quoteId,
    expires_at: unixSeconds(rest.expiresAt),
    warnings: [...rest.warnings],
    points: rest.points.map(({ lat, lng, place, movedMeters }) => ({
      lat,
      lng,
      located_by: place.by,
      located_confidence: place.confidence,
      moved_meters: Math.round(movedMeters),
    })),
    eta: encodeExpected(rest.expected),
    ...encodePromise(rest.window),
    ...(rest.stopOrder === undefined
      ? {}
      : { stop_order: [...rest.stopOrder], stop_order_changed: rest.stopOrder.some((stop, at) => stop !== at) }),
  };
}

// Absent where nothing was promised.
export function encodePromise(window: DeliveryWindow | undefined): { deliver_by?: number; deliver_from?: number } {
  if (!window) return {};
  const { from, to } = window;
  return { ...(from && { deliver_from: unixSeconds(from) }), deliver_by: unixSeconds(to) };
}

function encodeExpected(expected: PricedEstimate["expected"]): Static<typeof EstimateData>["eta"] {
  return {
    pickup: unixSeconds(expected.pickup.at),
    pickup_low: unixSeconds(expected.pickup.low),
    pickup_high: unixSeconds(expected.pickup.high),
    delivery: unixSeconds(expected.delivery.at),
    low: unixSeconds(expected.delivery.low),
    high: unixSeconds(expected.delivery.high),
    assign_seconds: expected.assignSeconds,
    pickup_seconds: expected.pickupSeconds,
    ride_seconds: expected.rideSeconds,
  };
}
