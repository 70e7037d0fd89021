import assert from "node:assert/strict";
import { test } from "node:test";
import { keepTrying, NotLoaded } from "./keep-trying.ts";

test("what comes late is waited for, with growing pauses, and what never comes is told", async () => {
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
  };
  let tries = 0;
  const third = async () => {
    if (++tries < 3) throw new Error("away");
    return "here";
  };
  assert.equal(await keepTrying(third, pause), "here");
  assert.deepEqual(pauses, [500, 1_000]);
  await assert.rejects(
    keepTrying(() => Promise.reject(new Error("gone")), pause),
    (error) => error instanceof NotLoaded && error.cause instanceof Error && error.cause.message === "gone",
  );
});
