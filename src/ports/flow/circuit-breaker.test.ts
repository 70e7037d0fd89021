import assert from "node:assert/strict";
import { test } from "node:test";
import { openCircuitBreaker } from "./circuit-breaker.ts";

function openAt() {
  let nowMs = 1_000_000;
  const circuit = openCircuitBreaker({ failuresMax: 3, restMs: 100 }, { now: () => new Date(nowMs) });
  const fail = (times: number): void => {
    for (let i = 0; i < times; i++) circuit.failed();
  };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { ...circuit, fail, pass };
}

test("failures in a row leave the server alone; a success between them begins the count anew", () => {
  const { mayTry, succeeded, fail } = openAt();
  fail(2);
  assert.equal(mayTry(), true);
  succeeded();
  fail(2);
  assert.equal(mayTry(), true);
  fail(1);
  assert.equal(mayTry(), false);
});

test("after a rest one is let through: its success lets all in, its failure begins another rest", () => {
  const { mayTry, succeeded, fail, pass } = openAt();
  fail(3);
  pass(99);
  assert.equal(mayTry(), false);
  pass(1);
  assert.deepEqual([mayTry(), mayTry()], [true, false]);
  pass(60);
  fail(1);
  pass(99);
  assert.equal(mayTry(), false);
  pass(1);
  assert.equal(mayTry(), true);
  succeeded();
  assert.deepEqual([mayTry(), mayTry()], [true, true]);
});

test("one that was let through and never tells what became of it keeps nobody out for longer than a rest", () => {
  const { mayTry, fail, pass } = openAt();
  fail(3);
  pass(100);
  assert.equal(mayTry(), true);
  pass(99);
  assert.equal(mayTry(), false);
  pass(1);
  assert.deepEqual([mayTry(), mayTry()], [true, false]);
});
