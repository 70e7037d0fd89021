import assert from "node:assert/strict";
import { test } from "node:test";
import { turnDegrees } from "../micro.ts";
import type { Arm, Junction, Street } from "../path.ts";
import { instruct } from "./instruct.ts";
import { modifierOf } from "./turn.ts";

const street = (change: Partial<Street> = {}): Street => ({
  name: "",
  ref: "",
  roadClass: "residential",
  isLink: false,
  isRoundabout: false,
  isOneWay: false,
  classes: [],
  signs: undefined,
  ...change,
});
type Sketch = Partial<Street> & { readonly turn: number; readonly mayEnter?: boolean };

// Driving north along `from`; the arms are given by how far one turns into them, the first is the one taken.
function instructed(from: Partial<Street>, ...sketches: readonly Sketch[]): string | undefined {
  const into: Arm = { street: street(from), edge: 0, bearing: 180, mayEnter: false, mayLeave: true };
  const arms: Arm[] = [
    into,
    ...sketches.map(({ turn, mayEnter = true, ...own }, i) => {
      const bearing = (turn + 360) % 360;
      return { street: street(own), edge: 2 * i + 2, bearing, mayEnter, mayLeave: mayEnter };
    }),
  ];
  const taken = arms[1]!;
  arms.sort((a, b) => a.bearing - b.bearing);
  const junction: Junction = {
    arms,
    in: arms.indexOf(into),
    out: arms.indexOf(taken),
  };
  const instruction = instruct(into.street, junction);
  return instruction && `${instruction.type} ${instruction.modifier}`;
}

const A = { name: "A" };
const B = { name: "B" };
const cases: readonly (readonly [string, string | undefined, Partial<Street>, ...(readonly Sketch[])])[] = [
  [
    "straight on the same street over a crossing",
    undefined,
    A,
    { turn: 0, ...A },
    { turn: 90, ...B },
    { turn: -90, ...B },
  ],
  [
    "straight on into another name, while the street itself turns off",
    "turn straight",
    A,
    { turn: 0, ...B },
    { turn: 90, ...A },
    { turn: -90, ...A },
  ],
  ["right into another street", "turn right", A, { turn: 90, ...B }, { turn: 0, ...A }, { turn: -90, ...B }],
  [
    "half left into another street",
    "turn slight left",
    A,
    { turn: -30, ...B },
    { turn: 10, ...A, roadClass: "primary" },
  ],
  ["sharp right", "turn sharp right", A, { turn: 150, ...B }, { turn: 0, ...A }],
  ["right to stay on the same street", "continue right", A, { turn: 90, ...A }, { turn: 0, ...B }],
  ["the end of a road", "end of road left", A, { turn: -90, ...B }, { turn: 90, ...B }],
  [
    "the end of a road whose other side is one-way against us",
    "end of road right",
    A,
    { turn: 90, ...B },
    { turn: -90, ...B, mayEnter: false },
  ],
  ["a bend with an alley beside it", undefined, A, { turn: 50, ...A }, { turn: -10, roadClass: "service" }],
  [
    "straight on the same street past a half turn",
    undefined,
    A,
    { turn: 15, ...A },
    { turn: -25, ...B, roadClass: "primary" },
  ],
  ["a bend with nothing else open", undefined, A, { turn: 80, ...A }, { turn: 0, ...B, mayEnter: false }],
  ["a bend into another name with nothing else open", "new name right", A, { turn: 80, ...B }],
  [
    "out of a nameless alley straight into a street",
    "new name straight",
    { roadClass: "service" },
    { turn: 0, ...A },
    { turn: 90, ...B },
  ],
  ["from a street straight into a nameless one", undefined, A, { turn: 0 }, { turn: 90, ...B }],
  ["a fork to the right", "fork slight right", A, { turn: 20, ...B }, { turn: -20, name: "C" }],
  ["a fork to the left", "fork slight left", A, { turn: -15, ...B }, { turn: 15, name: "C" }],
  ["straight on beside a road that forks off", "new name straight", A, { turn: -10, ...B }, { turn: 27, name: "C" }],
  [
    "straight on the same street, which is less of a road from here on",
    undefined,
    { ...A, roadClass: "primary" },
    { turn: 5, ...A },
    { turn: 90, ...B, roadClass: "primary" },
    { turn: -90, ...B, roadClass: "primary" },
  ],
  ["a fork where the street itself goes on", undefined, A, { turn: 5, ...A }, { turn: -35, ...B }],
  [
    "a ramp onto the motorway",
    "on ramp slight right",
    { ...A, roadClass: "primary" },
    { turn: 30, roadClass: "motorway", isLink: true },
    { turn: 0, ...A, roadClass: "primary" },
  ],
  [
    "a ramp off the motorway",
    "off ramp slight right",
    { ...A, roadClass: "motorway" },
    { turn: 25, roadClass: "motorway", isLink: true },
    { turn: 0, ...A, roadClass: "motorway" },
  ],
  [
    "merging onto the motorway from its right",
    "merge slight left",
    { roadClass: "motorway", isLink: true },
    { turn: 15, ...A, roadClass: "motorway" },
    { turn: -170, ...A, roadClass: "motorway", mayEnter: false },
  ],
];
const FERRY = { name: "Phà", roadClass: "ferry" } as const;
const FERRY_ROAD = { name: "Đường Phà" };
const ferries: typeof cases = [
  [
    "straight aboard",
    "notification straight",
    FERRY_ROAD,
    { turn: 0, ...FERRY_ROAD, roadClass: "ferry" },
    { turn: 90 },
  ],
  ["a turn aboard", "turn right", A, { turn: 90, ...FERRY }, { turn: 0, ...A }],
  ["off the ferry into a street that does not end a road", "turn left", FERRY, { turn: -90, ...A }, { turn: 90, ...A }],
];
for (const [name, expected, from, ...arms] of [...cases, ...ferries]) {
  test(`told at a junction: ${name}`, () => assert.equal(instructed(from, ...arms), expected));
}

test("turning round is a u-turn, whatever the street is called", () => {
  const arm: Arm = { street: street(A), edge: 0, bearing: 180, mayEnter: true, mayLeave: true };
  const junction: Junction = { arms: [arm], in: 0, out: 0 };
  assert.deepEqual(instruct(street(A), junction), { type: "continue", modifier: "uturn" });
  assert.deepEqual(instruct(street(B), junction), { type: "turn", modifier: "uturn" });
});

test("turns are measured the short way round and named by OSRM's bounds", () => {
  assert.equal(turnDegrees(350, 10), 20);
  assert.equal(turnDegrees(10, 350), -20);
  assert.equal(turnDegrees(0, 180), 180);
  assert.deepEqual([0, 20, 21, 41, 121, -20, -21, -41, -121].map(modifierOf), [
    "straight",
    "straight",
    "slight right",
    "right",
    "sharp right",
    "straight",
    "slight left",
    "left",
    "sharp left",
  ]);
});
