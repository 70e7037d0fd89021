import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDeadline, nowMs, withDeadline } from "../deadline.ts";
import { readAgain } from "./read-again.ts";

const AGES = { againMs: 60_000, oldestMs: 120_000 };

// Counts its readings, each of which ends when it is told to.
function keeper() {
  const at = { seconds: 0 };
  const readings: { key: string; end: (error?: Error) => void }[] = [];
  const ask = readAgain({ now: () => new Date(at.seconds * 1000) }, AGES, async (now, key) => {
    const ended = Promise.withResolvers<void>();
    readings.push({ key, end: (error) => (error ? ended.reject(error) : ended.resolve()) });
    await ended.promise;
    checkDeadline();
    return `${key} ${now.getTime() / 1000}`;
  });
  return { ask, at, readings };
}

test("who comes first waits, others get what is known, and each key is read by itself", async () => {
  const { ask, at, readings } = keeper();
  const first = [ask("a"), ask("a"), ask("b")];
  assert.deepEqual(
    readings.map(({ key }) => key),
    ["a", "b"],
  );
  for (const { end } of readings) end();
  assert.deepEqual(await Promise.all(first), ["a 0", "a 0", "b 0"]);
  at.seconds = 60;
  assert.equal(await ask("a"), "a 0");
  assert.equal(readings.length, 2);
});

test("what is old is read again beside those who ask, once; what is too old is waited for", async () => {
  const { ask, at, readings } = keeper();
  const first = ask();
  readings[0]!.end();
  await first;
  at.seconds = 61;
  assert.deepEqual([await ask(), await ask()], [" 0", " 0"]);
  assert.equal(readings.length, 2);
  readings[1]!.end();
  await new Promise(setImmediate);
  assert.equal(await ask(), " 61");
  at.seconds = 61 + 121;
  const late = ask();
  readings[2]!.end();
  assert.equal(await late, " 182");
});

test("a reading that fails is begun again by the next, and told when nothing young enough is known", async () => {
  const { ask, at, readings } = keeper();
  const first = ask();
  readings[0]!.end(new Error("away"));
  await assert.rejects(first, /away/);
  const second = ask();
  readings[1]!.end();
  assert.equal(await second, " 0");
  at.seconds = 100;
  assert.equal(await ask(), " 0");
  readings[2]!.end(new Error("away"));
  await new Promise(setImmediate);
  assert.equal(await ask(), " 0");
  assert.equal(readings.length, 4);
  at.seconds = 121;
  const tooLate = ask();
  readings[3]!.end(new Error("still away"));
  await assert.rejects(tooLate, /still away/);
});

test("whoever began a reading may go: it is for the others too", async () => {
  const { ask, readings } = keeper();
  let isGone = false;
  const work = {
    caller: { group: "driver", member: "84911000001" },
    deadlineMs: nowMs() + 60_000,
    isGone: () => isGone,
    isKept: false,
    givenUpFor: undefined,
  };
  const asked = [withDeadline(work, () => ask()), ask()];
  isGone = true;
  readings[0]!.end();
  assert.deepEqual(await Promise.all(asked), [" 0", " 0"]);
});
