// An order as its driver sees it, and as it is offered to one. Whoever has not accepted sees where to, not to whom.
import { Type } from "typebox";
import { POINT_STATUSES } from "../domain/orders/order.ts";
import { field, maybe, oneOf, text, time, vnd } from "./fields.ts";
import { paymentMethod, status, subStatus } from "./states.ts";

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
  payment_method: paymentMethod,
  distance: field.number("km, from the pickup to the last point."),
  duration: field.number("s"),
  total_fee: vnd,
  earnings: field.integer("What the driver earns by it, after commission and VAT."),
  cod: field.integer("COD to collect over all points."),
  cash: field.integer("The fee to collect in cash; 0 when it is paid from a balance."),
  wallet_needed: field.integer("What the wallet must hold to take the order."),
  requests: Type.Array(Type.Object({ _id: text, num: Type.Integer(), tier_code: maybe(text) })),
  index: field.integer("How many drivers gave the order up before."),
};

export const OfferRecord = Type.Object(
  {
    id: text,
    kind: oneOf(["assign", "broadcast"], {
      description: "assign: asked of this driver alone; broadcast: the first to accept has it.",
    }),
    offered_at: time,
    expires_at: time,
    expires_in: field.number("Seconds left when this was sent; a phone's clock may be wrong."),
    pickup_distance: field.number("Metres by road to the pickup."),
    pickup_seconds: Type.Number(),
    route_id: Type.Optional(
      Type.String({ description: "Of a planned service: GET /driver/v1/routes has all of the route." }),
    ),
    ...task,
    path: Type.Array(Type.Object(stop)),
  },
  { title: "Offer" },
);
export const RouteRecord = Type.Object(
  {
    id: text,
    offered_at: time,
    expires_at: time,
    expires_in: Type.Number({ description: "Seconds left when this was sent." }),
    order_ids: Type.Array(text, { description: "The orders that are asked about." }),
    distance: Type.Number({ description: "km, from where the driver was asked to the last stop." }),
    duration: Type.Number({ description: "s, waiting included." }),
    earnings: Type.Integer({ description: "What the driver earns by these orders, after commission and VAT." }),
    start_time: time,
    end_time: time,
    stops: Type.Array(
      Type.Object({
        order_id: text,
        kind: oneOf(["pickup", "delivery"]),
        path_index: Type.Integer(),
        lat: Type.Number(),
        lng: Type.Number(),
        address: text,
        cod: vnd,
        arrival: time,
        latest: Type.Number({ description: "Begun after this, something on the route is late. Unix seconds." }),
        in_hand: Type.Boolean({ description: "The driver has this order already." }),
      }),
    ),
  },
  { title: "OfferedRoute" },
);

export const TakenBackRecord = Type.Object({ order_id: text, at: time, why: text }, { title: "TakenBack" });

export const ClosedOfferRecord = Type.Object({ id: text, order_id: text, answer: text }, { title: "ClosedOffer" });

export const DriverOrderRecord = Type.Object(
  {
    ...task,
    status,
    sub_status: subStatus,
    seq: field.integer("Counts the order's changes: of two records of it the one with more is the newer."),
    actions: Type.Array(text, { description: "Steps that can be taken now." }),
    parcels: field.integer("As many as package_detail has, and one for each door at least."),
    path: Type.Array(
      Type.Object({
        ...stop,
        short_address: text,
        name: text,
        mobile: text,
        tracking_number: maybe(text),
        status: oneOf(POINT_STATUSES, { description: '"" while it is to be done, also for the second time.' }),
        done_time: time,
      }),
    ),
    return_asked: maybe(field.flag("The sender wants what could not be delivered back.")),
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
