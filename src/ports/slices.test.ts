import assert from "node:assert/strict";
import { test } from "node:test";
import { type Deadline, GivenUp, nowMs, withDeadline } from "./deadline.ts";
import { askInSlices, mapInSlices } from "./slices.ts";

function work(ms: number): void {
  for (const untilMs = nowMs() + ms; nowMs() < untilMs; );
}

test("long work is done whole and in order, and others have their turn in between", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  const done = await mapInSlices([1, 2, 3, 4, 5, 6], (one, at) => {
    work(5);
    return one * 10 + at;
  });
  clearInterval(turning);
  assert.deepEqual(done, [10, 21, 32, 43, 54, 65]);
  assert.ok(turns >= 3, `${turns} turns`);
});

test("short works that follow one another at once share a slice", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  for (let i = 0; i < 60; i++) await mapInSlices([i], () => work(1));
  clearInterval(turning);
  assert.ok(turns >= 10, `${turns} turns`);
});

test("it ends when nobody waits for it any more", async () => {
  let isGone = false;
  let done = 0;
  const caller = { group: "a", member: "a" };
  const deadline: Deadline = {
    caller,
    deadlineMs: nowMs() + 60_000,
    isGone: () => isGone,
    isKept: false,
    givenUpFor: undefined,
  };
  const working = withDeadline(deadline, () =>
    mapInSlices(Array(100).fill(0), () => {
      work(5);
      done++;
      isGone = true;
    }),
  );
  await assert.rejects(working, GivenUp);
  assert.equal(deadline.givenUpFor, "gone");
  assert.ok(done < 100);
});

test("questions are all asked before the first answer is waited for, and a fault is heard once", async () => {
  const asked: number[] = [];
  const ask = async (one: number) => {
    asked.push(one);
    work(5);
    await null;
    if (one === 2) throw new Error("two");
    return one;
  };
  await assert.rejects(askInSlices([1, 2, 3, 4], ask), /two/);
  assert.deepEqual(asked, [1, 2, 3, 4]);
  assert.deepEqual(await askInSlices([1, 3], ask), [1, 3]);
});
