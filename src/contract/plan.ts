// A planning problem and its plan, in the words of VROOM's JSON, so that whoever sends theirs elsewhere can send them here.
import { type Static, Type } from "typebox";
import { oneOf } from "./fields.ts";

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
const locationIndex = Type.Integer({ minimum: 0, description: "A row of the matrices that were sent." });
const amounts = Type.Array(Type.Integer({ minimum: 0, maximum: 1e9 }), { maxItems: DIMENSIONS_MAX });
const skills = Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 31 });
const timeWindow = Type.Array(seconds, { minItems: 2, maxItems: 2 });
const timeWindows = Type.Array(timeWindow, { minItems: 1, maxItems: 10, description: "One; several are refused." });
const priority = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: "Where not all can be done, higher ones go first.",
});

const StopFields = {
  id,
  description: Type.Optional(note),
  location: Type.Optional(location),
  location_index: Type.Optional(locationIndex),
  service: Type.Optional(Type.Number({ minimum: 0, maximum: DAY_SECONDS, description: "Seconds." })),
  time_windows: Type.Optional(timeWindows),
};

const Stop = Type.Object(StopFields, { title: "PlanStop" });
export type PlanStopBody = Static<typeof Stop>;

const Job = Type.Object(
  {
    ...StopFields,
    delivery: Type.Optional(amounts),
    pickup: Type.Optional(amounts),
    skills: Type.Optional(skills),
    priority: Type.Optional(priority),
  },
  { title: "PlanJob", description: "One stop: `delivery` is aboard from the start, `pickup` stays aboard to the end." },
);
const Shipment = Type.Object(
  {
    pickup: Stop,
    delivery: Stop,
    amount: Type.Optional(amounts),
    skills: Type.Optional(skills),
    priority: Type.Optional(priority),
  },
  { title: "PlanShipment" },
);
const Vehicle = Type.Object(
  {
    id,
    description: Type.Optional(note),
    profile: Type.Optional(
      Type.String({ maxLength: 50, description: "car, bike, van or truck; or a name of `matrices`." }),
    ),
    start: Type.Optional(location),
    start_index: Type.Optional(locationIndex),
    end: Type.Optional(location),
    end_index: Type.Optional(locationIndex),
    capacity: Type.Optional(amounts),
    skills: Type.Optional(skills),
    time_window: Type.Optional(timeWindow),
    breaks: Type.Optional(
      Type.Array(
        Type.Object({ id, time_windows: timeWindows, service: Type.Optional(seconds) }, { title: "PlanBreak" }),
        { maxItems: 5, description: "Each begins as its window opens." },
      ),
    ),
    speed_factor: Type.Optional(Type.Number({ minimum: 0.1, maximum: 5 })),
    costs: Type.Optional(
      Type.Object({
        fixed: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
        per_hour: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
        per_km: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
      }),
    ),
  },
  { title: "PlanVehicle" },
);
const rows = Type.Array(Type.Array(Type.Number({ minimum: 0 })));
const Matrix = Type.Object({ durations: rows, distances: Type.Optional(rows) }, { title: "PlanMatrix" });

export const PlanProblem = Type.Object(
  {
    jobs: Type.Optional(Type.Array(Job, { maxItems: STOPS_MAX })),
    shipments: Type.Optional(Type.Array(Shipment, { maxItems: STOPS_MAX / 2 })),
    vehicles: Type.Array(Vehicle, { minItems: 1, maxItems: VEHICLES_MAX }),
    matrices: Type.Optional(
      Type.Record(Type.String({ maxLength: 50 }), Matrix, { description: "By profile; then places are indices." }),
    ),
    options: Type.Optional(
      Type.Object(
        {
          seconds: Type.Optional(
            Type.Number({
              minimum: 0.1,
              maximum: 60,
              description: "Of searching; over 5 only as a stream. 3 if not given.",
            }),
          ),
          seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
          fewest_vehicles: Type.Optional(Type.Boolean({ description: "Fewer vehicles before everything else." })),
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
    id: Type.Optional(id),
    description: Type.Optional(note),
    location: Type.Optional(location),
    location_index: Type.Optional(locationIndex),
    arrival: number,
    duration: Type.Number({ description: "Driven so far, in seconds." }),
    distance: Type.Number({ description: "Driven so far, in metres." }),
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
        location: Type.Optional(location),
        location_index: Type.Optional(locationIndex),
        reason: Type.String({ description: "What stands in the way, and what would help." }),
      }),
    ),
    routes: Type.Array(Type.Object({ vehicle: id, ...sums, steps: Type.Array(Step) }, { title: "PlanRoute" })),
  },
  { title: "Plan" },
);
export type PlanAnswerBody = Static<typeof PlanAnswer>;
