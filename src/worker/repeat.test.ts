import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import { repeat } from "./repeat.ts";
import { openRounds } from "./rounds.ts";

// A loop alone keeps no process from ending.
const awake = setInterval(() => undefined, 1_000);
after(() => clearInterval(awake));

const fail = (_bindings: unknown, words?: string): void => assert.fail(words);
const failOn = { warn: fail, error: fail };

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
  const repeated = repeat({ name: "test", everyMs: 1 }, work, openRounds(failOn));
  await first;
  await repeated.stop();
  const atStop = parts;
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(atStop >= 1);
  assert.equal(parts, atStop);
});

test("a round that hangs is told by its loop's name and given up, and the next one begins", async () => {
  const begun = new EventTarget();
  const told: string[] = [];
  const log = { warn: fail, error: (_bindings: unknown, words?: string) => void told.push(words ?? "") };
  const rounds = openRounds(log);
  let count = 0;
  const work = (): Promise<void> => {
    count++;
    begun.dispatchEvent(new Event(`round ${count}`));
    return count === 1 ? new Promise(() => undefined) : Promise.resolve();
  };
  const second = once(begun, "round 2");
  const repeated = repeat({ name: "the test's loop", everyMs: 5, deadlineMs: 40 }, work, rounds);
  await second;
  await repeated.stop();
  assert.deepEqual(told, ["a round of the test's loop did not end in 0.04 s and is given up; another begins"]);
  const { hung, done } = rounds.counts()["the test's loop"] ?? {};
  assert.equal(hung, 1);
  assert.ok(Number(done) >= 1);
});

test("a round that fails is told by its loop's name, and the next one tries again", async () => {
  const told: string[] = [];
  const rounds = openRounds({ error: fail, warn: (_bindings: unknown, words?: string) => void told.push(words ?? "") });
  const healed = new EventTarget();
  const again = once(healed, "done");
  let count = 0;
  const repeated = repeat(
    { name: "the test's loop", everyMs: 1 },
    async () => {
      count++;
      if (count === 1) throw new Error("away");
      healed.dispatchEvent(new Event("done"));
    },
    rounds,
  );
  await again;
  await repeated.stop();
  assert.deepEqual(told, ["a round of the test's loop failed; the next one tries again"]);
});

test("what is woken during a round is done right after it", async () => {
  const begun = new EventTarget();
  let count = 0;
  const rounds = openRounds(failOn);
  const repeated = repeat(
    { name: "test", everyMs: 60_000 },
    async () => {
      count++;
      begun.dispatchEvent(new Event(`round ${count}`));
      await new Promise((resolve) => setTimeout(resolve, 80));
    },
    rounds,
  );
  const second = once(begun, "round 2");
  repeated.wake();
  repeated.wake();
  repeated.wake();
  await second;
  await repeated.stop();
  assert.equal(count, 2);
});
