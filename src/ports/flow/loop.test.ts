import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { thisWork, withDeadline } from "../deadline.ts";
import { openLoop } from "./loop.ts";

const failed = (error: unknown): void => assert.fail(String(error));

// Rounds that end when they are told to.
function openRounds() {
  const ends: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  let atOnce = 0;
  let atOnceMax = 0;
  return {
    count: () => ends.length,
    atOnceMax: () => atOnceMax,
    end: (at: number) => ends[at]!.resolve(),
    fail: (at: number) => ends[at]!.reject(new Error(`round ${at}`)),
    work: async (): Promise<void> => {
      atOnce++;
      atOnceMax = Math.max(atOnceMax, atOnce);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.push({ resolve, reject });
      await promise.finally(() => atOnce--);
    },
  };
}

test("rounds never overlap, and what is woken in the middle of one is done right after it, once", async () => {
  const rounds = openRounds();
  const loop = openLoop({ work: rounds.work, failed });
  loop.wake();
  for (let i = 0; i < 3; i++) loop.wake();
  await turn();
  assert.equal(rounds.count(), 1);
  rounds.end(0);
  await turn();
  assert.equal(rounds.count(), 2);
  const settled = loop.settled();
  rounds.end(1);
  await settled;
  assert.equal(loop.isBusy(), false);
  assert.equal(rounds.count(), 2);
  assert.equal(rounds.atOnceMax(), 1);
});

test("a wake at the very end of a round is not lost, however late it comes", async () => {
  for (let ticks = 0; ticks < 12; ticks++) {
    let isWanted = true;
    const loop = openLoop({
      failed,
      work: async () => {
        isWanted = false;
        await turn();
      },
    });
    loop.wake();
    // As many steps after the timer that ends the round as it takes to come after all that the loop does itself.
    await turn();
    for (let tick = 0; tick < ticks; tick++) await undefined;
    isWanted = true;
    loop.wake();
    await loop.settled();
    assert.equal(isWanted, false, `woken ${ticks} steps after the round's last`);
  }
});

test("a round that fails in the middle is told, and the next one is done all the same", async () => {
  const told: unknown[] = [];
  const rounds = openRounds();
  const loop = openLoop({ work: rounds.work, failed: (error) => told.push(error) });
  loop.wake();
  loop.wake();
  rounds.fail(0);
  await turn();
  assert.deepEqual(told.map(String), ["Error: round 0"]);
  assert.equal(rounds.count(), 2);
  rounds.end(1);
  await loop.settled();
});

test("work that throws before it waits is a round that failed", async () => {
  const told: unknown[] = [];
  const loop = openLoop({
    work: () => {
      throw new Error("at once");
    },
    failed: (error) => told.push(error),
  });
  loop.wake();
  await loop.settled();
  assert.deepEqual(told.map(String), ["Error: at once"]);
});

test("stopping in the middle ends the round between its parts, waits for it and begins no other", async () => {
  let parts = 0;
  let isOver = false;
  const loop = openLoop({
    failed,
    everyMs: 1,
    work: async (goesOn) => {
      for (; goesOn(); parts++) await turn();
      await sleep(5);
      isOver = true;
    },
  });
  loop.wake();
  while (parts < 3) await turn();
  loop.wake();
  await loop.stop();
  assert.equal(isOver, true);
  const atStop = parts;
  loop.wake();
  await sleep(5);
  assert.equal(parts, atStop);
});

test("a round that does not end is given up by its deadline, and whoever wakes the loop next begins another", async () => {
  const hung: number[] = [];
  const rounds = openRounds();
  const loop = openLoop({ work: rounds.work, failed, hung: (seconds) => hung.push(seconds), deadlineMs: 20 });
  loop.wake();
  loop.wake();
  await sleep(25);
  loop.wake();
  assert.deepEqual(hung, [0.02]);
  assert.equal(rounds.count(), 2);
  // It ends after all, and is nobody's round any more.
  rounds.end(0);
  await turn();
  assert.equal(loop.isBusy(), true);
  assert.equal(rounds.count(), 2);
  rounds.end(1);
  await loop.settled();
});

test("a loop by the clock gives up a round that hangs, and one that is slow has none beside it", async () => {
  const hung: number[] = [];
  const rounds = openRounds();
  const loop = openLoop({
    work: rounds.work,
    failed,
    hung: (seconds) => hung.push(seconds),
    everyMs: 2,
    deadlineMs: 60,
  });
  while (rounds.count() < 1) await sleep(1);
  await sleep(10);
  assert.equal(rounds.count(), 1);
  while (rounds.count() < 2) await sleep(1);
  assert.deepEqual(hung, [0.06]);
  rounds.end(1);
  await loop.stop();
});

test("stopping does not wait for a round that never ends, and tells of it", async () => {
  const hung: number[] = [];
  const work = () => new Promise<void>(() => undefined);
  const loop = openLoop({ work, failed, hung: (seconds) => hung.push(seconds), deadlineMs: 10 });
  loop.wake();
  await loop.stop();
  assert.deepEqual(hung, [0.01]);
});

test("what is long is asked to end after half of its time, so that the next round begins afresh", async () => {
  let goes = true;
  const loop = openLoop({
    failed,
    deadlineMs: 40,
    work: async (goesOn) => {
      await sleep(25);
      goes = goesOn();
    },
  });
  loop.wake();
  await loop.settled();
  assert.equal(goes, false);
});

test("a round belongs to nobody's request: it does not end with the one that woke it", async () => {
  const request = {
    caller: { group: "one", member: "one" },
    deadlineMs: 0,
    isGone: () => true,
    isKept: false,
    givenUpFor: undefined,
  };
  let seen: unknown = request;
  const loop = openLoop({
    failed,
    work: async () => {
      seen = thisWork();
    },
  });
  withDeadline(request, loop.wake);
  await loop.settled();
  assert.equal(seen, undefined);
});
