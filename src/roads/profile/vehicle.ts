// What the tags of a map mean to one kind of vehicle, as tables. way-rule.ts and node-rule.ts read them.
import type { Profile } from "../../domain/roads.ts";
import type { RoadClass } from "../path.ts";

export type Vehicle = {
  readonly profile: Profile;
  // Tags that grant or deny, from the one that speaks of this vehicle to the one that speaks of everybody.
  readonly accessKeys: readonly string[];
  // Those of them that let it also onto a way that is closed to its kind: a footway, a runway.
  readonly openedBy: ReadonlySet<string>;
  readonly size: VehicleSize;
  // A class that is not here is not driven, unless a tag opens it.
  readonly speedsKmh: Readonly<Partial<Record<RoadClass, number>>>;
  // Where only a tag let it in: a footway with motorcycle=yes.
  readonly byPermissionKmh: number;
  // What traffic drives of a signed limit.
  readonly limitShare: number;
  // Whether that is how fast it drives, also where the class says less; a limit never quickens what is held up by other things.
  readonly drivesAtLimit: boolean;
  // No faster than that, by `surface=`.
  readonly surfacesKmh: Readonly<Record<string, number>>;
  // How much slower it is in a two-way lane of one car's width.
  readonly narrowShare: number;
  // By `service=`, of the class.
  readonly serviceShares: Readonly<Record<string, number>>;
  // Barriers it passes; any other stops it.
  readonly passes: ReadonlySet<string>;
  // At a junction of three roads or more, by how far it turns (turn-cost.ts).
  readonly turnSecondsMax: number;
  readonly uTurnSeconds: number;
  // In a loop or circle made for it.
  readonly turningPlaceSeconds: number;
  readonly lightsSeconds: number;
  // At a sign.
  readonly stopSeconds: number;
  readonly giveWaySeconds: number;
  readonly ferryBoardingSeconds: number;
};

// With what it carries.
export type VehicleSize = {
  readonly heightMeters: number;
  readonly widthMeters: number;
  readonly lengthMeters: number;
  readonly weightTonnes: number;
};

// Most lights are green, and a wait at one is shared by all ways around it: what is left decides for a way with fewer of them.
const WAITS = { lightsSeconds: 2.5, stopSeconds: 2.5, giveWaySeconds: 1.25 };
// Waiting for it and getting on board; the river ferries of Hồ Chí Minh City leave every ten minutes.
const FERRY_BOARDING_SECONDS = 300;

function bySpeed(kmh: number, surfaces: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(surfaces.map((surface) => [surface, kmh]));
}

const GATES = ["entrance", "gate", "lift_gate", "swing_gate", "sliding_gate", "toll_booth", "border_control"];
const LOW = ["cattle_grid", "sally_port", "no", "arch", "speed_bump", "wicket_gate"];

// Speeds are those of a day in city traffic, not of an empty road: a partner's ETA stands on them. What a way costs beside another is
// what OSRM's car profile says, 0.8 of its speed throughout, because the distance is the fee: `npm run bench -- roads` prints how many
// ways are as long as OSRM's.
const CAR: Vehicle = {
  profile: "car",
  accessKeys: ["motorcar", "motor_vehicle", "vehicle", "access"],
  openedBy: new Set(["motorcar", "motor_vehicle", "vehicle", "access"]),
  size: { heightMeters: 2, widthMeters: 1.9, lengthMeters: 4.8, weightTonnes: 2 },
  speedsKmh: {
    motorway: 72,
    trunk: 68,
    primary: 52,
    secondary: 44,
    tertiary: 32,
    unclassified: 20,
    residential: 20,
    living_street: 8,
    service: 12,
    ferry: 8,
  },
  byPermissionKmh: 8,
  limitShare: 0.64,
  drivesAtLimit: true,
  surfacesKmh: {
    ...bySpeed(64, ["cement", "compacted", "fine_gravel"]),
    ...bySpeed(48, ["paving_stones", "metal", "bricks"]),
    ...bySpeed(32, [
      "grass",
      "wood",
      "sett",
      "grass_paver",
      "gravel",
      "unpaved",
      "ground",
      "dirt",
      "pebblestone",
      "tartan",
    ]),
    ...bySpeed(24, ["cobblestone", "clay"]),
    ...bySpeed(16, ["earth", "stone", "rocky", "sand"]),
    mud: 8,
  },
  narrowShare: 0.5,
  serviceShares: {
    alley: 0.5,
    driveway: 0.5,
    parking: 0.5,
    parking_aisle: 0.5,
    "drive-through": 0.5,
    "drive-thru": 0.5,
  },
  passes: new Set([...GATES, ...LOW]),
  turnSecondsMax: 9.4,
  uTurnSeconds: 25,
  turningPlaceSeconds: 6.3,
  ...WAITS,
  ferryBoardingSeconds: FERRY_BOARDING_SECONDS,
};

