// A city at this moment on the wire, and what has changed since.
import { type Static, Type } from "typebox";
import { field, place, text } from "./fields.ts";
import { status } from "./states.ts";

export const LIVE_DRIVERS_MAX = 3_000;
export const LIVE_ORDERS_MAX = 3_000;

const Driver = Type.Object({
  n: field.integer("What `moves` of the stream call them."),
  mobile: text,
  name: text,
  plate_number: text,
  vehicle: text,
  ...place,
  heading: Type.Union([Type.Number(), Type.Null()], { description: "Only while they move." }),
  heard_time: Type.Number(),
  carrying: field.integer("Orders in hand."),
});
const Order = Type.Object({
  order_id: text,
  status,
  service_id: text,
  mobile: field.text("Of the driver; empty while there is none."),
  create_time: Type.Number(),
  due_time: field.number("When the search for a driver ends; 0 when none is under way."),
  points: Type.Array(Type.Object(place)),
});
const Counts = Type.Object(
  {
    drivers: field.integer("Online, or with an order in hand."),
    busy: field.integer("Of them, those with an order in hand."),
    orders: field.integer("Open ones."),
    waiting: field.integer("Of them, those that wait for a driver."),
  },
  { description: "Of all there are, whether shown or not." },
);

export const LiveCity = Type.Object(
  {
    city_id: text,
    drivers: Type.Array(Driver, { description: `Online, or with an order in hand; at most ${LIVE_DRIVERS_MAX}.` }),
    orders: Type.Array(Order, {
      description: `Open ones, those that wait first, then the newest; at most ${LIVE_ORDERS_MAX}.`,
    }),
    counts: Counts,
    full: field.flag("There is more than is shown."),
  },
  { title: "LiveCity" },
);
export type LiveCity = Static<typeof LiveCity>;

// Laid over what was told before.
export type LiveChanges = {
  // New ones, and those of whom more has changed than where they are.
  readonly drivers?: LiveCity["drivers"];
  // As domain/board/live-moves.ts packs them.
  readonly moves?: readonly number[];
  // By number.
  readonly gone?: readonly number[];
  readonly orders?: LiveCity["orders"];
  readonly closed?: readonly string[];
  readonly counts?: LiveCity["counts"];
  readonly full?: boolean;
};
