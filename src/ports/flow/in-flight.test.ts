import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDeadline, GivenUp, nowMs, withDeadline } from "../deadline.ts";
import { sharedInFlight } from "./in-flight.ts";

test("who asks meanwhile gets the same answer, who asks afterwards or something else a new one", async () => {
  const shared = sharedInFlight<number>();
  let asked = 0;
  const ask = async (): Promise<number> => ++asked;
  assert.deepEqual(await Promise.all([shared(ask, "a"), shared(ask, "a"), shared(ask, "b")]), [1, 1, 2]);
  assert.equal(await shared(ask, "a"), 3);
});

test("a failure is everybody's who waited for it, and is not remembered", async () => {
  const shared = sharedInFlight<number>();
  const fails = shared(() => Promise.reject(new Error("away")));
  await assert.rejects(
    shared(async () => 1),
    /away/,
  );
  await assert.rejects(fails, /away/);
  assert.equal(await shared(async () => 2), 2);
});

test("whoever asked first may go: the next asks for the others", async () => {
  const shared = sharedInFlight<number>();
  let isGone = false;
  const work = {
    caller: { group: "partner", member: "84900000001" },
    deadlineMs: nowMs() + 60_000,
    isGone: () => isGone,
    isKept: false,
    givenUpFor: undefined,
  };
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    await new Promise(setImmediate);
    checkDeadline();
    return asked;
  };
  const first = assert.rejects(
    withDeadline(work, () => shared(ask)),
    GivenUp,
  );
  const others = [shared(ask), shared(ask)];
  isGone = true;
  await first;
  assert.deepEqual(await Promise.all(others), [2, 2]);
});
