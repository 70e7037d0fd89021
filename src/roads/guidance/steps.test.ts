import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arm, Junction, PathLeg, Piece, Street } from "../path.ts";
import { type Step, tellSteps } from "./steps.ts";
import { summarise } from "./summary.ts";

const STREET: Street = {
  name: "",
  ref: "",
  roadClass: "residential",
  isLink: false,
  isRoundabout: false,
  isOneWay: false,
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
  readonly side?: readonly (Partial<Arm> & { readonly bearing: number })[];
};

// A leg of straight pieces of 100 m and 10 s each; every crossing costs 2 s.
function sketchLeg(...sketches: readonly Sketch[]): PathLeg {
  const pieces = sketches.map(({ street, bearing, side }, i): Piece => {
    const next = sketches[i + 1];
    return {
      ...STREET,
      ...street,
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
    annotation: () => NO_ANNOTATION,
  };
}

function crossing(from: Partial<Street>, bearing: number, next: Sketch, side: NonNullable<Sketch["side"]>): Junction {
  const into: Arm = { ...STREET, ...from, bearing: (bearing + 180) % 360, mayEnter: false };
  const out: Arm = { ...STREET, ...next.street, bearing: next.bearing, mayEnter: true };
  const arms = [into, out, ...side.map((arm) => ({ ...STREET, mayEnter: true, ...arm }))];
  arms.sort((a, b) => a.bearing - b.bearing);
  return { arms, in: arms.indexOf(into), out: arms.indexOf(out), hasLights: false };
}

const told = (steps: readonly Step[]) =>
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
  const steps = tellSteps(leg);
  assert.deepEqual(told(steps), ["depart (A)", "turn right (B)", "arrive (B)"]);
  assert.deepEqual(
    steps.map((step) => [step.distanceMeters, step.durationSeconds, step.lineFrom, step.lineTo]),
    [
      [200, 24, 0, 2],
      [100, 10, 2, 3],
      [0, 0, 3, 3],
    ],
  );
  assert.deepEqual(steps[0]?.intersections, [
    { lineAt: 0, bearings: [0], entry: [true], in: undefined, out: 0 },
    { lineAt: 1, bearings: [0, 90, 180, 270], entry: [true, true, false, true], in: 2, out: 0 },
  ]);
  assert.deepEqual(steps[2]?.intersections, [{ lineAt: 3, bearings: [270], entry: [true], in: 0, out: undefined }]);
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
  assert.deepEqual(told(tellSteps(leg)), [
    "depart (A)",
    "roundabout right exit 2 ()",
    "exit roundabout right exit 2 (B)",
    "arrive (B)",
  ]);
});

test("a roundabout with a name of its own is a rotary and says it", () => {
  const leg = sketchLeg(
    { street: A, bearing: 0 },
    { street: { ...RING, name: "Vòng xoay" }, bearing: 60, side: [{ ...RING, bearing: 0 }] },
    { street: B, bearing: 90 },
  );
  const steps = tellSteps(leg);
  assert.deepEqual(told(steps), [
    "depart (A)",
    "rotary right exit 1 (Vòng xoay)",
    "exit rotary slight right exit 1 (B)",
    "arrive (B)",
  ]);
  assert.equal(steps[1]?.rotaryName, "Vòng xoay");
});

test("a stop on a roundabout has no exit, and one that starts there counts from where it starts", () => {
  const into = sketchLeg({ street: A, bearing: 0 }, { street: RING, bearing: 45 });
  assert.deepEqual(told(tellSteps(into)), ["depart (A)", "roundabout right ()", "arrive ()"]);
  const from = sketchLeg(
    { street: RING, bearing: 45, side: [{ ...RING, bearing: 0 }, { bearing: 90 }] },
    { street: RING, bearing: 0, side: [{ ...RING, bearing: 315 }] },
    { street: B, bearing: 45 },
  );
  assert.deepEqual(told(tellSteps(from)), ["depart ()", "exit roundabout right exit 2 (B)", "arrive (B)"]);
});

test("the side a door lies on is told when it is neither on the road nor far away", () => {
  const leg = sketchLeg({ street: A, bearing: 0 });
  const at = (meters: number) => ({ lat: 0, lng: meters / 111_195 });
  const sides = (from: number, to: number) =>
    tellSteps(leg, { from: at(from), to: { ...at(to), lng: at(to).lng + 0.002 } }).map(
      (step) => step.maneuver.modifier,
    );
  assert.deepEqual(sides(20, -20), ["right", "left"]);
  assert.deepEqual(sides(3, 400), [undefined, undefined]);
});

test("a leg between two stops at one door departs and arrives", () => {
  const empty = { ...sketchLeg({ street: A, bearing: 0 }), pieces: () => [] };
  const steps = tellSteps(empty);
  assert.deepEqual(told(steps), ["depart ()", "arrive ()"]);
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
  assert.equal(summarise(leg), "A, QL.1");
  assert.equal(summarise(sketchLeg({ street: {}, bearing: 0 })), "");
});
