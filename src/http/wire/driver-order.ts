// An order as its driver sees it, and as it is offered to one. Whoever has not accepted sees where to, not to whom.

import type { Static } from "typebox";
import type {
  ClosedOfferRecord,
  DriverOrderRecord,
  OfferRecord,
  TakenBackRecord,
} from "../../contract/driver-order.ts";
import type { Offer } from "../../domain/drivers/offer.ts";
import { takenForCashOrder, walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import { codTotal, type Order, type OrderPoint, parcelCount } from "../../domain/orders/order.ts";
import { allowedEvents, type LifeEvent } from "../../domain/orders/order-life.ts";
import { standingOf, whyNotNow } from "../../domain/orders/steps/next-step.ts";
import { TAKEN_BACK_COMMENT } from "../../domain/orders/steps/to-pickup.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import type { TakenBack } from "../../store/drivers/held-orders.ts";
import { unixSeconds } from "./time.ts";

// What the driver's page calls each event of the state table; the others are not theirs to say.
const ACTIONS: Partial<Record<LifeEvent, string>> = {
  arrive: "arrive",
  confirm: "confirm",
  pay: "pay",
  pickup: "pickup",
  deliver: "deliver",
  fail: "fail",
  driver_cancel: "cancel",
  return_begin: "return",
  return_done: "return",
  redeliver: "deliver",
  refail: "fail",
};

function encodeTask(order: Order) {
  return {
    order_id: order.id,
    service_id: order.serviceId,
    city_id: order.cityId,
    remarks: order.remarks,
    payment_method: order.paymentMethod,
    distance: kilometersOf(order.route.distanceMeters),
    duration: Math.round(order.route.durationSeconds),
    total_fee: order.price.total,
    earnings: order.price.total - takenForCashOrder(order.price),
    cod: codTotal(order.points),
    cash: order.payment.totalPay,
    wallet_needed: walletNeededFor(order),
    requests: order.price.requests.map(({ id, num, tierCode }) => ({
      _id: id,
      num,
      ...(tierCode === null ? {} : { tier_code: tierCode }),
    })),
    index: order.droppedBy.length,
  };
}

function encodeStop(point: OrderPoint, index: number) {
  const { lat, lng, address, cod } = point;
  return { index, lat, lng, address, cod, remarks: point.remarks ?? "" };
}

export function encodeOffer(offer: Offer, order: Order, now: Date): Static<typeof OfferRecord> {
  return {
    id: offer.id,
    kind: offer.kind,
    offered_at: unixSeconds(offer.offeredAt),
    expires_at: unixSeconds(offer.expiresAt),
    expires_in: Math.max(0, (offer.expiresAt.getTime() - now.getTime()) / 1000),
    pickup_distance: offer.pickupMeters,
    pickup_seconds: offer.pickupSeconds,
    ...(offer.routeId && { route_id: offer.routeId }),
    ...encodeTask(order),
    path: order.points.map(encodeStop),
  };
}

export function encodeClosedOffer(offer: Offer): Static<typeof ClosedOfferRecord> {
  return { id: offer.id, order_id: offer.orderId, answer: offer.answer ?? "" };
}

export function encodeDriverOrder(order: Order): Static<typeof DriverOrderRecord> {
  return {
    ...encodeTask(order),
    status: order.status,
    sub_status: order.subStatus,
    seq: order.seq,
    actions: actionsOf(order),
    parcels: parcelCount(order),
    path: order.points.map((point, index) => ({
      ...encodeStop(point, index),
      short_address: point.shortAddress ?? "",
      name: point.name,
      mobile: point.mobile,
      ...(point.trackingNumber === null ? {} : { tracking_number: point.trackingNumber }),
      status: point.isRetryAsked ? "" : point.status,
      done_time: unixSeconds(point.doneAt),
    })),
    ...(order.afterFees.some(({ kind }) => kind === "return") ? { return_asked: true } : {}),
    items: order.items.map(({ name, num }) => ({ name, num })),
    polylines: order.route.polyline,
    accept_time: unixSeconds(order.acceptedAt),
    board_time: unixSeconds(order.boardedAt),
    arrive_time: unixSeconds(order.arrivedAt),
    confirm_time: unixSeconds(order.confirmedAt),
    pay_time: unixSeconds(order.paidAt),
    pickup_time: unixSeconds(order.pickedUpAt),
    complete_time: unixSeconds(order.completedAt),
    return_time: unixSeconds(order.returnedAt),
    cancel_time: unixSeconds(order.cancelledAt),
    cancel_comment: order.cancelComment ?? "",
  };
}

// What the step would refuse although the status allows it is no action.
function actionsOf(order: Order): string[] {
  const standing = standingOf(order);
  return allowedEvents(order.status).flatMap((event) =>
    whyNotNow(event, standing) === undefined ? (ACTIONS[event] ?? []) : [],
  );
}

export function encodeTakenBack({ orderId, takenAt }: TakenBack): Static<typeof TakenBackRecord> {
  return { order_id: orderId, at: unixSeconds(takenAt), why: TAKEN_BACK_COMMENT };
}
