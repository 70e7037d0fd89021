import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Asked, gathered } from "./gathered.ts";

// Answers when it is told to.
function openSlow(max = 100) {
  const rounds: { readonly questions: readonly number[]; readonly go: (error?: Error) => void }[] = [];
  const ask = gathered<number, string>({
    max,
    answer: async (round) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const go = (error?: Error): void => (error ? reject(error) : resolve());
      rounds.push({ questions: round.map(({ question }) => question), go });
      await promise;
      for (const { question, resolve: answer } of round) answer(`${question}!`);
    },
  });
  return { ask, rounds };
}

test("what comes in the middle of a round is answered together in the next, at most so many at once", async () => {
  const { ask, rounds } = openSlow(2);
  const first = ask(1);
  await turn();
  const others = [ask(2), ask(3), ask(4)];
  for (let at = 0; at < 3; at++) {
    rounds[at]!.go();
    await turn();
  }
  assert.deepEqual(await Promise.all([first, ...others]), ["1!", "2!", "3!", "4!"]);
  assert.deepEqual(
    rounds.map(({ questions }) => questions),
    [[1], [2, 3], [4]],
  );
});

test("a round that fails in the middle fails for its own questions and no others", async () => {
  const { ask, rounds } = openSlow();
  const lost = ask(1);
  await turn();
  const kept = ask(2);
  rounds[0]!.go(new Error("away"));
  await assert.rejects(lost, /away/);
  await turn();
  rounds[1]!.go();
  assert.equal(await kept, "2!");
});

test("a gathering that fails before a round leaves nobody without an answer", async () => {
  let isBroken = true;
  const ask = gathered<number, number>({
    max: 10,
    gather: async () => {
      if (isBroken) throw new Error("broken");
    },
    answer: async (round) => {
      for (const { question, resolve } of round) resolve(question);
    },
  });
  await assert.rejects(Promise.all([ask(1), ask(2)]), /broken/);
  isBroken = false;
  assert.equal(await ask(3), 3);
});

test("what is put back is asked once more with those that came meanwhile", async () => {
  const seen: (readonly number[])[] = [];
  const ask = gathered<number, number>({
    max: 10,
    answer: async (round, putBack) => {
      seen.push(round.map(({ question }) => question));
      await turn();
      const settle = (one: Asked<number, number>) => (seen.length === 1 ? putBack(one) : one.resolve(one.question));
      for (const one of round) settle(one);
    },
  });
  const one = ask(1);
  while (seen.length < 1) await undefined;
  const two = ask(2);
  assert.deepEqual(await Promise.all([one, two]), [1, 2]);
  assert.deepEqual(seen, [[1], [2, 1]]);
});

test("it waits for more before a round and rests after one, also after one that failed", async () => {
  const steps: string[] = [];
  const ask = gathered<string, string>({
    max: 10,
    gather: async (waiting) => {
      while (waiting() < 2) await turn();
      steps.push(`${waiting()} gathered`);
    },
    answer: async (round) => {
      if (steps.length > 2) throw new Error("away");
      for (const { question, resolve } of round) resolve(question);
    },
    rest: async (waiting) => {
      steps.push(`rest with ${waiting}`);
    },
  });
  await Promise.all([ask("a"), ask("b")]);
  await turn();
  await assert.rejects(Promise.all([ask("c"), ask("d")]), /away/);
  await turn();
  assert.deepEqual(steps, ["2 gathered", "rest with 0", "2 gathered", "rest with 0"]);
});

test("a question at the very end of a round is answered, however late it comes", async () => {
  for (let ticks = 0; ticks < 12; ticks++) {
    const ask = gathered<number, number>({
      max: 10,
      answer: async (round) => {
        for (const { question, resolve } of round) resolve(question);
      },
    });
    await ask(1);
    for (let tick = 0; tick < ticks; tick++) await undefined;
    assert.equal(await ask(2), 2);
  }
});
