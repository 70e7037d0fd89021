// A city at this moment on the wire.
import { type Static, Type } from "typebox";
import { place, text } from "./fields.ts";
import { status } from "./states.ts";

export const LIVE_DRIVERS_MAX = 2_000;
export const LIVE_ORDERS_MAX = 1_000;

export const LiveCity = Type.Object(
  {
    city_id: text,
    drivers: Type.Array(
      Type.Object({
        mobile: text,
        name: text,
        plate_number: text,
        vehicle: text,
        ...place,
        heading: Type.Union([Type.Number(), Type.Null()]),
        heard_time: Type.Number(),
        carrying: Type.Integer({ description: "Orders in hand." }),
      }),
      { description: `Online, or with an order in hand; at most ${LIVE_DRIVERS_MAX}.` },
    ),
    orders: Type.Array(
      Type.Object({
        order_id: text,
        status,
        service_id: text,
        mobile: Type.String({ description: "Of the driver; empty while there is none." }),
        create_time: Type.Number(),
        due_time: Type.Number({ description: "When the search for a driver ends; 0 when none is under way." }),
        points: Type.Array(Type.Object(place)),
      }),
      { description: `Open ones, newest first; at most ${LIVE_ORDERS_MAX}.` },
    ),
    full: Type.Boolean({ description: "There is more than is shown." }),
  },
  { title: "LiveCity" },
);
export type LiveCity = Static<typeof LiveCity>;
