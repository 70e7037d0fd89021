import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { repeat } from "./repeat.ts";

test("stopping ends a long round between its parts and waits for the part under way", async () => {
  const begun = new EventTarget();
  let parts = 0;
  const work = async (goesOn: () => boolean): Promise<void> => {
    while (goesOn()) {
      parts++;
      begun.dispatchEvent(new Event("part"));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const first = once(begun, "part");
  const repeated = repeat(1, work, (error) => assert.fail(String(error)));
  await first;
  await repeated.stop();
  const atStop = parts;
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(atStop >= 1);
  assert.equal(parts, atStop);
});
