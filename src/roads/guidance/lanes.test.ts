import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arm, Junction, Street } from "../path.ts";
import { signsOf } from "../profile/signs.ts";
import { lanesAt } from "./lanes.ts";
import type { Told } from "./turn.ts";

const ROAD: Street = {
  name: "Đường Gió",
  ref: "",
  roadClass: "primary",
  isLink: false,
  isRoundabout: false,
  isOneWay: false,
  classes: [],
  signs: undefined,
};

// Driving north along a way drawn that way, and turning so far into another.
function lanes(tags: Readonly<Record<string, string>>, turn: number, told?: Told): string | undefined {
  const text = signsOf(tags, [true, true]);
  const street = { ...ROAD, signs: text === "" ? undefined : JSON.parse(text) };
  const back: Arm = { street, edge: 1, bearing: 180, mayEnter: false, mayLeave: true };
  const on: Arm = { street: ROAD, edge: 2, bearing: (turn + 360) % 360, mayEnter: true, mayLeave: true };
  const junction: Junction = { arms: [back, on], in: 0, out: 1, told };
  return lanesAt(junction)
    ?.map(({ indications, valid }) => `${indications.join(";")} ${valid ? "yes" : "no"}`)
    .join(" | ");
}

const forward = (arrows: string) => ({ "turn:lanes:forward": arrows });
const cases: readonly (readonly [string, string | undefined, Readonly<Record<string, string>>, number, Told?])[] = [
  ["arrows of one's turn", "straight no | right yes", forward("through|right"), 90],
  ["no tags", undefined, {}, 0],
  ["tags for the other direction", undefined, { "turn:lanes:backward": "left|right" }, 90],
  ["none that leads there", undefined, forward("left|left"), 90],
  ["straight on from lanes without an arrow too", "left no | straight yes | none yes", forward("left|through|"), 0],
  ["a turn from the outer lane without an arrow", "left no | none no | none yes", forward("left||none"), 90],
  ["a turn from the outer lane on the left", "none yes | none no | right no", forward("none||right"), -90],
  ["lanes for the bend that is the road itself", "straight yes | right no", forward("through|right"), 50, "nothing"],
  [
    "lanes for what is told, not for what is drawn",
    "straight no | slight right yes",
    forward("through|slight_right"),
    5,
    { type: "off ramp", modifier: "slight right" },
  ],
  [
    "without a lane that is shut",
    "straight yes | right no",
    { ...forward("through|through|right"), "vehicle:lanes:forward": "yes|no|yes" },
    0,
  ],
  [
    "without the bus's lane at the kerb",
    "straight yes | right no",
    { ...forward("through|right|"), "lanes:psv": "1" },
    0,
  ],
  [
    "without the bus's lane, where one drives on the left",
    "left no | straight yes",
    { ...forward("|left|through"), "lanes:bus:forward": "1", driving_side: "left" },
    0,
  ],
];
for (const [name, expected, tags, turn, told] of cases) {
  test(`lanes: ${name}`, () => assert.equal(lanes(tags, turn, told), expected));
}
