import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { afterTry, type Circuit, inFlightMax, STEADY } from "./circuit.ts";

const noon = new Date("2026-03-02T05:00:00Z");
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const failing = (times: number): Circuit => {
  let circuit = STEADY;
  for (let made = 0; made < times; made += 1) circuit = afterTry(circuit, false, noon).circuit;
  return circuit;
};

const cases: readonly (readonly [number, number, boolean])[] = [
  // failures in a row, tries allowed right away, and whether a success now is a recovery
  [0, 8, false],
  [2, 8, false],
  [3, 1, true],
  [9, 1, true],
  [10, 0, true],
  [50, 0, true],
];
for (const [failures, allowed, recovers] of cases) {
  test(`after ${failures} failures in a row ${allowed} tries may be in flight`, () => {
    assert.equal(inFlightMax(failing(failures), 8, noon), allowed);
  });
  test(`a success after ${failures} failures is ${recovers ? "a recovery" : "nothing special"}`, () => {
    assert.deepEqual(afterTry(failing(failures), true, noon), { circuit: STEADY, recovered: recovers });
  });
}

test("a failure opens nothing before the tenth, and is no recovery", () => {
  let circuit = STEADY;
  for (let made = 1; made <= 12; made += 1) {
    const after = afterTry(circuit, false, noon);
    assert.equal(after.recovered, false, String(made));
    assert.equal(after.circuit.failures, made);
    assert.equal(after.circuit.probeAt !== undefined, made >= 10, String(made));
    circuit = after.circuit;
  }
});

test("an open circuit lets one probe through after 10 s, then 20 s, 40 s … and at last every 5 minutes", () => {
  const waits = [10, 11, 12, 13, 14, 15, 16, 40, 1000].map((failures) => {
    const { probeAt } = failing(failures);
    return probeAt && (probeAt.getTime() - noon.getTime()) / 1000;
  });
  assert.deepEqual(waits, [10, 20, 40, 80, 160, 300, 300, 300, 300]);
  assert.equal(inFlightMax(failing(10), 8, later(9)), 0);
  assert.equal(inFlightMax(failing(10), 8, later(10)), 1);
});

test("whatever an endpoint has done, one success makes it steady and it is never out of reach for good", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (answers) => {
      let circuit = STEADY;
      for (const delivered of answers) circuit = afterTry(circuit, delivered, noon).circuit;
      assert.ok(inFlightMax(circuit, 8, later(300)) >= 1);
      assert.deepEqual(afterTry(circuit, true, noon).circuit, STEADY);
    }),
  );
});

test("one event that always fails among others that succeed never opens the circuit", () => {
  let circuit = STEADY;
  for (let round = 0; round < 100; round += 1) {
    circuit = afterTry(circuit, false, noon).circuit;
    const after = afterTry(circuit, true, noon);
    assert.equal(after.recovered, false);
    circuit = after.circuit;
  }
});