// A motorbike keeps moving where cars queue, is let into alleys, and is kept off motorways.
const BIKE: Vehicle = {
  profile: "bike",
  accessKeys: ["motorcycle", "motor_vehicle", "vehicle", "access"],
  // A word on everybody opens a footway to feet, not to motors.
  openedBy: new Set(["motorcycle", "motor_vehicle"]),
  // As wide as its handlebar: an alley that says 0.8 m is ridden.
  size: { heightMeters: 1.9, widthMeters: 0.7, lengthMeters: 2.2, weightTonnes: 0.4 },
  speedsKmh: {
    trunk: 42,
    primary: 36,
    secondary: 34,
    tertiary: 30,
    unclassified: 25,
    residential: 22,
    living_street: 15,
    service: 16,
    track: 12,
    path: 10,
    ferry: 8,
  },
  byPermissionKmh: 8,
  limitShare: 1,
  drivesAtLimit: false,
  surfacesKmh: {
    ...bySpeed(25, ["compacted", "sett", "metal", "wood"]),
    ...bySpeed(20, ["fine_gravel", "cobblestone:flattened"]),
    ...bySpeed(18, ["gravel", "unpaved", "cobblestone", "clay"]),
    ...bySpeed(15, ["pebblestone", "grass_paver"]),
    ...bySpeed(14, ["ground", "dirt", "earth"]),
    ...bySpeed(12, ["unhewn_cobblestone", "stone", "rocky"]),
    grass: 10,
    sand: 8,
    mud: 6,
  },
  narrowShare: 1,
  serviceShares: { driveway: 0.6, parking: 0.5, parking_aisle: 0.5, "drive-through": 0.5, "drive-thru": 0.5 },
  passes: new Set([...GATES, ...LOW, "kerb", "bollard", "block", "cycle_barrier", "jersey_barrier", "planter"]),
  turnSecondsMax: 5,
  uTurnSeconds: 10,
  turningPlaceSeconds: 4,
  ...WAITS,
  ferryBoardingSeconds: FERRY_BOARDING_SECONDS,
};

export const PROFILE_VEHICLES: Readonly<Record<Profile, Vehicle>> = { car: CAR, bike: BIKE };

// Who drives a car's roads but for those closed to them: by a sign, or by their size. A small van, and a lorry of two axles.
const VAN: Pick<Vehicle, "accessKeys" | "size"> = {
  accessKeys: ["goods", "motor_vehicle", "vehicle", "access"],
  size: { heightMeters: 2.3, widthMeters: 1.9, lengthMeters: 5.3, weightTonnes: 3 },
};
const TRUCK: Pick<Vehicle, "accessKeys" | "size"> = {
  accessKeys: ["hgv", "goods", "motor_vehicle", "vehicle", "access"],
  size: { heightMeters: 3.2, widthMeters: 2.3, lengthMeters: 7, weightTonnes: 8 },
};

// With the bit each has in a network's rules by the hour; the vehicle a network is made for comes first.
export function driversOf(vehicle: Vehicle): readonly { readonly bit: number; readonly vehicle: Vehicle }[] {
  const own = { bit: DRIVER_BITS.own, vehicle };
  if (vehicle.profile !== "car") return [own];
  return [
    own,
    { bit: DRIVER_BITS.van, vehicle: { ...vehicle, ...VAN, openedBy: new Set(VAN.accessKeys) } },
    { bit: DRIVER_BITS.truck, vehicle: { ...vehicle, ...TRUCK, openedBy: new Set(TRUCK.accessKeys) } },
  ];
}

export const DRIVER_BITS = { own: 1, van: 2, truck: 4 } as const;
