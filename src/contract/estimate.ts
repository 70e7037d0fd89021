// One service's fee on the wire (2.10, D5).
import { Type } from "typebox";
import { FEES, field, maybe, nullable, OLDER_FEES, vnd } from "./fields.ts";
import { ErrorBody } from "./refusal.ts";

export const EstimateData = Type.Object({
  distance: field.number("km", { examples: [4.21] }),
  duration: field.number("s"),
  ...FEES,
  total_fee: vnd,
  total_price: vnd,
  subtotal_price: vnd,
  ...OLDER_FEES,
  currency: Type.String(),
  tariff_version: Type.Integer(),
  requests: Type.Array(
    Type.Object({
      _id: Type.String(),
      num: Type.Integer(),
      price: vnd,
      tier_code: maybe(Type.String()),
    }),
  ),
  quote_id: field.text("Give it to create to get this price."),
  expires_at: field.number("Unix timestamp."),
  warnings: Type.Array(
    field.text(
      "INVALID_SERVICE_HOUR: closed at that time. LOW_CONFIDENCE_ADDRESS: an address was found by its ward or district alone. " +
        "LATER_THAN_WANTED: a planned service cannot deliver it when it is wanted; deliver_by is when it can. " +
        "STOP_MOVED: a stop is over 100 m from the road it is driven to.",
      { examples: ["INVALID_SERVICE_HOUR"] },
    ),
  ),
  points: Type.Array(
    Type.Object({
      lat: Type.Number(),
      lng: Type.Number(),
      located_by: field.text("given, or what of the address was found on the map."),
      located_confidence: field.number("0 to 1."),
      moved_meters: field.integer("From the point to the road it is driven to."),
    }),
    { description: "Where each point of path was found." },
  ),
  eta: Type.Object(
    {
      pickup: field.number("When a driver is expected at the pickup. Unix timestamp."),
      pickup_low: field.number("Earlier than this in one of ten."),
      pickup_high: field.number("Later than this in one of ten."),
      delivery: field.number("When the goods are expected to be handed over at the last point. Unix timestamp."),
      low: field.number("Delivered earlier than this in one of ten."),
      high: field.number("Delivered later than this in one of ten."),
      assign_seconds: field.integer("Until a driver accepts, as it lately was with this service."),
      pickup_seconds: field.integer("From there until the driver is at the pickup."),
      ride_seconds: field.integer(
        "From there to the last point: taking the goods, the way by road, the doors before the last.",
      ),
    },
    { description: "If the order were made now. A guess, and no promise." },
  ),
  deliver_by: maybe(field.number("Of a planned service: delivered by then. Unix timestamp.")),
  deliver_from: maybe(field.number("And not before, where a slot was chosen.")),
  stop_order: maybe(
    Type.Array(Type.Integer(), {
      description: "With route_optimized: the indices of path in the order they would be driven; 0 is the pickup.",
      examples: [[0, 2, 1, 3]],
    }),
  ),
  stop_order_changed: maybe(field.flag("Whether that is another order than the given one.")),
});

export const EstimateElement = Type.Object(
  {
    service_id: Type.String({ examples: ["SGN-BIKE"] }),
    data: nullable(EstimateData),
    error: nullable(ErrorBody),
    quote_id: maybe(Type.String()),
    expires_at: maybe(Type.Number()),
    warnings: maybe(Type.Array(Type.String())),
  },
  { title: "Estimate" },
);
