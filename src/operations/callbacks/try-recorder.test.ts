// What ends together is written together, what fails is written again, and nobody hears before it is safe.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startStopwatch } from "../../ports/clock.ts";
import type { TriedEvent } from "../../store/callbacks/queue.ts";
import { openTryRecorder } from "./try-recorder.ts";

function tried(orderId: string): TriedEvent {
  const exchange = {
    outcome: "answered",
    code: 200,
    text: "",
    retryAfter: undefined,
    elapsedMs: 1,
    error: "",
  } as const;
  return {
    orderId,
    seq: 1,
    partnerId: "p1",
    try: 1,
    triedAt: new Date(0),
    exchange,
    isRefused: false,
    next: { step: "delivered" },
  };
}

// A database that answers when it is told to.
function openSaves() {
  const batches: (readonly string[])[] = [];
  const answers: PromiseWithResolvers<boolean>[] = [];
  const troubles: unknown[] = [];
  const recorder = openTryRecorder(
    (batch) => {
      batches.push(batch.map(({ orderId }) => orderId));
      const answer = Promise.withResolvers<boolean>();
      answers.push(answer);
      return answer.promise;
    },
    (error) => troubles.push(error),
  );
  const begun = async (count: number) => {
    while (batches.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { recorder, batches, answers, troubles, begun };
}

// What needs no timer has happened after this.
async function now(): Promise<void> {
  for (let each = 0; each < 20; each++) await undefined;
}

test("a lone try is written at once, and says what the database says of later events", async () => {
  for (const hasLater of [true, false]) {
    const { recorder, batches, answers } = openSaves();
    const recorded = recorder.record(tried("A"));
    assert.deepEqual(batches, [["A"]]);
    answers[0]?.resolve(hasLater);
    assert.equal(await recorded, hasLater);
  }
});

test("what ends while a batch is written leaves together, a moment later", async () => {
  const { recorder, batches, answers, begun } = openSaves();
  const first = recorder.record(tried("A"));
  const second = recorder.record(tried("B"));
  answers[0]?.resolve(false);
  await first;
  await now();
  const third = recorder.record(tried("C"));
  await begun(2);
  assert.deepEqual(batches, [["A"], ["B", "C"]]);
  answers[1]?.resolve(true);
  assert.deepEqual(await Promise.all([second, third]), [true, true]);
});

test("a recorder that has nothing left to write begins again with the next", async () => {
  const { recorder, batches, answers } = openSaves();
  const first = recorder.record(tried("A"));
  answers[0]?.resolve(false);
  await first;
  await now();
  const second = recorder.record(tried("B"));
  assert.deepEqual(batches, [["A"], ["B"]]);
  answers[1]?.resolve(true);
  assert.equal(await second, true);
});

for (const [waiting, isWorthWriting] of [
  [64, true],
  [63, false],
] as const) {
  test(`${waiting} that wait ${isWorthWriting ? "go at once" : "wait for more"}`, async () => {
    const { recorder, batches, answers, begun } = openSaves();
    const first = recorder.record(tried("A"));
    const rest = Array.from({ length: waiting }, (_, each) => recorder.record(tried(`B${each}`)));
    answers[0]?.resolve(false);
    await first;
    await now();
    assert.equal(batches.length, isWorthWriting ? 2 : 1);
    await begun(2);
    answers[1]?.resolve(false);
    await Promise.all(rest);
  });
}

test("a batch has 500 at most, oldest first", async () => {
  const { recorder, batches, answers, begun } = openSaves();
  const all = Array.from({ length: 502 }, (_, each) => recorder.record(tried(`${each}`)));
  for (let batch = 0; batch < 3; batch++) {
    await begun(batch + 1);
    answers[batch]?.resolve(false);
  }
  await Promise.all(all);
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [1, 500, 1],
  );
  assert.deepEqual(
    batches.flat(),
    Array.from({ length: 502 }, (_, each) => `${each}`),
  );
});

test("a batch that could not be written is written again after a pause, and the trouble is told", async () => {
  const { recorder, batches, answers, troubles, begun } = openSaves();
  const recorded = recorder.record(tried("A"));
  const pause = startStopwatch();
  const fault = new Error("the line is down");
  answers[0]?.reject(fault);
  await begun(2);
  assert.ok(pause.elapsedMs() >= 200, `${pause.elapsedMs()} ms`);
  assert.deepEqual([batches, troubles], [[["A"], ["A"]], [fault]]);
  answers[1]?.resolve(true);
  assert.equal(await recorded, true);
  await now();
  assert.equal(batches.length, 2);
});

test("at the end of the program what cannot be written is given up, what can is written", async () => {
  const { recorder, answers, troubles, begun } = openSaves();
  const lost = recorder.record(tried("A"));
  const kept = recorder.record(tried("B"));
  recorder.giveUp();
  const fault = new Error("the line is down");
  answers[0]?.reject(fault);
  await assert.rejects(lost, fault);
  await begun(2);
  answers[1]?.resolve(true);
  assert.deepEqual([await kept, troubles], [true, []]);
});
