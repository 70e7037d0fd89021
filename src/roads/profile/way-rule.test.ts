import assert from "node:assert/strict";
import { test } from "node:test";
import type { Profile } from "../../domain/roads.ts";
import { turnSeconds } from "./turn-cost.ts";
import { PROFILE_VEHICLES } from "./vehicle.ts";
import { speedLimitKmh, wayRule } from "./way-rule.ts";

const limits: readonly (readonly [string | undefined, number | undefined])[] = [
  ["50", 50],
  [" 40 ", 40],
  ["60 km/h", 60],
  ["30 mph", 48.28032],
  ["5 knots", 9.26],
  ["walk", 6],
  ["0", undefined],
  ["none", undefined],
  ["signals", undefined],
  ["VN:urban", 50],
  ["VN:rural", 80],
  ["CH:motorway", 120],
  ["VN:nobody-knows", undefined],
  ["sign", undefined],
  ["50;30", undefined],
  ["-20", undefined],
  ["", undefined],
  [undefined, undefined],
];
for (const [told, kmh] of limits) {
  test(`maxspeed ${told === undefined ? "missing" : JSON.stringify(told)} is ${kmh ?? "no limit"}`, () => {
    assert.equal(speedLimitKmh(told), kmh);
  });
}

// Forwards and backwards in km/h; undefined where the vehicle does not drive.
const rules: readonly (readonly [Record<string, string>, Profile, readonly [number, number] | undefined])[] = [
  [{ highway: "primary" }, "car", [52, 52]],
  [{ highway: "primary" }, "bike", [36, 36]],
  [{ highway: "secondary_link" }, "car", [20.02, 20.02]],
  [{ highway: "motorway_link" }, "car", [36, 36]],
  [{ highway: "tertiary_link" }, "car", [16, 16]],
  [{ highway: "primary", maxspeed: "30" }, "car", [19.2, 19.2]],
  [{ highway: "primary", "maxspeed:forward": "20" }, "car", [12.8, 52]],
  [{ highway: "primary", maxspeed: "40", "maxspeed:motorcycle": "25" }, "bike", [25, 25]],
  [{ highway: "residential", maxspeed: "50" }, "car", [32, 32]],
  [{ highway: "residential", maxspeed: "50" }, "bike", [22, 22]],
  [{ highway: "living_street", "maxspeed:type": "VN:urban" }, "car", [32, 32]],
  [{ highway: "trunk", "source:maxspeed": "VN:urban" }, "car", [32, 32]],
  [{ highway: "trunk", maxspeed: "30", "source:maxspeed": "VN:urban" }, "car", [19.2, 19.2]],
  [{ highway: "trunk", "source:maxspeed": "sign" }, "car", [68, 68]],
  [{ highway: "residential", maxspeed: "90", "maxspeed:advisory": "50" }, "car", [32, 32]],
  [{ highway: "residential", "maxspeed:advisory:forward": "50", "maxspeed:advisory:backward": "25" }, "car", [32, 16]],
  [{ highway: "footway", motor_vehicle: "yes", maxspeed: "50" }, "car", [8, 8]],
  [{ route: "ferry", maxspeed: "50" }, "car", [8, 8]],
  [{ highway: "tertiary", surface: "unpaved" }, "car", [32, 32]],
  [{ highway: "tertiary", surface: "unpaved" }, "bike", [18, 18]],
  [{ highway: "tertiary", surface: "paving_stones" }, "car", [32, 32]],
  [{ highway: "primary", surface: "paving_stones" }, "car", [48, 48]],
  [{ highway: "primary", surface: "clay" }, "car", [24, 24]],
  [{ highway: "primary", surface: "stone" }, "car", [16, 16]],
  [{ highway: "primary", surface: "mud" }, "car", [8, 8]],
  [{ highway: "primary", surface: "gravel", maxspeed: "80" }, "car", [32, 32]],
  [{ highway: "primary", surface: "nobody-knows" }, "car", [52, 52]],
  [{ highway: "primary", tracktype: "grade1", surface: "mud" }, "car", [8, 8]],
  [{ highway: "secondary", maxspeed: "100", priority: "forward" }, "car", [64, 44.8]],
  [{ highway: "secondary", maxspeed: "100", priority: "backward" }, "car", [44.8, 64]],
  [{ highway: "motorway" }, "car", [72, 0]],
  [{ highway: "motorway" }, "bike", undefined],
  [{ highway: "trunk", motorroad: "yes" }, "bike", [42, 42]],
  [{ highway: "trunk", motorroad: "yes", motorcycle: "designated" }, "bike", [42, 42]],
  [{ highway: "residential", junction: "roundabout" }, "car", [20, 0]],
  [{ highway: "residential", junction: "roundabout", oneway: "no" }, "car", [20, 20]],
  [{ highway: "residential", "motor_vehicle:backward": "no" }, "car", [20, 0]],
  [{ highway: "residential", access: "destination" }, "car", [20, 20]],
  [{ highway: "service", service: "parking_aisle" }, "car", [6, 6]],
  [{ highway: "service", service: "drive-thru" }, "car", [6, 6]],
  [{ highway: "service", service: "emergency_access" }, "car", undefined],
  [{ highway: "residential", lanes: "1" }, "car", [10, 10]],
  [{ highway: "residential", lanes: "1", oneway: "yes" }, "car", [20, 0]],
  [{ highway: "residential", width: "2.5" }, "bike", [22, 22]],
  [{ highway: "residential", smoothness: "impassable" }, "bike", undefined],
  [{ highway: "track" }, "car", undefined],
  [{ highway: "track" }, "bike", [12, 12]],
  [{ highway: "path" }, "bike", [10, 10]],
  [{ highway: "steps", motorcycle: "yes" }, "bike", undefined],
  [{ highway: "pedestrian", motor_vehicle: "yes" }, "car", [8, 8]],
  [{ highway: "pedestrian", area: "yes", motor_vehicle: "yes" }, "car", undefined],
  [{ route: "ferry" }, "bike", [8, 8]],
  [{ route: "ferry", motorcycle: "no" }, "bike", undefined],
  [{ route: "ferry", highway: "path" }, "bike", [8, 8]],
  [{ route: "ferry", highway: "path" }, "car", undefined],
  [{ route: "ferry", highway: "trunk" }, "car", [8, 8]],
  [{ waterway: "river" }, "car", undefined],
  [{}, "car", undefined],
];
for (const [tags, profile, speeds] of rules) {
  test(`${profile} on ${JSON.stringify(tags)}: ${speeds?.join(" and ") ?? "never"} km/h`, () => {
    const rule = wayRule(tags, PROFILE_VEHICLES[profile]);
    const round = (kmh: number): number => Math.round(kmh * 100) / 100;
    assert.deepEqual(rule && [round(rule.forward.kmh), round(rule.backward.kmh)], speeds);
  });
}

test("a turn costs more the sharper it is, and more to the left than to the right", () => {
  const cost = (degrees: number): number => turnSeconds(degrees, PROFILE_VEHICLES.car);
  for (let degrees = 0; degrees < 180; degrees += 5) {
    assert.ok(cost(degrees + 5) > cost(degrees));
    assert.ok(cost(-degrees - 5) > cost(-degrees));
    if (degrees > 0) assert.ok(cost(-degrees) > cost(degrees));
  }
  assert.ok(cost(0) < 0.1 && cost(-180) < 9.4);
});
