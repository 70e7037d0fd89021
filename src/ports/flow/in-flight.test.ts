import assert from "node:assert/strict";
import { test } from "node:test";
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
