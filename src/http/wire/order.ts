// An order on the wire: every field of 2.9 and the state fields of D9, with what we add beside them. Unset times are 0, an
// unset point status is "", distances are kilometres.
import { type Static, Type } from "typebox";
import { cancelCodeOf } from "../../domain/cancel-reasons.ts";
import type { Order, OrderPoint } from "../../domain/orders/order.ts";
import { STATUSES } from "../../domain/orders/order-life.ts";
import { maskedPhone } from "../../domain/phone.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";
import { nullable } from "./nullable.ts";
import { unixSeconds } from "./time.ts";
import type { TrackingLinks } from "./tracking-links.ts";

const text = Type.String();
const vnd = Type.Number({ description: "Whole VND." });
const time = Type.Number({ description: "Unix timestamp; 0 while unset." });
const degrees = Type.Number({ description: "0 while unset." });
const proof = Type.Optional(Type.Any({ description: "What the driver brought back as proof, as it came." }));

const PointRecord = Type.Object(
  {
    action_type: Type.String({ enum: ["PICKUP", "DELIVERY"] }),
    address: text,
    short_address: text,
    lat: Type.Number(),
    lng: Type.Number(),
    name: text,
    mobile: text,
    tracking_number: Type.Optional(text),
    remarks: text,
    cod: vnd,
    item_value: vnd,
    status: Type.String({ enum: ["", "COMPLETED", "FAILED"] }),
    shared_link: Type.Optional(
      Type.String({
        description: "Public tracking page of this delivery point; the order's where there is one alone.",
      }),
    ),
    complete_time: time,
    complete_lat: degrees,
    complete_lng: degrees,
    complete_comment: text,
    pod_info: proof,
    fail_time: time,
    fail_lat: degrees,
    fail_lng: degrees,
    fail_comment: text,
    located_by: Type.String({ description: "given, or what of the address was found on the map." }),
    located_confidence: Type.Number({ description: "0 to 1." }),
    located_as: text,
    eta: Type.Optional(
      Type.Number({ description: "When the goods are expected to be handed over here; 0 once the point is done." }),
    ),
    eta_low: Type.Optional(Type.Number({ description: "Earlier than this in one of ten." })),
    eta_high: Type.Optional(Type.Number({ description: "Later than this in one of ten." })),
  },
  { title: "PathPoint" },
);

const RequestRecord = Type.Object({
  _id: text,
  num: Type.Integer(),
  tier_code: Type.Optional(text),
  price: vnd,
});
const ItemRecord = Type.Object({ _id: text, name: text, price: vnd, num: Type.Integer() });
const PackageRecord = Type.Object({
  weight: Type.Number(),
  length: Type.Optional(Type.Number()),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  description: Type.Optional(text),
});
const RatingRecord = Type.Object({ rating: Type.Integer(), comment: text, time });

