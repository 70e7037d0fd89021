import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { openTurns, RowHeld, type Try, type Turns } from "./turns.ts";

const LOCK_TIMEOUT = new Error("lock timeout");
const LOCK_MS = 3_000;

// Nine connections, a clock that stands until it is moved, and work that ends when it is told to.
function scene() {
  let nowMs = 0;
  const waiting = new Set<{ readonly overMs: number; readonly onOver: () => void }>();
  let refusals = 0;
  const turns: Turns = openTurns({
    poolMax: 9,
    lockMs: LOCK_MS,
    turnMs: 5_000,
    now: () => nowMs,
    waits: {
      begin: (limitMs, onOver) => {
        const wait = { overMs: nowMs + limitMs, onOver };
        waiting.add(wait);
        return { end: () => waiting.delete(wait) };
      },
    },
    isLockTimeout: (error) => error === LOCK_TIMEOUT,
    onRefused: () => refusals++,
  });
  const jobs: { readonly name: string; readonly one: Try; readonly end: (error?: Error) => void }[] = [];
  function take(name: string, share: readonly string[], isPatient = true): Promise<string> {
    return turns.take(
      { share, isPatient },
      (one) =>
        new Promise((resolve, reject) => {
          jobs.push({ name, one, end: (error) => (error ? reject(error) : resolve(name)) });
        }),
    );
  }
  return {
    take,
    // What runs now, as `name` or, on its last try, `name!`.
    running: async () => {
      for (let turn = 0; turn < 5; turn++) await turnOfTheLoop();
      return jobs.map(({ name, one }) => (one.lockMs === undefined ? name : `${name}!`));
    },
    end: (name: string, error?: Error) => {
      const at = jobs.findIndex((job) => job.name === name);
      jobs.splice(at, 1)[0]!.end(error);
    },
    check: (name: string) => jobs.find((job) => job.name === name)!.one.check(),
    pass: (ms: number) => {
      nowMs += ms;
      for (const wait of waiting) {
        if (nowMs < wait.overMs) continue;
        waiting.delete(wait);
        wait.onOver();
      }
    },
    refusals: () => refusals,
  };
}

test("what shares nothing is held up by nobody", async () => {
  const { take, running } = scene();
  for (let at = 0; at < 20; at++) void take(String(at), []);
  assert.equal((await running()).length, 20);
});

test("an account has a third of the connections, in the order of its calls, and others have theirs", async () => {
  const { take, running, end } = scene();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void take(name, ["a"]);
  void take("b1", ["b"]);
  assert.deepEqual(await running(), ["a1", "a2", "a3", "b1"]);
  end("a2");
  assert.deepEqual(await running(), ["a1", "a3", "b1", "a4"]);
});

test("whoever waited for a row in vain tries once more with patience, one at a time, and the rest wait without a connection", async () => {
  const { take, running, end } = scene();
  const calls = ["a1", "a2", "a3", "a4"].map((name) => take(name, ["a"]));
  await running();
  end("a1", LOCK_TIMEOUT);
  end("a2", LOCK_TIMEOUT);
  end("a3", LOCK_TIMEOUT);
  // a4 had its turn before those who come back.
  assert.deepEqual(await running(), ["a4!"]);
  end("a4");
  assert.deepEqual((await running()).slice(0, 1), ["a1!"]);
  end("a1");
  // The row is free: the rest go at once.
  end((await running())[0]!.replace("!", ""));
  end((await running())[0]!.replace("!", ""));
  assert.deepEqual(await Promise.all(calls), ["a1", "a2", "a3", "a4"]);
});

test("a second wait in vain is the last", async () => {
  const { take, running, end } = scene();
  const call = take("a", ["a"]);
  await running();
  end("a", LOCK_TIMEOUT);
  assert.deepEqual(await running(), ["a!"]);
  end("a", LOCK_TIMEOUT);
  await assert.rejects(call, LOCK_TIMEOUT);
});

test("what shares nothing tries once more with patience as well", async () => {
  const { take, running, end } = scene();
  const call = take("a", []);
  await running();
  end("a", LOCK_TIMEOUT);
  assert.deepEqual(await running(), ["a!"]);
  end("a");
  assert.equal(await call, "a");
});

