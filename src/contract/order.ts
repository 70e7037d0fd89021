// An order on the wire: every field of 2.9 and the state fields of D9, with what we add beside them. Unset times are 0, an
// unset point status is "", distances are kilometres.
import { type Static, Type } from "typebox";
import { nullable, oneOf, RoadFee, text, time, vnd } from "./fields.ts";
import { cancelledBy, outcome, paymentMethod, pointStatus, status, subStatus } from "./states.ts";

const low = Type.Optional(Type.Number({ description: "Earlier than this in one of ten." }));
const high = Type.Optional(Type.Number({ description: "Later than this in one of ten." }));
const degrees = Type.Number({ description: "0 while unset." });
const proof = Type.Optional(Type.Any({ description: "What the driver brought back as proof, as it came." }));

export const PointRecord = Type.Object(
  {
    action_type: oneOf(["PICKUP", "DELIVERY"]),
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
    status: pointStatus,
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
    eta_low: low,
    eta_high: high,
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
    status,
    sub_status: subStatus,
    outcome,
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
    road_fee: RoadFee,
    vat_fee: vnd,
    discount: vnd,
    distance_price: vnd,
    special_request_price: vnd,
    stoppoint_price: vnd,
    vat: vnd,
    voucher_discount: vnd,
    surge_rate: Type.Number(),
    tariff_version: Type.Integer(),
    payment_method: paymentMethod,
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
          kind: oneOf(["SECOND_ATTEMPT", "RETURN"]),
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
    cancelled_by: cancelledBy,
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
    pickup_eta_low: low,
    pickup_eta_high: high,
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
    delivery_eta_low: low,
    delivery_eta_high: high,
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;
