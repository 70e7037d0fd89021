// One service's fee on the wire (2.10, D5).
import { Type } from "typebox";
import { nullable, RoadFee, vnd } from "./fields.ts";
import { ErrorBody } from "./refusal.ts";

export const EstimateData = Type.Object({
  distance: Type.Number({ description: "km", examples: [4.21] }),
  duration: Type.Number({ description: "s" }),
  distance_fee: vnd,
  request_fee: vnd,
  stop_fee: vnd,
  road_fee: RoadFee,
  vat_fee: vnd,
  discount: vnd,
  total_fee: vnd,
  total_price: vnd,
  subtotal_price: vnd,
  distance_price: vnd,
  special_request_price: vnd,
  stoppoint_price: vnd,
  vat: vnd,
  voucher_discount: vnd,
  surge_rate: Type.Number(),
  currency: Type.String(),
  tariff_version: Type.Integer(),
  requests: Type.Array(
    Type.Object({
      _id: Type.String(),
      num: Type.Integer(),
      price: vnd,
      tier_code: Type.Optional(Type.String()),
    }),
  ),
  quote_id: Type.String({ description: "Give it to create to get this price." }),
  expires_at: Type.Number({ description: "Unix timestamp." }),
  warnings: Type.Array(
    Type.String({
      description:
        "INVALID_SERVICE_HOUR: closed at that time. LOW_CONFIDENCE_ADDRESS: an address was found by its ward or district alone. " +
        "STOP_MOVED: a stop is over 100 m from the road it is driven to.",
      examples: ["INVALID_SERVICE_HOUR"],
    }),
  ),
  points: Type.Array(
    Type.Object({
      lat: Type.Number(),
      lng: Type.Number(),
      located_by: Type.String({ description: "given, or what of the address was found on the map." }),
      located_confidence: Type.Number({ description: "0 to 1." }),
      moved_meters: Type.Integer({ description: "From the point to the road it is driven to." }),
    }),
    { description: "Where each point of path was found." },
  ),
  eta: Type.Object(
    {
      pickup: Type.Number({ description: "When a driver is expected at the pickup. Unix timestamp." }),
      pickup_low: Type.Number({ description: "Earlier than this in one of ten." }),
      pickup_high: Type.Number({ description: "Later than this in one of ten." }),
      delivery: Type.Number({
        description: "When the goods are expected to be handed over at the last point. Unix timestamp.",
      }),
      low: Type.Number({ description: "Delivered earlier than this in one of ten." }),
      high: Type.Number({ description: "Delivered later than this in one of ten." }),
      assign_seconds: Type.Integer({ description: "Until a driver accepts, as it lately was with this service." }),
      pickup_seconds: Type.Integer({ description: "From there until the driver is at the pickup." }),
      ride_seconds: Type.Integer({
        description: "From there to the last point: taking the goods, the way by road, the doors before the last.",
      }),
    },
    { description: "If the order were made now. A guess, and no promise." },
  ),
  stop_order: Type.Optional(
    Type.Array(Type.Integer(), {
      description: "With route_optimized: the indices of path in the order they would be driven; 0 is the pickup.",
      examples: [[0, 2, 1, 3]],
    }),
  ),
  stop_order_changed: Type.Optional(Type.Boolean({ description: "Whether that is another order than the given one." })),
});

export const EstimateElement = Type.Object(
  {
    service_id: Type.String({ examples: ["SGN-BIKE"] }),
    data: nullable(EstimateData),
    error: nullable(ErrorBody),
    quote_id: Type.Optional(Type.String()),
    expires_at: Type.Optional(Type.Number()),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { title: "Estimate" },
);
