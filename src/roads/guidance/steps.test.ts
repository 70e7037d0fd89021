import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arm, Junction, PathLeg, Piece, Street } from "../path.ts";
import { describeSteps, type Step } from "./steps.ts";
import { summarise } from "./summary.ts";

const STREET: Street = {
  name: "",
  ref: "",
  roadClass: "residential",
  isLink: false,
  isRoundabout: false,
  isOneWay: false,
  classes: [],
  signs: undefined,
};
const NO_ANNOTATION = {
  distancesMeters: new Float64Array(),
  durationsSeconds: new Float64Array(),
  nodes: () => new Float64Array(),
};
type Sketch = {
  readonly street: Partial<Street>;
  // Bearing driven, and the other ways open at its end.
  readonly bearing: number;
  readonly side?: readonly (Partial<Street> & { readonly bearing: number; readonly mayEnter?: boolean })[];
};

// A leg of straight pieces of 100 m and 10 s each; every crossing costs 2 s.
function sketchLeg(...sketches: readonly Sketch[]): PathLeg {
  const pieces = sketches.map(({ street, bearing, side }, i): Piece => {
    const next = sketches[i + 1];
    return {
      street: { ...STREET, ...street },
      distanceMeters: 100,
      durationSeconds: 10,
      turnSeconds: next ? 2 : 0,
      lineFrom: i,
      lineTo: i + 1,
      bearingStart: bearing,
      bearingEnd: bearing,
      junction: next && crossing(street, bearing, next, side ?? []),
    };
  });
  return {
    distanceMeters: 100 * pieces.length,
    durationSeconds: 12 * pieces.length - 2,
    line: Int32Array.from({ length: 2 * pieces.length + 2 }, (_, i) => (i % 2 === 0 ? 1000 * i : 0)),
    pieces: () => pieces,
    firstEdge: 0,
    lastEdge: 0,
    around: undefined,
    annotation: () => NO_ANNOTATION,
  };
}

function crossing(from: Partial<Street>, bearing: number, next: Sketch, side: NonNullable<Sketch["side"]>): Junction {
  const arm = (street: Partial<Street>, towards: number, mayEnter: boolean): Arm => {
    return { street: { ...STREET, ...street }, edge: -1, bearing: towards, mayEnter, mayLeave: mayEnter };
  };
  const into = arm(from, (bearing + 180) % 360, false);
  const out = arm(next.street, next.bearing, true);
  const arms = [into, out, ...side.map(({ bearing: towards, mayEnter = true, ...own }) => arm(own, towards, mayEnter))];
  arms.sort((a, b) => a.bearing - b.bearing);
  return { arms, in: arms.indexOf(into), out: arms.indexOf(out) };
}

const described = (steps: readonly Step[]) =>
  steps.map(({ maneuver: { type, modifier, exit }, name }) =>
    [type, modifier, exit === undefined ? undefined : `exit ${exit}`, `(${name})`].filter((word) => word).join(" "),
  );

const A = { name: "A" };
const B = { name: "B" };
const RING = { isRoundabout: true, isOneWay: true };

test("a leg is told from depart to arrive, and crossings without a turn stay in their step", () => {
  const leg = sketchLeg(
    { street: A, bearing: 0, side: [{ bearing: 90 }, { bearing: 270 }] },
    { street: A, bearing: 0, side: [{ ...A, bearing: 0 }] },
    { street: B, bearing: 90 },
  );
  const steps = describeSteps(leg);
  assert.deepEqual(described(steps), ["depart (A)", "turn right (B)", "arrive (B)"]);
  assert.deepEqual(
    steps.map((step) => [step.distanceMeters, step.durationSeconds, step.lineFrom, step.lineTo]),
    [
      [200, 24, 0, 2],
      [100, 10, 2, 3],
      [0, 0, 3, 3],
    ],
  );
  const [start, passed] = steps[0]!.intersections;
  assert.deepEqual([start?.lineAt, start?.seen], [0, { bearing: 0, side: "out", street: { ...STREET, ...A } }]);
  assert.ok(passed && "arms" in passed.seen);
  assert.deepEqual([passed.lineAt, passed.seen.in, passed.seen.out], [1, 2, 0]);
  assert.deepEqual(
    passed.seen.arms.map(({ bearing, mayEnter }) => [bearing, mayEnter]),
    [
      [0, true],
      [90, true],
      [180, false],
      [270, true],
    ],
  );
  const [end] = steps[2]!.intersections;
  assert.deepEqual([end?.lineAt, end?.seen], [3, { bearing: 270, side: "in", street: { ...STREET, ...B } }]);
  assert.deepEqual(steps[1]?.maneuver, {
    type: "turn",
    modifier: "right",
    exit: undefined,
    bearingBefore: 0,
    bearingAfter: 90,
  });
});

test("exits of a roundabout are counted, one-way arms into it are not", () => {
  const leg = sketchLeg(
    { street: A, bearing: 0 },
    { street: RING, bearing: 45, side: [{ bearing: 90 }] },
    { street: RING, bearing: 0, side: [{ bearing: 10, mayEnter: false }] },
    { street: RING, bearing: 300, side: [{ ...RING, bearing: 270 }] },
    { street: B, bearing: 0 },
  );
  assert.deepEqual(described(describeSteps(leg)), [
    "depart (A)",
    "roundabout right exit 2 (B)",
    "exit roundabout right exit 2 (B)",
    "arrive (B)",
  ]);
});

test("a stop on a roundabout has no exit, and one that starts there counts from where it starts", () => {
  const into = sketchLeg({ street: A, bearing: 0 }, { street: RING, bearing: 45 });
  assert.deepEqual(described(describeSteps(into)), ["depart (A)", "roundabout right ()", "arrive ()"]);
  const from = sketchLeg(
    { street: RING, bearing: 45, side: [{ ...RING, bearing: 0 }, { bearing: 90 }] },
    { street: RING, bearing: 0, side: [{ ...RING, bearing: 315 }] },
    { street: B, bearing: 45 },
  );
  assert.deepEqual(described(describeSteps(from)), ["depart ()", "exit roundabout right exit 2 (B)", "arrive (B)"]);
});

test("the side a door lies on is told when it is neither on the road nor far away", () => {
  const leg = sketchLeg({ street: A, bearing: 0 });
  const at = (meters: number) => ({ lat: 0, lng: meters / 111_195 });
  const sides = (from: number, to: number) =>
    describeSteps(leg, { from: at(from), to: { ...at(to), lng: at(to).lng + 0.002 } }).map(
      (step) => step.maneuver.modifier,
    );
  assert.deepEqual(sides(20, -20), ["right", "left"]);
  assert.deepEqual(sides(3, 400), [undefined, undefined]);
});

test("a leg between two stops at one door departs and arrives", () => {
  const empty = { ...sketchLeg({ street: A, bearing: 0 }), pieces: () => [] };
  const steps = describeSteps(empty);
  assert.deepEqual(described(steps), ["depart ()", "arrive ()"]);
});

test("a summary names the two longest roads in the order they are driven", () => {
  const leg = sketchLeg(
    { street: A, bearing: 0 },
    { street: { name: "C" }, bearing: 0 },
    { street: {}, bearing: 0 },
    { street: { ref: "QL.1" }, bearing: 0 },
    { street: { ref: "QL.1" }, bearing: 0 },
    { street: A, bearing: 0 },
  );
  assert.deepEqual(summarise(leg), ["A", "QL.1"]);
  assert.deepEqual(summarise(sketchLeg({ street: {}, bearing: 0 })), []);
});