export const OrderRecord = Type.Object(
  {
    _id: Type.String({ examples: ["26K7Q2ZD4M"] }),
    order_id: Type.String({ description: "The same as _id." }),
    status: Type.String({ enum: [...STATUSES], examples: ["ASSIGNING"] }),
    sub_status: text,
    currency: text,
    user_main_account: vnd,
    user_bonus_account: vnd,
    total_pay: Type.Number({ description: "Paid in cash; 0 when paid from the balance." }),
    total_fee: vnd,
    total_price: vnd,
    subtotal_price: vnd,
    online_pay: vnd,
    distance: Type.Number({ description: "km" }),
    duration: Type.Number({ description: "s" }),
    distance_fee: vnd,
    request_fee: vnd,
    stop_fee: vnd,
    vat_fee: vnd,
    discount: vnd,
    distance_price: vnd,
    special_request_price: vnd,
    stoppoint_price: vnd,
    vat: vnd,
    voucher_discount: vnd,
    surge_rate: Type.Number(),
    tariff_version: Type.Integer(),
    payment_method: text,
    promo_code: text,
    quote_id: Type.Optional(text),
    path: Type.Array(PointRecord),
    requests: Type.Array(RequestRecord),
    items: Type.Array(ItemRecord),
    package_detail: Type.Array(PackageRecord),
    remarks: text,
    route_optimized: Type.Boolean(),
    polylines: Type.String({ description: "Encoded polyline, five decimals." }),
    map_version: text,
    app: text,
    partner: text,
    service_id: text,
    city_id: text,
    user_id: text,
    user_name: text,
    user_imei: nullable(text),
    create_time: time,
    order_time: time,
    idle_until: time,
    ready_at: Type.Optional(
      Type.Number({ description: "When the goods can be fetched; only where the sender said so." }),
    ),
    index: Type.Integer({ description: "How many drivers gave the order up before." }),
    timeout: Type.Number({ description: "Seconds that a driver is sought for." }),
    shared_link: text,
    share_link: Type.String({ description: "The same as shared_link." }),
    supplier_id: text,
    supplier_name: text,
    supplier_phone: Type.String({ description: "With its middle hidden, unless the operator shows drivers' phones." }),
    supplier_rating: Type.Number({ description: "The driver's average when they accepted; 0 while nobody has rated." }),
    plate_number: text,
    supplier_plate_number: text,
    accept_time: time,
    accept_lat: Type.Optional(Type.Number({ description: "Where the driver accepted; absent before, 0 if unknown." })),
    accept_lng: Type.Optional(Type.Number()),
    board_time: time,
    arrive_time: time,
    confirm_time: time,
    pay_time: time,
    pickup_time: time,
    pickup_info: proof,
    complete_time: time,
    return_time: time,
    por_info: proof,
    after_fees: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.String({ enum: ["SECOND_ATTEMPT", "RETURN"] }),
          path_index: Type.Integer({ description: "The point of a second attempt; 0 for a return." }),
          fee: vnd,
          vat_fee: vnd,
          total_fee: Type.Number({ description: "Taken from the account's balance when it was asked for." }),
        }),
        { description: "What the creator asked for after a failed delivery; absent while there is nothing." },
      ),
    ),
    cancel_time: time,
    cancel_by_user: Type.Boolean(),
    cancel_comment: text,
    cancel_code: Type.String({
      description: "Of the standard reason in cancel_comment, else OTHER; empty while alive.",
    }),
    comment: Type.String({ description: "The same as cancel_comment." }),
    rebroadcast_comment: text,
    notify_package_return: Type.Boolean({ description: "Goods that could not be delivered go back to the sender." }),
    uniform_user_feedback: Type.Number({ description: "The sender's rating; 0 while there is none." }),
    rating_by_user: nullable(RatingRecord),
    rating_by_receiver: nullable(RatingRecord),
    pending_period: Type.Number({ description: "Seconds from creation until a driver was sought." }),
    pickup_eta: Type.Optional(
      Type.Number({
        description: "When the driver is expected at the pickup; while a driver has the order, 0 once it is picked up.",
      }),
    ),
    pickup_eta_low: Type.Optional(Type.Number({ description: "Earlier than this in one of ten." })),
    pickup_eta_high: Type.Optional(Type.Number({ description: "Later than this in one of ten." })),
    driver_position: Type.Optional(
      Type.Object(
        {
          lat: Type.Number(),
          lng: Type.Number(),
          heading: Type.Optional(Type.Number({ description: "Degrees clockwise from north." })),
          speed: Type.Optional(Type.Number({ description: "Metres a second." })),
          at: Type.Number({ description: "When the driver was there." }),
        },
        { description: "In the detail, while a driver carries the order and was heard of in the last three minutes." },
      ),
    ),
    delivery_eta: Type.Optional(
      Type.Number({ description: "When the goods are expected to be handed over at the last point." }),
    ),
    delivery_eta_low: Type.Optional(Type.Number({ description: "Earlier than this in one of ten." })),
    delivery_eta_high: Type.Optional(Type.Number({ description: "Later than this in one of ten." })),
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;

const APP = "partner-api";

export function encodeOrder(order: Order, links: TrackingLinks): OrderRecord {
  return {
    _id: order.id,
    order_id: order.id,
    status: order.status,
    sub_status: order.subStatus,
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
    distance_fee: price.distanceFee,
    request_fee: price.requestFee,
    stop_fee: price.stopFee,
    vat_fee: price.vatFee,
    discount: price.discount,
    distance_price: price.distanceFee,
    special_request_price: price.requestFee,
    stoppoint_price: price.stopFee,
    vat: price.vatFee,
    voucher_discount: price.discount,
    surge_rate: pricing.surgeRate / 10_000,
    tariff_version: pricing.tariffVersion,
    payment_method: order.paymentMethod,
    promo_code: order.promoCode ?? "",
    ...(order.quoteId === null ? {} : { quote_id: order.quoteId }),
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
  const named = kind === "return" ? "RETURN" : "SECOND_ATTEMPT";
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
