// The rules of tags, one row each and each on its own little map: a way drawn from a to c, a node in the middle of it, a place on
// either side. Told is which way a car and a motorbike get past the node: both, with the way, against it, or no way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildEngine } from "../../test/fixtures/roads/build-engine.ts";
import { drawMap } from "../../test/fixtures/roads/drawn-map.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Profile } from "../domain/roads.ts";

type Verdict = "both" | "with" | "against" | "none";

// "key=value, key=value" of the way, then of the node; what is told for a car, and for a bike where it is another.
type Row = readonly [way: string, node: string, car: Verdict, bike?: Verdict];

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  "kinds of way": [
    ["highway=motorway", "", "with", "none"],
    ["highway=motorway, oneway=no", "", "both", "none"],
    ["highway=motorway_link", "", "both", "none"],
    ["highway=motorway_link, oneway=yes", "", "with", "none"],
    ["highway=motorway_link, junction=roundabout", "", "with", "none"],
    ["highway=trunk", "", "both"],
    ["highway=trunk_link", "", "both"],
    ["highway=primary_link", "", "both"],
    ["highway=secondary_link", "", "both"],
    ["highway=tertiary_link", "", "both"],
    ["highway=unclassified", "", "both"],
    ["highway=living_street", "", "both"],
    ["highway=service", "", "both"],
    ["highway=track", "", "none", "both"],
    ["highway=path", "", "none", "both"],
    ["highway=footway", "", "none"],
    ["highway=pedestrian", "", "none"],
    ["highway=cycleway", "", "none"],
    ["highway=bridleway", "", "none"],
    ["highway=steps", "", "none"],
    ["highway=pier", "", "none"],
    ["highway=runway", "", "none"],
    ["highway=runway, maxspeed=80", "", "none"],
    ["railway=rail, highway=", "", "none"],
    ["highway=primary, area=yes", "", "none"],
    ["highway=service, service=emergency_access", "", "none"],
  ],
  "one-way": [
    ["oneway=yes", "", "with"],
    ["oneway=1", "", "with"],
    ["oneway=-1", "", "against"],
    ["oneway=no", "", "both"],
    ["oneway:motorcar=yes", "", "with", "both"],
    ["oneway:motorcycle=yes", "", "both", "with"],
    ["oneway:motor_vehicle=yes", "", "with"],
    ["oneway:vehicle=yes", "", "with"],
    ["oneway:vehicle=-1", "", "against"],
    ["oneway:motorcar=yes, oneway:motor_vehicle=no", "", "with", "both"],
    ["oneway:motorcar=no, oneway:motor_vehicle=yes", "", "both", "with"],
    ["oneway:motor_vehicle=no, oneway:vehicle=yes", "", "both"],
    ["oneway:vehicle=no, oneway=yes", "", "both"],
    ["oneway:vehicle=yes, oneway=no", "", "with"],
    ["oneway:bicycle=no, oneway=yes", "", "with"],
    ["oneway:bicycle=-1, junction=roundabout", "", "with"],
    ["junction=circular", "", "with"],
    ["junction=roundabout, oneway=no", "", "both"],
    ["oneway=reversible", "", "none"],
    ["oneway=alternating", "", "both"],
    ["oneway=alternating, junction=roundabout", "", "with"],
    ["oneway=reversible, junction=roundabout", "", "none"],
  ],
  "access, the word nearest to the vehicle": [
    ["access=yes", "", "both"],
    ["access=no", "", "none"],
    ["vehicle=no", "", "none"],
    ["access=no, vehicle=yes", "", "both"],
    ["access=yes, vehicle=no", "", "none"],
    ["vehicle=no, motor_vehicle=yes", "", "both"],
    ["vehicle=yes, motor_vehicle=no", "", "none"],
    ["motor_vehicle=no, motorcar=yes", "", "both", "none"],
    ["motor_vehicle=no, motorcycle=yes", "", "none", "both"],
    ["motor_vehicle=yes, motorcar=no", "", "none", "both"],
    ["foot=no, bicycle=no, psv=no", "", "both"],
  ],
  "access by direction": [
    ["access:forward=no", "", "against"],
    ["access:backward=no", "", "with"],
    ["access=no, access:forward=yes", "", "with"],
    ["access=no, access:backward=yes", "", "against"],
    ["access=no, access:forward=yes, access:backward=yes", "", "both"],
    ["access=yes, access:forward=no, access:backward=no", "", "none"],
    ["access=yes, access:forward=yes, motorcar=no, motorcycle=no", "", "none"],
    ["access=no, access:forward=no, motor_vehicle=yes", "", "both"],
    ["access=no, motorcar=no, motorcar:forward=yes", "", "with", "none"],
    ["access:forward=no, motor_vehicle:backward=no", "", "none"],
    ["access:forward=no, motor_vehicle:forward=yes", "", "both"],
    ["access:backward=yes, motor_vehicle:backward=no", "", "with"],
    ["vehicle:backward=no", "", "with"],
    ["vehicle:forward=no, motor_vehicle:forward=destination", "", "both"],
    ["motor_vehicle:forward=no, motor_vehicle:backward=destination", "", "against"],
    [
      "highway=pedestrian, vehicle:forward=yes, vehicle:backward:conditional=delivery @ (20:00-11:00)",
      "",
      "with",
      "none",
    ],
    ["highway=pedestrian, motor_vehicle:forward=yes", "", "with"],
  ],
  "words of access": [
    ["access=permissive", "", "both"],
    ["access=designated", "", "both"],
    ["access=hov", "", "both"],
    ["access=agricultural", "", "none"],
    ["access=forestry", "", "none"],
    ["access=emergency", "", "none"],
    ["access=psv", "", "none"],
    ["access=private", "", "both"],
    ["access=delivery", "", "both"],
    ["access=destination", "", "both"],
    ["access=customers", "", "both"],
    ["access=nobody-knows", "", "both"],
    ["motor_vehicle=destination;agricultural", "", "both"],
    ["motor_vehicle=agricultural;forestry", "", "none"],
    ["toll=yes", "", "both"],
    ["toll=no", "", "both"],
  ],
  "ways opened by a tag": [
    ["highway=runway, access=yes", "", "both", "none"],
    ["highway=runway, vehicle=yes", "", "both", "none"],
    ["highway=runway, motor_vehicle=yes", "", "both"],
    ["highway=runway, motorcar=yes", "", "both", "none"],
    ["highway=runway, access=private, motorcar=permissive", "", "both", "none"],
    ["highway=runway, foot=yes, bicycle=yes, psv=yes", "", "none"],
    ["highway=runway", "motor_vehicle=yes", "none"],
    ["highway=footway, access=yes", "", "both", "none"],
    ["highway=footway, motor_vehicle=permissive", "", "both"],
    ["highway=cycleway, motor_vehicle=designated", "", "both"],
    ["highway=pedestrian, motor_vehicle=yes", "", "both"],
    ["highway=pedestrian, motor_vehicle=destination", "", "none"],
    ["highway=footway, motor_vehicle:backward=destination", "", "none"],
    ["highway=pedestrian, access=private", "", "none"],
    ["highway=track, access=private", "", "none", "both"],
    ["highway=nobody-knows, access=permissive", "", "both", "none"],
    ["highway=steps, access=yes", "", "none"],
    ["highway=steps, motor_vehicle=yes", "", "none"],
  ],
  "works and wrecks": [
    ["highway=construction", "", "none"],
    ["highway=construction, access=yes", "", "none"],
    ["highway=proposed", "", "none"],
    ["construction=yes", "", "none"],
    ["construction=tertiary", "", "none"],
    ["construction=no", "", "both"],
    ["construction=minor", "", "both"],
    ["construction=widening", "", "both"],
    ["proposed=primary", "", "both"],
    ["smoothness=impassable", "", "none"],
    ["smoothness=impassable, access=yes", "", "none"],
    ["smoothness=very_horrible", "", "both"],
    ["smoothness=nobody-knows", "", "both"],
    ["tracktype=grade5", "", "both"],
    ["surface=mud", "", "both"],
    ["impassable=yes", "", "none"],
    ["status=impassable", "", "none"],
  ],
  "limits of size": [
    ["maxheight=1.8", "", "none"],
    ["maxheight=1.95", "", "none", "both"],
    ["maxheight=2.5", "", "both"],
    ["maxheight:physical=1.5, maxheight=3", "", "none"],
    ["maxheight=default", "", "both"],
    ["maxheight=none", "", "both"],
    ["maxheight:forward=1.5", "", "against"],
    ["maxwidth=1.9", "", "none", "both"],
    ["maxwidth=2", "", "both"],
    ["maxwidth:physical=0.5", "", "none"],
    ["maxwidth:physical=3, maxwidth=1", "", "both"],
    ["width=1.8", "", "none", "both"],
    ["width=1 m", "", "none", "both"],
    ["width=90 cm", "", "none", "both"],
    ["width=3m", "", "both"],
    ["est_width=1", "", "none", "both"],
    ["width=6'", "", "none", "both"],
    ["width=6'2\"", "", "none", "both"],
    ["width=6'3\"", "", "both"],
    ["width=7'0\"", "", "both"],
    ["width=narrow", "", "both"],
    ["narrow=yes", "", "both"],
    ["maxlength=4", "", "none", "both"],
    ["maxlength=5", "", "both"],
    ["maxlength=unsigned", "", "both"],
    ["maxweight=1", "", "none", "both"],
    ["maxweight=3.5", "", "both"],
    ["maxweight=1500 kg", "", "none", "both"],
    ["maxweight=8,9t", "", "both"],
    ["maxweight=0.1 lbs", "", "none"],
    ["maxweight=unsigned", "", "both"],
  ],
  "nodes without a barrier": [
    ["", "access=no", "none"],
    ["", "access=yes", "both"],
    ["", "vehicle=no", "none"],
    ["", "access=no, vehicle=yes", "both"],
    ["", "access=yes, vehicle=no", "none"],
    ["", "vehicle=no, motor_vehicle=yes", "both"],
    ["", "motor_vehicle=yes, motorcar=no", "none", "both"],
    ["", "motor_vehicle=no, motorcycle=yes", "none", "both"],
    ["", "access=private", "both"],
    ["", "access=agricultural", "none"],
    ["", "access=psv", "none"],
    ["", "access=nobody-knows", "both"],
    ["access=no", "access=yes", "none"],
    ["access=yes", "access=no", "none"],
  ],
  barriers: [
    ["", "barrier=gate", "both"],
    ["", "barrier=lift_gate", "both"],
    ["", "barrier=swing_gate", "both"],
    ["", "barrier=cattle_grid", "both"],
    ["", "barrier=border_control", "both"],
    ["", "barrier=toll_booth", "both"],
    ["", "barrier=sally_port", "both"],
    ["", "barrier=entrance", "both"],
    ["", "barrier=arch", "both"],
    ["", "barrier=wall", "none"],
    ["", "barrier=fence", "none"],
    ["", "barrier=nobody-knows", "none"],
    ["", "barrier=block", "none", "both"],
    ["", "barrier=gate, access=no", "none"],
    ["", "barrier=gate, access=private", "both"],
    ["", "barrier=gate, access=agricultural", "none"],
    ["access=private", "barrier=gate", "both"],
    ["access=no", "barrier=gate", "none"],
    ["", "barrier=wall, access=yes", "both"],
    ["", "barrier=wall, access=private", "both"],
    ["", "barrier=wall, access=no", "none"],
    ["", "barrier=bollard", "none", "both"],
    ["", "barrier=bollard, bollard=rising", "both"],
    ["", "barrier=bollard, bollard=removable", "none", "both"],
    ["", "barrier=kerb", "none", "both"],
    ["", "barrier=kerb, kerb=raised", "none", "both"],
    ["", "barrier=kerb, kerb=lowered", "both"],
    ["", "barrier=kerb, kerb=flush", "both"],
    ["", "barrier=kerb, highway=crossing", "both"],
    ["", "barrier=height_restrictor", "both"],
    ["", "barrier=height_restrictor, maxheight=1.5", "none"],
    ["", "barrier=height_restrictor, maxheight=2.2", "both"],
    ["", "barrier=height_restrictor, maxheight=default", "both"],
  ],
};

