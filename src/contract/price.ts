// A price explained: the tariff and figures it was made of, and lines that add up to it.
import { Type } from "typebox";
import { vnd } from "./fields.ts";

export const PriceExplanation = Type.Object(
  {
    order_id: Type.String(),
    service_id: Type.String(),
    tariff_version: Type.Integer(),
    currency: Type.String(),
    expression: Type.String({ description: "distance_fee of the tariff, in x and h." }),
    x: Type.Number({ description: "Kilometres of the route, two decimals." }),
    h: Type.Number({ description: "Local hour as a decimal; 15:30 is 15.5." }),
    surge_rate: Type.Number(),
    vat_rate: Type.Number(),
    promo_code: Type.String(),
    lines: Type.Array(
      Type.Object({
        line: Type.String({ description: "distance, stops, request, discount or vat." }),
        request_id: Type.Optional(Type.String()),
        amount: Type.Number({ description: "What the line adds to the total; a discount is negative." }),
        factors: Type.Record(Type.String(), Type.Any()),
      }),
    ),
    total: vnd,
  },
  { title: "PriceExplanation" },
);
