// A profile an operator wrote: what is other than in vehicle.ts, as JSON. Read whole before anything is built; a fault names its field
// and the rule it breaks.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { PROFILES, type Profile } from "../../domain/roads.ts";
import { ROAD_CLASSES } from "../path.ts";
import { PROFILE_VEHICLES, type Vehicle } from "./vehicle.ts";

type Changes = Partial<Pick<Vehicle, NumberField | "speedsKmh" | "surfacesKmh" | "serviceShares" | "drivesAtLimit">> & {
  readonly size?: Partial<Vehicle["size"]>;
  // Barriers by name: whether the vehicle passes them.
  readonly passes?: Readonly<Record<string, boolean>>;
};
export type ProfileChanges = Readonly<Partial<Record<Profile, Changes>>>;

// From, to.
type Range = readonly [number, number];

const NUMBERS = {
  byPermissionKmh: [1, 150],
  limitShare: [0.1, 1.5],
  narrowShare: [0.05, 1],
  turnSecondsMax: [0, 120],
  uTurnSeconds: [0, 600],
  turningPlaceSeconds: [0, 600],
  lightsSeconds: [0, 300],
  stopSeconds: [0, 300],
  giveWaySeconds: [0, 300],
  ferryBoardingSeconds: [0, 7200],
} as const satisfies Partial<Record<keyof Vehicle, Range>>;
type NumberField = keyof typeof NUMBERS;

const SIZES = {
  heightMeters: [0.5, 6],
  widthMeters: [0.3, 4],
  lengthMeters: [0.5, 30],
  weightTonnes: [0.05, 80],
} as const satisfies Record<keyof Vehicle["size"], Range>;

const SPEED: Range = [1, 150];
const SHARE: Range = [0.05, 1];

// The rule of one field, or undefined when it is kept.
type Judge = (given: unknown, field: string) => string | undefined;

const between =
  ([from, to]: Range): Judge =>
  (given, field) =>
    typeof given === "number" && given >= from && given <= to
      ? undefined
      : `${field} must be a number from ${from} to ${to}; it is ${JSON.stringify(given)}.`;

const speed: Judge = (given, field) =>
  given === 0 || between(SPEED)(given, field) === undefined
    ? undefined
    : `${field} must be km/h from ${SPEED[0]} to ${SPEED[1]}, or 0 where the vehicle does not drive; it is ${JSON.stringify(given)}.`;

const yesOrNo: Judge = (given, field) =>
  typeof given === "boolean" ? undefined : `${field} must be true or false; it is ${JSON.stringify(given)}.`;

// An object of these fields, or of any where `fields` is one rule for all.
const fieldsOf =
  (fields: Readonly<Record<string, Judge>> | Judge): Judge =>
  (given, field) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return `${field} must be an object.`;
    for (const [name, value] of Object.entries(given)) {
      const judge = typeof fields === "function" ? fields : Object.hasOwn(fields, name) ? fields[name]! : undefined;
      const path = field === WHOLE ? name : `${field}.${name}`;
      if (!judge) return `${path} is not known; ${field} may have ${Object.keys(fields).join(", ")}.`;
      const fault = judge(value, path);
      if (fault) return fault;
    }
    return undefined;
  };

const WHOLE = "a profile";
const ranges = (all: Readonly<Record<string, Range>>): Readonly<Record<string, Judge>> =>
  Object.fromEntries(Object.entries(all).map(([name, range]) => [name, between(range)]));

const judgeVehicle = fieldsOf({
  ...ranges(NUMBERS),
  speedsKmh: fieldsOf(Object.fromEntries(ROAD_CLASSES.map((roadClass) => [roadClass, speed]))),
  surfacesKmh: fieldsOf(between(SPEED)),
  drivesAtLimit: yesOrNo,
  serviceShares: fieldsOf(between(SHARE)),
  size: fieldsOf(ranges(SIZES)),
  passes: fieldsOf(yesOrNo),
});
const judgeProfile = fieldsOf(Object.fromEntries(PROFILES.map((profile) => [profile, judgeVehicle])));

export function parseProfile(text: string): ProfileChanges | Refusal<"PROFILE_FAULTY"> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return refuse("PROFILE_FAULTY", `The profile is no JSON: ${fault.message}.`);
    throw fault;
  }
  const fault = judgeProfile(given, WHOLE);
  return fault ? refuse("PROFILE_FAULTY", fault) : (given as ProfileChanges);
}

export function profileVehicle(profile: Profile, changes: ProfileChanges = {}): Vehicle {
  const vehicle = PROFILE_VEHICLES[profile];
  const { passes = {}, size, speedsKmh, surfacesKmh, serviceShares, ...rest } = changes[profile] ?? {};
  const passed = [...vehicle.passes].filter((barrier) => passes[barrier] !== false);
  const added = Object.keys(passes).filter((barrier) => passes[barrier]);
  return {
    ...vehicle,
    ...rest,
    speedsKmh: { ...vehicle.speedsKmh, ...speedsKmh },
    surfacesKmh: { ...vehicle.surfacesKmh, ...surfacesKmh },
    serviceShares: { ...vehicle.serviceShares, ...serviceShares },
    size: { ...vehicle.size, ...size },
    passes: new Set([...passed, ...added]),
  };
}

// "car.speedsKmh.primary 50": what is other than in the program, for whoever asks which profile a map was built by.
export function describeChanges(changes: object): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? describeChanges(value).map((line) => `${name}.${line}`)
      : [`${name} ${value}`],
  );
}
