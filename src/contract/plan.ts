// A planning problem and its plan, in the words of VROOM's JSON, so that whoever sends theirs elsewhere can send them here.
import { type Static, Type } from "typebox";
import { OBSTACLE_CODES } from "../domain/planning/obstacles.ts";
import { field, maybe, oneOf } from "./fields.ts";

const STOPS_MAX = 2_000;
const VEHICLES_MAX = 200;
const DIMENSIONS_MAX = 8;
const DAY_SECONDS = 86_400;

const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const note = Type.String({ maxLength: 200 });
const seconds = Type.Number({ minimum: 0, maximum: 1e10 });
const location = Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
  minItems: 2,
  maxItems: 2,
  description: "Longitude, latitude.",
});
const locationIndex = field.integer("A row of the matrices that were sent.", { minimum: 0 });
const amounts = Type.Array(Type.Integer({ minimum: 0, maximum: 1e9 }), { maxItems: DIMENSIONS_MAX });
const skills = Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 31 });
const timeWindow = Type.Array(seconds, { minItems: 2, maxItems: 2 });
const timeWindows = Type.Array(timeWindow, { minItems: 1, maxItems: 10, description: "One; several are refused." });
const priority = field.integer("Where not all can be done, higher ones go first.", { minimum: 0, maximum: 100 });

const StopFields = {
  id,
  description: maybe(note),
  location: maybe(location),
  location_index: maybe(locationIndex),
  service: maybe(field.number("Seconds.", { minimum: 0, maximum: DAY_SECONDS })),
  time_windows: maybe(timeWindows),
};

const Stop = Type.Object(StopFields, { title: "PlanStop" });
export type PlanStopBody = Static<typeof Stop>;

const Job = Type.Object(
  {
    ...StopFields,
    delivery: maybe(amounts),
    pickup: maybe(amounts),
    skills: maybe(skills),
    priority: maybe(priority),
  },
  { title: "PlanJob", description: "One stop: `delivery` is aboard from the start, `pickup` stays aboard to the end." },
);
const Shipment = Type.Object(
  {
    pickup: Stop,
    delivery: Stop,
    amount: maybe(amounts),
    skills: maybe(skills),
    priority: maybe(priority),
  },
  { title: "PlanShipment" },
);
const Vehicle = Type.Object(
  {
    id,
    description: maybe(note),
    profile: maybe(field.text("car, bike, van or truck; or a name of `matrices`.", { maxLength: 50 })),
    start: maybe(location),
    start_index: maybe(locationIndex),
    end: maybe(location),
    end_index: maybe(locationIndex),
    capacity: maybe(amounts),
    skills: maybe(skills),
    time_window: maybe(timeWindow),
    breaks: maybe(
      Type.Array(Type.Object({ id, time_windows: timeWindows, service: maybe(seconds) }, { title: "PlanBreak" }), {
        maxItems: 5,
        description: "Each begins as its window opens.",
      }),
    ),
    speed_factor: maybe(Type.Number({ minimum: 0.1, maximum: 5 })),
    costs: maybe(
      Type.Object({
        fixed: maybe(Type.Number({ minimum: 0, maximum: 1e9 })),
        per_hour: maybe(Type.Number({ minimum: 0, maximum: 1e9 })),
        per_km: maybe(Type.Number({ minimum: 0, maximum: 1e9 })),
      }),
    ),
  },
  { title: "PlanVehicle" },
);
const rows = Type.Array(Type.Array(Type.Number({ minimum: 0 })));
const Matrix = Type.Object({ durations: rows, distances: maybe(rows) }, { title: "PlanMatrix" });

export const PlanProblem = Type.Object(
  {
    jobs: maybe(Type.Array(Job, { maxItems: STOPS_MAX })),
    shipments: maybe(Type.Array(Shipment, { maxItems: STOPS_MAX / 2 })),
    vehicles: Type.Array(Vehicle, { minItems: 1, maxItems: VEHICLES_MAX }),
    matrices: maybe(
      Type.Record(Type.String({ maxLength: 50 }), Matrix, { description: "By profile; then places are indices." }),
    ),
    options: maybe(
      Type.Object(
        {
          seconds: maybe(
            field.number("Of searching; over 5 only as a stream. 3 if not given.", { minimum: 0.1, maximum: 60 }),
          ),
          seed: maybe(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
          fewest_vehicles: maybe(field.flag("Fewer vehicles before everything else.")),
        },
        { title: "PlanOptions" },
      ),
    ),
  },
  { title: "PlanProblem" },
);
export type PlanProblemBody = Static<typeof PlanProblem>;

const number = Type.Number();
const Step = Type.Object(
  {
    type: oneOf(["start", "job", "pickup", "delivery", "break", "end"]),
    id: maybe(id),
    description: maybe(note),
    location: maybe(location),
    location_index: maybe(locationIndex),
    arrival: number,
    duration: field.number("Driven so far, in seconds."),
    distance: field.number("Driven so far, in metres."),
    service: number,
    waiting_time: number,
    load: Type.Array(number),
  },
  { title: "PlanStep" },
);
const sums = { cost: number, service: number, duration: number, waiting_time: number, distance: number };

export const PlanAnswer = Type.Object(
  {
    code: Type.Literal(0),
    summary: Type.Object({ ...sums, routes: number, unassigned: number }),
    unassigned: Type.Array(
      Type.Object({
        id,
        type: oneOf(["job", "pickup", "delivery"]),
        location: maybe(location),
        location_index: maybe(locationIndex),
        reason: field.text("What stands in the way, and what would help."),
        reason_code: oneOf(OBSTACLE_CODES),
      }),
    ),
    routes: Type.Array(Type.Object({ vehicle: id, ...sums, steps: Type.Array(Step) }, { title: "PlanRoute" })),
  },
  { title: "Plan" },
);
export type PlanAnswerBody = Static<typeof PlanAnswer>;
