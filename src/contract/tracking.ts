// An order as the tracking page reads it. Instants are Unix seconds; what is not known, not so or not to be told is left out.
import { type Static, Type } from "typebox";
import { VEHICLES } from "../domain/catalogue/service.ts";
import { STEPS } from "../domain/tracking/tracking-view.ts";
import { field, maybe, moment, nullable, oneOf } from "./fields.ts";
import { pointStatus, status, subStatus } from "./states.ts";

const Window = Type.Object({ from: moment, to: moment });

const Position = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  at: moment,
  heading: maybe(field.number("Degrees clockwise from north.")),
  coarse: field.flag("The middle of a square of about 500 m: until this stop is the next one."),
});

export const TrackingState = Type.Object(
  {
    order_id_short: field.text("The last characters of the order's id."),
    status,
    sub_status: subStatus,
    service_name: Type.String(),
    service_name_vi: Type.String(),
    mode: Type.Union([Type.Literal("live"), Type.Literal("ended")], {
      description: "ended: delivered at this stop, or the order is over.",
    }),
    time_zone: field.text("Of the city it is delivered in; its times are told in this one."),
    created_at: moment,
    steps: Type.Array(Type.Object({ key: oneOf(STEPS), at: nullable(moment) }), {
      description: "In their order; `at` is null while it has not happened.",
    }),
    stops: Type.Array(
      Type.Object({
        index: Type.Integer(),
        kind: Type.Union([Type.Literal("pickup"), Type.Literal("delivery")]),
        own: field.flag("The stop this link was made for."),
        area: field.text("Ward and district; never a street."),
        lat: maybe(field.number("Of the pickup and the own stop only; of every stop for the sender's link.")),
        lng: maybe(Type.Number()),
        status: pointStatus,
        eta: nullable(Window),
        proof_photos: maybe(Type.Array(field.text("Path of a photo on this server."))),
        completed_at: maybe(moment),
      }),
    ),
    driver: maybe(
      Type.Object({
        first_name: Type.String(),
        plate_number: Type.String(),
        vehicle: oneOf([...VEHICLES, ""]),
        position: maybe(Position),
      }),
    ),
    route: maybe(Type.Object({ polyline: field.text("Encoded, five decimals.") })),
    eta: maybe(
      Type.Object(
        { at: moment, low: moment, high: moment, minutes: Type.Integer() },
        {
          description: "When the goods are handed over; earlier than low in one of ten, later than high in one of ten.",
        },
      ),
    ),
    cod_amount: maybe(field.integer("VND to have ready at this stop.")),
    fee_amount: maybe(field.integer("VND of the fee, when the recipient pays it.")),
    rating: maybe(Type.Object({ allowed: Type.Boolean(), stars: maybe(Type.Integer()) })),
    deliver_by: maybe(field.integer("What a planned service promised: delivered by then.")),
    deliver_from: maybe(field.integer("And not before, where a slot was chosen.")),
    scheduled_at: maybe(field.integer("When it was agreed to be delivered, where not at once.")),
    trouble: maybe(
      Type.Object(
        {
          sender: field.text("Who sent it."),
          contact: field.text("How the sender is reached, in the partner's words; may be empty."),
          reason: field.text("One of the standard reasons, or empty where the driver gave another."),
          reason_vi: field.text("The same in Vietnamese."),
        },
        { description: "Where it was not delivered." },
      ),
    ),
    map: Type.Object({ label: Type.String(), demo: Type.Boolean() }),
    updated_at: moment,
    server_time: moment,
  },
  { title: "Tracking" },
);
export type TrackingState = Static<typeof TrackingState>;
