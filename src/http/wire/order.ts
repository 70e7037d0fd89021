// An order on the wire: every field of 2.9 and the state fields of D9, with what we add beside them. Unset times are 0, an
// unset point status is "", distances are kilometres.
import type { Static } from "typebox";
import type { OrderRecord, PointRecord } from "../../contract/order.ts";
import type { HistoryRecord } from "../../contract/order-history.ts";
import { cancelCodeOf } from "../../domain/orders/cancel-reasons.ts";
import type { Order, OrderPoint } from "../../domain/orders/order.ts";
import { outcomeOf } from "../../domain/orders/outcome.ts";
import { maskedPhone } from "../../domain/phone.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import type { HistoryRow } from "../../store/orders/orders.ts";
import { unixSeconds } from "./time.ts";
import type { TrackingLinks } from "./tracking-links.ts";

const APP = "partner-api";

export function encodeOrder(order: Order, links: TrackingLinks): OrderRecord {
  return {
    _id: order.id,
    order_id: order.id,
    status: order.status,
    sub_status: order.subStatus,
    outcome: outcomeOf(order),
    ...encodePrice(order),
    path: order.points.map((point, index) => encodePoint(point, index === 0 ? undefined : links.ofStop(order, index))),
    requests: order.price.requests.map(encodeRequest),
    items: order.items.map(({ id, name, price, num }) => ({ _id: id, name, price, num })),
    package_detail: order.packages.map((each) => ({
      weight: each.weightKg,
      ...(each.lengthCm === undefined ? {} : { length: each.lengthCm }),
      ...(each.widthCm === undefined ? {} : { width: each.widthCm }),
      ...(each.heightCm === undefined ? {} : { height: each.heightCm }),
      ...(each.description === undefined ? {} : { description: each.description }),
    })),
    remarks: order.remarks,
    route_optimized: order.isRouteOptimized,
    polylines: order.route.polyline,
    map_version: `${order.route.roads.engine} ${order.route.roads.map}`,
    app: APP,
    partner: order.partnerId,
    service_id: order.serviceId,
    city_id: order.cityId,
    user_id: order.ownerPhone,
    user_name: order.ownerName,
    // Nobody's phone is known by its hardware here; the field is kept for clients that look for it.
    user_imei: null,
    create_time: unixSeconds(order.createdAt),
    order_time: unixSeconds(order.orderAt),
    idle_until: unixSeconds(order.idleUntil),
    ...(order.readyAt === null ? {} : { ready_at: unixSeconds(order.readyAt) }),
    ...(order.deliverBy === null ? {} : { deliver_by: unixSeconds(order.deliverBy) }),
    ...(order.deliverFrom === null ? {} : { deliver_from: unixSeconds(order.deliverFrom) }),
    index: order.droppedBy.length,
    timeout: order.rules.timeoutSeconds,
    shared_link: links.ofOrder(order),
    share_link: links.ofOrder(order),
    ...encodeProgress(order, links.showsDriverPhones ?? false),
  };
}

function encodePrice(order: Order) {
  const { price, payment, pricing, route } = order;
  return {
    currency: pricing.currency,
    user_main_account: payment.fromMain,
    user_bonus_account: payment.fromBonus,
    total_pay: payment.totalPay,
    total_fee: price.total,
    total_price: price.total,
    subtotal_price: price.subtotal,
    online_pay: payment.onlinePay,
    distance: kilometersOf(route.distanceMeters),
    duration: Math.round(route.durationSeconds),
    ...encodeFees(price, pricing),
    payment_method: order.paymentMethod,
    promo_code: order.promoCode ?? "",
    ...(order.quoteId === null ? {} : { quote_id: order.quoteId }),
  };
}

// What a price is made of, under the names of then and now.
export function encodeFees(price: Order["price"], pricing: Order["pricing"]) {
  return {
    distance_fee: price.distanceFee,
    request_fee: price.requestFee,
    stop_fee: price.stopFee,
    road_fee: price.roadFee ?? 0,
    vat_fee: price.vatFee,
    discount: price.discount,
    distance_price: price.distanceFee,
    special_request_price: price.requestFee,
    stoppoint_price: price.stopFee,
    vat: price.vatFee,
    voucher_discount: price.discount,
    surge_rate: pricing.surgeRate / 10_000,
    tariff_version: pricing.tariffVersion,
  };
}

