// An order as its driver sees it, and as it is offered to one. Whoever has not accepted sees where to, not to whom.
import { type Static, Type } from "typebox";
import type { Offer } from "../../domain/drivers/offer.ts";
import { takenForCashOrder, walletNeededFor } from "../../domain/ledger/driver-wallet.ts";
import { codTotal, type Order, type OrderPoint } from "../../domain/orders/order.ts";
import { allowedEvents, type LifeEvent } from "../../domain/orders/order-life.ts";
import { TAKEN_BACK_COMMENT } from "../../domain/orders/steps/to-pickup.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import type { TakenBack } from "../../store/drivers/held-orders.ts";
import { unixSeconds } from "./time.ts";

const text = Type.String();
const vnd = Type.Integer({ description: "VND" });
const time = Type.Number({ description: "Unix timestamp; 0 while unset." });

const stop = {
  index: Type.Integer(),
  lat: Type.Number(),
  lng: Type.Number(),
  address: text,
  cod: vnd,
  remarks: text,
};
const task = {
  order_id: text,
  service_id: text,
  city_id: text,
  remarks: text,
  payment_method: text,
  distance: Type.Number({ description: "km, from the pickup to the last point." }),
  duration: Type.Number({ description: "s" }),
  total_fee: vnd,
  earnings: Type.Integer({ description: "What the driver earns by it, after commission and VAT." }),
  cod: Type.Integer({ description: "COD to collect over all points." }),
  cash: Type.Integer({ description: "The fee to collect in cash; 0 when it is paid from a balance." }),
  wallet_needed: Type.Integer({ description: "What the wallet must hold to take the order." }),
  requests: Type.Array(Type.Object({ _id: text, num: Type.Integer(), tier_code: Type.Optional(text) })),
  index: Type.Integer({ description: "How many drivers gave the order up before." }),
};

export const OfferRecord = Type.Object(
  {
    id: text,
    kind: Type.String({ description: "assign: asked of this driver alone; broadcast: the first to accept has it." }),
    offered_at: time,
    expires_at: time,
    expires_in: Type.Number({ description: "Seconds left when this was sent; a phone's clock may be wrong." }),
    pickup_distance: Type.Number({ description: "Metres by road to the pickup." }),
    pickup_seconds: Type.Number(),
    ...task,
    path: Type.Array(Type.Object(stop)),
  },
  { title: "Offer" },
);

export const TakenBackRecord = Type.Object({ order_id: text, at: time, why: text }, { title: "TakenBack" });

export function encodeTakenBack({ orderId, takenAt }: TakenBack): Static<typeof TakenBackRecord> {
  return { order_id: orderId, at: unixSeconds(takenAt), why: TAKEN_BACK_COMMENT };
}

export const ClosedOfferRecord = Type.Object({ id: text, order_id: text, answer: text }, { title: "ClosedOffer" });

export const DriverOrderRecord = Type.Object(
  {
    ...task,
    status: text,
    sub_status: text,
    seq: Type.Integer({
      description: "Counts the order's changes: of two records of it the one with more is the newer.",
    }),
    actions: Type.Array(text, { description: "Steps that can be taken now." }),
    path: Type.Array(
      Type.Object({
        ...stop,
        short_address: text,
        name: text,
        mobile: text,
        tracking_number: Type.Optional(text),
        status: Type.String({ description: '"" while it is to be done, also for the second time.' }),
        done_time: time,
      }),
    ),
    return_asked: Type.Optional(Type.Boolean({ description: "The sender wants what could not be delivered back." })),
    items: Type.Array(Type.Object({ name: text, num: Type.Integer() })),
    polylines: text,
    accept_time: time,
    board_time: time,
    arrive_time: time,
    confirm_time: time,
    pay_time: time,
    pickup_time: time,
    complete_time: time,
    return_time: time,
    cancel_time: time,
    cancel_comment: text,
  },
  { title: "DriverOrder" },
);

// What the driver's page calls each event of the state table; the others are not his to say.
const ACTIONS: Partial<Record<LifeEvent, string>> = {
  arrive: "arrive",
  confirm: "confirm",
  pay: "pay",
  pickup: "pickup",
  deliver: "deliver",
  fail: "fail",
  driver_cancel: "cancel",
  return_begin: "return",
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
  const isAgain = order.subStatus === "IN_REDELIVERY";
  const refused: Partial<Record<LifeEvent, boolean>> = {
    redeliver: !isAgain,
    refail: !isAgain,
    arrive: order.subStatus === "ARRIVED",
    confirm: order.confirmedAt !== null,
    pay: order.paidAt !== null,
    pickup: order.rules.needConfirmBeforePickup && order.confirmedAt === null,
    return_begin:
      order.subStatus === "RETURNED" ||
      order.subStatus === "IN_REDELIVERY" ||
      !order.points.some((point) => point.status === "FAILED"),
  };
  return allowedEvents(order.status).flatMap((event) => (refused[event] ? [] : (ACTIONS[event] ?? [])));
}
