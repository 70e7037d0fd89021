// The plan of a city as the operator sees it.
import { Type } from "typebox";
import { oneOf, text, time } from "./fields.ts";

export const PlannedRouteRecord = Type.Object(
  {
    id: text,
    mobile: text,
    name: text,
    vehicle: text,
    planned_at: time,
    start_time: time,
    end_time: time,
    offer_at: Type.Number({ description: "When its driver is to be asked, Unix seconds; 0: not yet to be said." }),
    offered_at: Type.Number({ description: "When they were; 0 while it may still change." }),
    distance: Type.Number({ description: "km" }),
    earnings: Type.Integer({ description: "Of what is new to the driver." }),
    stops: Type.Array(
      Type.Object({
        order_id: text,
        kind: oneOf(["pickup", "delivery"]),
        arrival: time,
        departure: time,
        latest: Type.Number({ description: "Begun after this, something on the route is late. Unix seconds." }),
        in_hand: Type.Boolean({ description: "The driver had it when this was planned." }),
      }),
    ),
  },
  { title: "PlannedRoute" },
);
