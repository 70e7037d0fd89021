// An order on the wire: every field of 2.9 and the state fields of D9, with what we add beside them. Unset times are 0, an
// unset point status is "", distances are kilometres.
import { type Static, Type } from "typebox";
import { FEES, field, maybe, nullable, OLDER_FEES, oneOf, text, time, vnd } from "./fields.ts";
import { cancelledBy, outcome, paymentMethod, pointStatus, status, subStatus } from "./states.ts";

const low = maybe(field.number("Earlier than this in one of ten."));
const high = maybe(field.number("Later than this in one of ten."));
const degrees = field.number("0 while unset.");
const proof = maybe(Type.Any({ description: "What the driver brought back as proof, as it came." }));

export const PointRecord = Type.Object(
  {
    action_type: oneOf(["PICKUP", "DELIVERY"]),
    address: text,
    short_address: text,
    lat: Type.Number(),
    lng: Type.Number(),
    name: text,
    mobile: text,
    tracking_number: maybe(text),
    remarks: text,
    cod: vnd,
    item_value: vnd,
    status: pointStatus,
    shared_link: maybe(
      field.text("Public tracking page of this delivery point; the order's where there is one alone."),
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
    located_by: field.text("given, or what of the address was found on the map."),
    located_confidence: field.number("0 to 1."),
    located_as: text,
    eta: maybe(field.number("When the goods are expected to be handed over here; 0 once the point is done.")),
    eta_low: low,
    eta_high: high,
  },
  { title: "PathPoint" },
);

const RequestRecord = Type.Object({
  _id: text,
  num: Type.Integer(),
  tier_code: maybe(text),
  price: vnd,
});
const ItemRecord = Type.Object({ _id: text, name: text, price: vnd, num: Type.Integer() });

const PackageRecord = Type.Object({
  weight: Type.Number(),
  length: maybe(Type.Number()),
  width: maybe(Type.Number()),
  height: maybe(Type.Number()),
  description: maybe(text),
});
const RatingRecord = Type.Object({ rating: Type.Integer(), comment: text, time });

export const OrderRecord = Type.Object(
  {
    _id: Type.String({ examples: ["26K7Q2ZD4M"] }),
    order_id: field.text("The same as _id."),
    status,
    sub_status: subStatus,
    outcome,
    currency: text,
    user_main_account: vnd,
    user_bonus_account: vnd,
    total_pay: field.number("Paid in cash; 0 when paid from the balance."),
    total_fee: vnd,
    total_price: vnd,
    subtotal_price: vnd,
    online_pay: vnd,
    distance: field.number("km"),
    duration: field.number("s"),
    ...FEES,
    ...OLDER_FEES,
    tariff_version: Type.Integer(),
    payment_method: paymentMethod,
    promo_code: text,
    quote_id: maybe(text),
    path: Type.Array(PointRecord),
    requests: Type.Array(RequestRecord),
    items: Type.Array(ItemRecord),
    package_detail: Type.Array(PackageRecord),
    remarks: text,
    route_optimized: Type.Boolean(),
    polylines: field.text("Encoded polyline, five decimals."),
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
    ready_at: maybe(field.number("When the goods can be fetched; only where the sender said so.")),
    deliver_by: maybe(field.number("Of a planned service: promised to be delivered by then.")),
    deliver_from: maybe(field.number("And not before, where a slot was chosen.")),
    index: field.integer("How many drivers gave the order up before."),
    timeout: field.number("Seconds that a driver is sought for."),
    shared_link: text,
    share_link: field.text("The same as shared_link."),
    supplier_id: text,
    supplier_name: text,
    supplier_phone: field.text("With its middle hidden, unless the operator shows drivers' phones."),
    supplier_rating: field.number("The driver's average when they accepted; 0 while nobody has rated."),
    plate_number: text,
    supplier_plate_number: text,
    accept_time: time,
    accept_lat: maybe(field.number("Where the driver accepted; absent before, 0 if unknown.")),
    accept_lng: maybe(Type.Number()),
    board_time: time,
    arrive_time: time,
    confirm_time: time,
    pay_time: time,
    pickup_time: time,
    pickup_info: proof,
    complete_time: time,
    return_time: time,
    por_info: proof,
    after_fees: maybe(
      Type.Array(
        Type.Object({
          kind: oneOf(["SECOND_ATTEMPT", "RETURN"]),
          path_index: field.integer("The point of a second attempt; 0 for a return."),
          fee: vnd,
          vat_fee: vnd,
          total_fee: field.number("Taken from the account's balance when it was asked for."),
        }),
        { description: "What the creator asked for after a failed delivery; absent while there is nothing." },
      ),
    ),
    cancel_time: time,
    cancel_by_user: Type.Boolean(),
    cancelled_by: cancelledBy,
    cancel_comment: text,
    cancel_code: field.text("Of the standard reason in cancel_comment, else OTHER; empty while alive."),
    comment: field.text("The same as cancel_comment."),
    rebroadcast_comment: text,
    notify_package_return: field.flag("Goods that could not be delivered go back to the sender."),
    uniform_user_feedback: field.number("The sender's rating; 0 while there is none."),
    rating_by_user: nullable(RatingRecord),
    rating_by_receiver: nullable(RatingRecord),
    pending_period: field.number("Seconds from creation until a driver was sought."),
    pickup_eta: maybe(
      field.number("When the driver is expected at the pickup; while a driver has the order, 0 once it is picked up."),
    ),
    pickup_eta_low: low,
    pickup_eta_high: high,
    driver_position: maybe(
      Type.Object(
        {
          lat: Type.Number(),
          lng: Type.Number(),
          heading: maybe(field.number("Degrees clockwise from north.")),
          speed: maybe(field.number("Metres a second.")),
          at: field.number("When the driver was there."),
        },
        { description: "In the detail, while a driver carries the order and was heard of in the last three minutes." },
      ),
    ),
    delivery_eta: maybe(field.number("When the goods are expected to be handed over at the last point.")),
    delivery_eta_low: low,
    delivery_eta_high: high,
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;