function encodeProgress(order: Order, showsDriverPhones: boolean) {
  const soughtAt = order.assigningAt ?? order.idleUntil ?? order.createdAt;
  return {
    supplier_id: order.driver?.phone ?? "",
    supplier_name: order.driver?.name ?? "",
    supplier_phone: order.driver ? (showsDriverPhones ? order.driver.phone : maskedPhone(order.driver.phone)) : "",
    supplier_rating: order.driver?.rating ?? 0,
    plate_number: order.driver?.plateNumber ?? "",
    supplier_plate_number: order.driver?.plateNumber ?? "",
    accept_time: unixSeconds(order.acceptedAt),
    // Clients take them for "accepted" as soon as they are there.
    ...(order.acceptedAt === null
      ? {}
      : { accept_lat: order.acceptedPlace?.lat ?? 0, accept_lng: order.acceptedPlace?.lng ?? 0 }),
    board_time: unixSeconds(order.boardedAt),
    arrive_time: unixSeconds(order.arrivedAt),
    confirm_time: unixSeconds(order.confirmedAt),
    pay_time: unixSeconds(order.paidAt),
    pickup_time: unixSeconds(order.pickedUpAt),
    ...(order.pickupProof ? { pickup_info: order.pickupProof } : {}),
    complete_time: unixSeconds(order.completedAt),
    return_time: unixSeconds(order.returnedAt),
    ...(order.returnProof ? { por_info: order.returnProof } : {}),
    ...(order.afterFees.length === 0 ? {} : { after_fees: order.afterFees.map(encodeAfterFee) }),
    cancel_time: unixSeconds(order.cancelledAt),
    cancel_by_user: order.cancelledBy === "user",
    cancelled_by: order.cancelledBy ?? ("" as const),
    cancel_comment: order.cancelComment ?? "",
    cancel_code: cancelCodeOf(order),
    comment: order.cancelComment ?? "",
    rebroadcast_comment: order.rebroadcastComment ?? "",
    notify_package_return: order.points.some((point) => point.status === "FAILED"),
    uniform_user_feedback: order.ratings.user?.rating ?? 0,
    rating_by_user: encodeRating(order.ratings.user),
    rating_by_receiver: encodeRating(order.ratings.receiver),
    pending_period: Math.max(0, (soughtAt.getTime() - order.createdAt.getTime()) / 1_000),
  };
}

function encodeAfterFee({ kind, pathIndex, fee, vat }: Order["afterFees"][number]) {
  const named = kind === "return" ? ("RETURN" as const) : ("SECOND_ATTEMPT" as const);
  return { kind: named, path_index: pathIndex ?? 0, fee, vat_fee: vat, total_fee: fee + vat };
}

function encodeRating(rating: Order["ratings"]["user"]) {
  return rating && { rating: rating.rating, comment: rating.comment, time: unixSeconds(rating.at) };
}

export function encodeRequest(request: Order["price"]["requests"][number]) {
  const { id, num, tierCode, price } = request;
  return { _id: id, num, price, ...(tierCode === null ? {} : { tier_code: tierCode }) };
}

function encodePoint(point: OrderPoint, sharedLink: string | undefined): Static<typeof PointRecord> {
  const isCompleted = point.status === "COMPLETED";
  const isFailed = point.status === "FAILED";
  return {
    action_type: sharedLink === undefined ? "PICKUP" : "DELIVERY",
    address: point.address,
    short_address: point.shortAddress ?? "",
    lat: point.lat,
    lng: point.lng,
    name: point.name,
    mobile: point.mobile,
    ...(point.trackingNumber === null ? {} : { tracking_number: point.trackingNumber }),
    remarks: point.remarks ?? "",
    cod: point.cod,
    item_value: point.itemValue ?? 0,
    status: point.status,
    ...(sharedLink === undefined ? {} : { shared_link: sharedLink }),
    complete_time: isCompleted ? unixSeconds(point.doneAt) : 0,
    complete_lat: isCompleted ? (point.donePlace?.lat ?? 0) : 0,
    complete_lng: isCompleted ? (point.donePlace?.lng ?? 0) : 0,
    complete_comment: isCompleted ? (point.comment ?? "") : "",
    ...(point.proof ? { pod_info: point.proof } : {}),
    fail_time: isFailed ? unixSeconds(point.doneAt) : 0,
    fail_lat: isFailed ? (point.donePlace?.lat ?? 0) : 0,
    fail_lng: isFailed ? (point.donePlace?.lng ?? 0) : 0,
    fail_comment: isFailed ? (point.comment ?? "") : "",
    located_by: point.place.by,
    located_confidence: point.place.confidence,
    located_as: point.place.matched ?? "",
  };
}

// One entry of an order's history on the wire.
export function encodeHistory(entry: HistoryRow): Static<typeof HistoryRecord> {
  const { seq, event, actor, status, subStatus, happenedAt } = entry;
  return { seq, event, actor, status, sub_status: subStatus, time: unixSeconds(happenedAt) };
}
