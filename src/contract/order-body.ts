// What a partner sends to create, estimate or change an order (2.2 to 2.6). It documents, and http/wire/order-input.ts reads by it:
// in this order, so that of two wrong JSON types the first one here is named. Which values are allowed is the domain's business
// (D3, D4).
import { Type } from "typebox";
import { PAYMENT_METHODS } from "../domain/pricing/payment.ts";
import { field, maybe } from "./fields.ts";

const text = (description: string, examples: readonly string[] = []) =>
  maybe(Type.String({ description, ...(examples.length > 0 ? { examples } : {}) }));

const number = (description: string, examples: readonly number[] = []) =>
  maybe(Type.Number({ description, ...(examples.length > 0 ? { examples } : {}) }));

export const PointBody = Type.Object(
  {
    address: text(
      "House number and street, ward, district, province; judged only when lat and lng are missing (2.8).",
      ["12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh"],
    ),
    short_address: text("Short form of the address."),
    lat: number("Recommended. Without lat and lng the address is located.", [10.7743]),
    lng: number("Recommended.", [106.7012]),
    name: text("Sender or recipient. Required when an order is created.", ["Nguyễn Văn An"]),
    mobile: text("8 to 15 digits. Required when an order is created.", ["0900000001"]),
    tracking_number: text("The partner's own code for the package.", ["SHOP-1001"]),
    remarks: text("For the driver, about this point."),
    cod: number("Whole VND to collect from the recipient; delivery points only.", [150000]),
    item_value: number("Whole VND, for insurance."),
  },
  { title: "PathPointInput" },
);

export const RequestBody = Type.Object(
  {
    _id: field.text("Special request.", { examples: ["SGN-BIKE-TIP"] }),
    num: number("Quantity, for PER_UNIT requests."),
    tier_code: text("Size, for BULKY.", ["TIER_2"]),
  },
  { title: "RequestInput" },
);

export const ItemBody = Type.Object(
  {
    _id: field.text("Goods id."),
    name: Type.String(),
    price: field.number("Whole VND."),
    num: field.number("Total quantity."),
  },
  { title: "Item" },
);

const PackageBody = Type.Object(
  {
    weight: field.number("kg"),
    length: number("cm"),
    width: number("cm"),
    height: number("cm"),
    description: text("Type of goods."),
  },
  { title: "PackageDetail" },
);

const requests = maybe(Type.Array(RequestBody));
const service = Type.Object({ _id: Type.String(), requests, group_requests: requests });

// All that is read of either call: clients send one's fields to the other. What it calls required is so for readers of the API
// reference; a missing field has its own place among the domain's checks.
export const OrderFields = Type.Object({
  order_time: field.number("Unix timestamp of the delivery; 0 for an immediate order.", { examples: [0] }),
  idle_until: number("When the order starts to look for a driver; order_time when left out or 0."),
  ready_at: number(
    "When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught.",
  ),
  deliver_by: number(
    "Of a planned service: delivered by then, if it can be. Unix timestamp; left out or 0: as the service promises.",
  ),
  slot: number("Of a planned service: the first moment of one of its slots (GET /v3/services/{service_id}/slots)."),
  path: Type.Array(PointBody, { description: "path[0] is the pickup, the others are deliveries; at least two." }),
  service_id: text("With requests: the service form.", ["SGN-BIKE"]),
  group_service_id: text("With group_requests: the group form; the pickup's city completes it.", ["BIKE"]),
  requests,
  group_requests: requests,
  services: maybe(Type.Array(service)),
  group_services: maybe(Type.Array(service)),
  payment_method: field.text("From the account's balance, in cash by the sender, or in cash by the recipient.", {
    enum: [...PAYMENT_METHODS],
    examples: ["BALANCE"],
  }),
  promo_code: text("Discounts the fee.", ["GIAO10"]),
  remarks: text("For the driver."),
  items: maybe(Type.Array(ItemBody)),
  package_detail: maybe(Type.Array(PackageBody)),
  route_optimized: maybe(field.flag("Let the service choose the cheapest order of deliveries (three or more).")),
  quote_id: text("From an estimate: the order gets exactly that price, or 406 QUOTE_EXPIRED."),
});

// Blank counts as absent in these (D2): forms send fields that nobody filled in.
export const BLANK_IS_ABSENT: readonly string[] = [
  "idle_until",
  "ready_at",
  "deliver_by",
  "slot",
  "service_id",
  "group_service_id",
];

export const CreateBody = Type.Omit(OrderFields, ["services", "group_services"], { title: "OrderInput" });

export const EstimateBody = Type.Object(
  {
    ...Type.Omit(OrderFields, ["service_id", "group_service_id", "requests", "group_requests", "quote_id"]).properties,
    services: maybe(Type.Array(Type.Omit(service, ["group_requests"]))),
    group_services: maybe(Type.Array(Type.Omit(service, ["requests"]))),
  },
  { title: "EstimateInput" },
);