test("over all rows, a third of the connections wait with patience", async () => {
  const { take, running, end } = scene();
  const names = ["a", "b", "c", "d", "e"];
  const calls = names.map((name) => take(name, [name]));
  await running();
  for (const name of names) end(name, LOCK_TIMEOUT);
  assert.deepEqual(await running(), ["a!", "b!", "c!"]);
  end("a");
  assert.deepEqual(await running(), ["b!", "c!", "d!"]);
  for (const name of ["b", "c", "d"]) end(name);
  await running();
  end("e");
  assert.deepEqual(await Promise.all(calls), names);
});

test("while one row is held, everything else has one connection", async () => {
  const { take, running, end } = scene();
  const held = ["a1", "a2"].map((name) => take(name, ["a"]));
  await running();
  end("a1", LOCK_TIMEOUT);
  await running();
  for (const name of ["b1", "b2", "b3"]) void take(name, ["b"]);
  assert.deepEqual(await running(), ["a2", "b1"]);
  end("a2");
  assert.deepEqual(await running(), ["b1", "a1!"]);
  end("a1");
  await Promise.all(held);
  end("b1");
  assert.deepEqual(await running(), ["b2", "b3"]);
});

test("a first try that got its connection after the row was found to be held does not wait for it", async () => {
  const { take, running, end, check } = scene();
  const calls = ["a1", "a2"].map((name) => take(name, ["a"]));
  await running();
  check("a2");
  end("a1", LOCK_TIMEOUT);
  await running();
  assert.throws(() => check("a2"), RowHeld);
  const meanwhile = (() => {
    try {
      return check("a2");
    } catch (error) {
      return error as Error;
    }
  })();
  end("a2", meanwhile as Error);
  end((await running())[0]!.replace("!", ""));
  end((await running())[0]!.replace("!", ""));
  assert.deepEqual(await Promise.all(calls), ["a1", "a2"]);
});

test("whoever has no patience is refused as soon as the row is known to be held", async () => {
  const { take, running, end } = scene();
  const first = take("a1", ["a"], false);
  const second = take("a2", ["a"]);
  await running();
  end("a1", LOCK_TIMEOUT);
  await assert.rejects(first, LOCK_TIMEOUT);
  await assert.rejects(take("a3", ["a"], false), RowHeld);
  end("a2");
  await second;
});

test("whoever has no patience does not wait long for a turn either", async () => {
  const { take, running, pass } = scene();
  for (const name of ["a1", "a2", "a3"]) void take(name, ["a"]);
  const late = take("a4", ["a"], false);
  await running();
  pass(LOCK_MS / 5);
  await assert.rejects(late, RowHeld);
});

test("for a row that is held a few wait, and who comes later is told to try again at once", async () => {
  const { take, running, end, refusals } = scene();
  const calls = Array.from({ length: 30 }, (_, at) => take(`a${at}`, ["a"]));
  const refused = Promise.allSettled(calls.slice(18)).then((ended) => ended.map(({ status }) => status));
  await running();
  assert.equal(refusals(), 0);
  // Two keep their turn, sixteen may wait, and the one that comes back is among them.
  end("a0", LOCK_TIMEOUT);
  assert.deepEqual(await refused, Array(12).fill("rejected"));
  assert.equal(refusals(), 12);
  await assert.rejects(take("late", ["a"]), RowHeld);
});

test("nobody waits for a turn longer than for a connection", async () => {
  const { take, running, pass, refusals } = scene();
  for (const name of ["a1", "a2", "a3"]) void take(name, ["a"]);
  const late = take("a4", ["a"]);
  await running();
  pass(4_999);
  assert.equal(refusals(), 0);
  pass(1);
  await assert.rejects(late, RowHeld);
  assert.equal(refusals(), 1);
});

test("other errors are the caller's, and end the turn", async () => {
  const { take, running, end } = scene();
  const wrong = new Error("wrong");
  const calls = ["a1", "a2", "a3"].map((name) => take(name, ["a"]));
  const next = take("a4", ["a"]);
  await running();
  end("a1", wrong);
  await assert.rejects(calls[0]!, wrong);
  assert.deepEqual(await running(), ["a2", "a3", "a4"]);
  end("a4");
  assert.equal(await next, "a4");
});