for (const [name, rows] of Object.entries(TABLES)) {
  for (const [way, node, car, bike = car] of rows) {
    for (const [profile, verdict] of [["car", car] as const, ["bike", bike] as const]) {
      const what = [way || "a street", node && `with ${node} on it`].filter(Boolean).join(" ");
      test(`${name}: ${what} lets a ${profile} through ${verdict}`, () => {
        assert.equal(through(tagsOf(way), tagsOf(node), profile), verdict);
      });
    }
  }
}

function tagsOf(verdict: string): Record<string, string> {
  const pairs = verdict.split(", ").filter((pair) => pair !== "");
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

function through(way: Record<string, string>, node: Record<string, string>, profile: Profile): Verdict {
  const map = drawMap("a-1-b-2-c", { gridMeters: 100, ways: { abc: way }, junctions: { b: node } });
  const engine = buildEngine(map.extract, profile, { partStatesMin: 1 });
  if (isRefusal(engine)) return "none";
  const gets = (from: string, to: string): boolean => {
    const answer = engine.route([map.at(from), map.at(to)]);
    return !isRefusal(answer) && answer.routes[0]!.distanceMeters < 500;
  };
  const [withIt, against] = [gets("1", "2"), gets("2", "1")];
  if (withIt) return against ? "both" : "with";
  return against ? "against" : "none";
}
