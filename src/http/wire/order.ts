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

// In one piece: an object that is spread into another is copied field by field, which took three quarters of the time.
export function encodeOrder(order: Order, links: TrackingLinks): OrderRecord {
  const { price, payment, pricing, route, driver } = order;
  const soughtAt = order.assigningAt ?? order.idleUntil ?? order.createdAt;
  const sharedLink = links.ofOrder(order);
  return {
    _id: order.id,
    order_id: order.id,
    status: order.status,
    sub_status: order.subStatus,
    outcome: outcomeOf(order),
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
    ...(order.quoteId === null ? undefined : { quote_id: order.quoteId }),
    path: order.points.map((point, index) => encodePoint(point, index === 0 ? undefined : links.ofStop(order, index))),
    requests: price.requests.map(encodeRequest),
    items: order.items.map(({ id, name, price: each, num }) => ({ _id: id, name, price: each, num })),
    package_detail: order.packages.map(encodePackage),
    remarks: order.remarks,
    route_optimized: order.isRouteOptimized,
    polylines: route.polyline,
    map_version: `${route.roads.engine} ${route.roads.map}`,
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
    ...(order.readyAt === null ? undefined : { ready_at: unixSeconds(order.readyAt) }),
    ...(order.deliverBy === null ? undefined : { deliver_by: unixSeconds(order.deliverBy) }),
    ...(order.deliverFrom === null ? undefined : { deliver_from: unixSeconds(order.deliverFrom) }),
    index: order.droppedBy.length,
    timeout: order.rules.timeoutSeconds,
    shared_link: sharedLink,
    share_link: sharedLink,
    supplier_id: driver?.phone ?? "",
    supplier_name: driver?.name ?? "",
    supplier_phone: driver ? (links.showsDriverPhones ? driver.phone : maskedPhone(driver.phone)) : "",
    supplier_rating: driver?.rating ?? 0,
    plate_number: driver?.plateNumber ?? "",
    supplier_plate_number: driver?.plateNumber ?? "",
    accept_time: unixSeconds(order.acceptedAt),
    // Clients take them for "accepted" as soon as they are there.
    ...(order.acceptedAt === null
      ? undefined
      : { accept_lat: order.acceptedPlace?.lat ?? 0, accept_lng: order.acceptedPlace?.lng ?? 0 }),
    board_time: unixSeconds(order.boardedAt),
    arrive_time: unixSeconds(order.arrivedAt),
    confirm_time: unixSeconds(order.confirmedAt),
    pay_time: unixSeconds(order.paidAt),
    pickup_time: unixSeconds(order.pickedUpAt),
    ...(order.pickupProof ? { pickup_info: order.pickupProof } : undefined),
    complete_time: unixSeconds(order.completedAt),
    return_time: unixSeconds(order.returnedAt),
    ...(order.returnProof ? { por_info: order.returnProof } : undefined),
    ...(order.afterFees.length === 0 ? undefined : { after_fees: order.afterFees.map(encodeAfterFee) }),
    cancel_time: unixSeconds(order.cancelledAt),
    cancel_by_user: order.cancelledBy === "user",
    cancelled_by: order.cancelledBy ?? "",
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

function encodePackage(each: Order["packages"][number]) {
  return {
    weight: each.weightKg,
    ...(each.lengthCm === undefined ? {} : { length: each.lengthCm }),
    ...(each.widthCm === undefined ? {} : { width: each.widthCm }),
    ...(each.heightCm === undefined ? {} : { height: each.heightCm }),
    ...(each.description === undefined ? {} : { description: each.description }),
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

// What is not set is undefined, which JSON leaves out: spread in where it is set, it made a point take ten times as long.
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
    tracking_number: point.trackingNumber ?? undefined,
    remarks: point.remarks ?? "",
    cod: point.cod,
    item_value: point.itemValue ?? 0,
    status: point.status,
    shared_link: sharedLink,
    complete_time: isCompleted ? unixSeconds(point.doneAt) : 0,
    complete_lat: isCompleted ? (point.donePlace?.lat ?? 0) : 0,
    complete_lng: isCompleted ? (point.donePlace?.lng ?? 0) : 0,
    complete_comment: isCompleted ? (point.comment ?? "") : "",
    pod_info: point.proof ?? undefined,
    fail_time: isFailed ? unixSeconds(point.doneAt) : 0,
    fail_lat: isFailed ? (point.donePlace?.lat ?? 0) : 0,
    fail_lng: isFailed ? (point.donePlace?.lng ?? 0) : 0,
    fail_comment: isFailed ? (point.comment ?? "") : "",
    located_by: point.place.by,
    located_confidence: point.place.confidence,
    located_as: point.place.matched ?? "",
  } as Static<typeof PointRecord>;
}

// One entry of an order's history on the wire.
export function encodeHistory(entry: HistoryRow): Static<typeof HistoryRecord> {
  const { seq, event, actor, status, subStatus, happenedAt } = entry;
  return { seq, event, actor, status, sub_status: subStatus, time: unixSeconds(happenedAt) };
}
