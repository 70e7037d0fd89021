import assert from "node:assert/strict";
import { test } from "node:test";
import { buildEngine } from "../../../test/fixtures/roads/build-engine.ts";
import { drawMap } from "../../../test/fixtures/roads/drawn-map.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { describeChanges, parseProfile, profileVehicle } from "./profile-file.ts";
import { PROFILE_VEHICLES } from "./vehicle.ts";
import { wayRule } from "./way-rule.ts";

const faults: readonly (readonly [string, RegExp])[] = [
  ["{", /no JSON/],
  ["[]", /a profile must be an object/],
  ['{"lorry":{}}', /lorry is not known; a profile may have car, bike/],
  ['{"car":7}', /car must be an object/],
  ['{"car":{"speedKmh":{}}}', /car\.speedKmh is not known; car may have .*speedsKmh/],
  [
    '{"car":{"speedsKmh":{"boulevard":40}}}',
    /car\.speedsKmh\.boulevard is not known; car\.speedsKmh may have motorway/,
  ],
  ['{"car":{"speedsKmh":{"primary":"fast"}}}', /car\.speedsKmh\.primary must be km\/h from 1 to 150, or 0 .*"fast"/],
  ['{"car":{"speedsKmh":{"primary":-1}}}', /car\.speedsKmh\.primary must be km\/h/],
  ['{"bike":{"uTurnSeconds":1e9}}', /bike\.uTurnSeconds must be a number from 0 to 600; it is 1000000000/],
  ['{"bike":{"size":{"heightMeters":null}}}', /bike\.size\.heightMeters must be a number from 0\.5 to 6/],
  ['{"bike":{"size":{"girth":1}}}', /bike\.size\.girth is not known/],
  ['{"car":{"passes":{"chain":"yes"}}}', /car\.passes\.chain must be true or false/],
  ['{"car":{"serviceShares":{"alley":2}}}', /car\.serviceShares\.alley must be a number from 0\.05 to 1/],
  ['{"car":{"surfacesKmh":{"sand":0}}}', /car\.surfacesKmh\.sand must be a number from 1 to 150/],
  ['{"car":{"drivesAtLimit":1}}', /car\.drivesAtLimit must be true or false/],
  ['{"car":{"stopSeconds":-1}}', /car\.stopSeconds must be a number from 0 to 300/],
  ['{"car":{"__proto__":{}}}', /car\.__proto__ is not known/],
];
for (const [text, why] of faults) {
  test(`a profile ${text} is refused with the field and the rule`, () => {
    const parsed = parseProfile(text);
    assert.ok(isRefusal(parsed));
    assert.match(parsed.why, why);
  });
}

test("what a profile does not say stays as it was", () => {
  const changes = parseProfile(
    '{"car":{"speedsKmh":{"primary":40,"track":9,"motorway":0},"passes":{"gate":false,"chain":true}}}',
  );
  assert.ok(!isRefusal(changes));
  const car = profileVehicle("car", changes);
  assert.deepEqual(car.speedsKmh, { ...PROFILE_VEHICLES.car.speedsKmh, primary: 40, track: 9, motorway: 0 });
  assert.equal(car.passes.has("gate"), false);
  assert.equal(car.passes.has("chain"), true);
  assert.equal(car.passes.has("lift_gate"), true);
  assert.equal(car.turnSecondsMax, PROFILE_VEHICLES.car.turnSecondsMax);
  assert.deepEqual(profileVehicle("bike", changes), PROFILE_VEHICLES.bike);
  assert.deepEqual(describeChanges(changes), [
    "car.speedsKmh.primary 40",
    "car.speedsKmh.track 9",
    "car.speedsKmh.motorway 0",
    "car.passes.gate false",
    "car.passes.chain true",
  ]);
});

test("surfaces and limits are an operator's to change", () => {
  const changes = parseProfile('{"car":{"surfacesKmh":{"sand":5},"drivesAtLimit":false}}');
  assert.ok(!isRefusal(changes));
  const car = profileVehicle("car", changes);
  assert.deepEqual(car.surfacesKmh, { ...PROFILE_VEHICLES.car.surfacesKmh, sand: 5 });
  assert.equal(wayRule({ highway: "residential", surface: "sand" }, car)?.forward.kmh, 5);
  assert.equal(wayRule({ highway: "residential", maxspeed: "50" }, car)?.forward.kmh, 20);
});

test("a class that a profile closes is closed aboard a ferry and where a limit is signed too", () => {
  const changes = parseProfile('{"bike":{"speedsKmh":{"path":0}},"car":{"speedsKmh":{"service":0}}}');
  assert.ok(!isRefusal(changes));
  assert.equal(wayRule({ highway: "path", route: "ferry" }, profileVehicle("bike", changes)), undefined);
  assert.equal(wayRule({ highway: "service", maxspeed: "30" }, profileVehicle("car", changes)), undefined);
});

test("roads are built by the profile: a class opened, a class closed, a light that costs more", () => {
  const map = drawMap("a-1-b-2-c-3-d", {
    gridMeters: 100,
    ways: { ab: { highway: "track" }, cd: { highway: "motorway", oneway: "no" } },
    junctions: { b: { highway: "traffic_signals" } },
  });
  const changes = parseProfile('{"car":{"speedsKmh":{"track":36,"motorway":0},"lightsSeconds":60}}');
  assert.ok(!isRefusal(changes));
  const engine = buildEngine(map.extract, "car", { partStatesMin: 1, vehicle: profileVehicle("car", changes) });
  assert.ok(!isRefusal(engine));
  const answer = engine.route([map.at("1"), map.at("2")]);
  assert.ok(!isRefusal(answer));
  // 200 m at 36 km/h, the light, 200 m at 20 km/h.
  assert.equal(Math.round(answer.routes[0]!.durationSeconds), 20 + 60 + 36);
  const beyond = engine.snap(map.at("3"));
  assert.ok(!isRefusal(beyond) && beyond.distanceMeters > 190);
});
