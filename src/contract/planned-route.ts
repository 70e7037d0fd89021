// The plan of a city as the operator sees it.
import { Type } from "typebox";
import { VEHICLES } from "../domain/catalogue/service.ts";
import { OBSTACLE_CODES } from "../domain/planning/obstacles.ts";
import { field, maybe, oneOf, text, time, vnd } from "./fields.ts";

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

const tooLate = field.integer("s too late, where it is a matter of time.");
const stopPlace = { lat: Type.Number(), lng: Type.Number(), address: text };

export const BoardStop = Type.Object(
  {
    order_id: text,
    kind: oneOf(["pickup", "delivery"]),
    ...stopPlace,
    arrival: time,
    departure: time,
    latest: Type.Number({ description: "Begun after this, something on the route is late. Unix seconds." }),
    deliver_from: time,
    deliver_by: time,
    in_hand: Type.Boolean(),
    locked: Type.Boolean({ description: "Kept for this driver." }),
    done_time: Type.Number({ description: "When it was picked up, or the last door of it was done; 0 before." }),
  },
  { title: "BoardStop" },
);

export const BoardRoute = Type.Object(
  {
    id: text,
    mobile: text,
    name: text,
    vehicle: text,
    state: oneOf(["planned", "asked", "taken", "over"], {
      description:
        "planned: it may still change. asked: its driver is looking at it. taken: accepted. over: not accepted.",
    }),
    locked: Type.Boolean({ description: "Nothing is added to it or taken from it." }),
    start_time: time,
    end_time: time,
    offer_at: time,
    distance: Type.Number({ description: "km" }),
    earnings: vnd,
    stops: Type.Array(BoardStop),
  },
  { title: "BoardRoute" },
);

export const PlanBoard = Type.Object(
  {
    time,
    weights: Type.Array(
      Type.Object(
        {
          vehicle: text,
          metres: Type.Number(),
          time: Type.Number(),
          lateness: Type.Number(),
          drivers: Type.Number(),
          stability: Type.Number(),
        },
        { title: "PlanWeights" },
      ),
      { description: "What plans of a vehicle are made with, where it is not 1 of each." },
    ),
    routes: Type.Array(BoardRoute),
    unplanned: Type.Array(
      Type.Object(
        {
          order_id: text,
          vehicle: text,
          deliver_by: time,
          ...stopPlace,
          reason: maybe(field.text("What stands in the way, and what would help; not yet known of a new order.")),
          reason_code: maybe(oneOf(OBSTACLE_CODES)),
          reason_late: maybe(tooLate),
        },
        { title: "UnplannedOrder" },
      ),
    ),
  },
  { title: "PlanBoard" },
);

const PLACING = {
  distance: field.number("km more than now, over both routes."),
  duration: field.number("s more than now, waiting included."),
  late: field.number("s beyond what was promised, more than now."),
};
export const PlacingRecord = Type.Object(
  {
    mobile: text,
    name: text,
    ...PLACING,
    planned_here: field.flag("It is theirs now."),
    possible: field.flag("Whether it may be moved there."),
    why_not: field.text('What stands in the way; "" where nothing does.'),
    why_code: maybe(oneOf(OBSTACLE_CODES)),
    why_late: maybe(tooLate),
  },
  { title: "Placing" },
);

const FIGURES = Type.Object(
  {
    distance: field.number("km"),
    duration: field.number("s over all drivers."),
    late: field.number("s beyond what was promised."),
    drivers: Type.Integer(),
    orders: Type.Integer(),
  },
  { title: "PlanFigures" },
);

const weight = (description: string) => maybe(field.number(description, { minimum: 0, maximum: 10 }));
export const ProposalBody = Type.Object({
  vehicle: maybe(oneOf(VEHICLES)),
  metres: weight("Times as much as usual a metre counts; 1 if not given."),
  time: weight("Times as much a second at the wheel counts."),
  lateness: weight(
    "Times as much of the time until a promise is kept in hand; usually a quarter, never more than nine tenths.",
  ),
  drivers: weight("Times as much a driver more counts."),
  stability: weight("Times as much it counts that an order goes to another driver than now."),
});
export const ProposalRecord = Type.Object(
  {
    id: text,
    now: FIGURES,
    proposed: FIGURES,
    moved: Type.Array(text, { description: "Orders that would go to another driver." }),
    routes: Type.Array(PlannedRouteRecord),
  },
  { title: "PlanProposal" },
);
