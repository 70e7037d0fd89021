import assert from "node:assert/strict";
import { test } from "node:test";
import { type Deadline, GivenUp, nowMs } from "./deadline.ts";
import { openThreadPool } from "./thread-pool.ts";

// A thread that answers a number with its double after so many milliseconds, and minus one with a fault.
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerOnThread } from "${new URL("thread-pool.ts", import.meta.url).href}";
    answerOnThread((asked) => {
      if (asked < 0) throw new RangeError("no such number");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return [2 * asked, []];
    });`)}`,
);

function workOf(name: string, change: Partial<Deadline> = {}): Deadline {
  const caller = { group: name, member: name };
  return { caller, deadlineMs: nowMs() + 60_000, isGone: () => false, isKept: false, givenUpFor: undefined, ...change };
}

test("questions are answered beside the event loop, a fault is its question's own", async () => {
  const pool = openThreadPool<number, number>(script, undefined);
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  const asked = [1, 2, -1, 3].map((number) => pool.ask(number, undefined));
  const settled = await Promise.allSettled(asked);
  clearInterval(turning);
  assert.deepEqual(
    settled.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason.message).split("\n")[0])),
    [2, 4, "RangeError: no such number", 6],
  );
  assert.ok(turns > 0);
  pool.close();
});

test("callers take turns, however much one of them has asked before", async () => {
  const pool = openThreadPool<number, number>(script, undefined, 1);
  const answered: string[] = [];
  const ask = (name: string) => pool.ask(1, workOf(name)).then(() => answered.push(name));
  const many = Array.from({ length: 8 }, () => ask("a"));
  assert.equal(pool.waitingFor(workOf("a")), 7);
  await Promise.all([...many, ask("b"), ask("b")]);
  assert.deepEqual(answered.slice(0, 5), ["a", "a", "b", "a", "b"]);
  pool.close();
});

test("what nobody waits for any more is not begun", async () => {
  const pool = openThreadPool<number, number>(script, undefined, 1);
  const first = pool.ask(1, workOf("a"));
  const late = pool.ask(2, workOf("b", { deadlineMs: nowMs() - 1 }));
  const gone = pool.ask(3, workOf("c", { isGone: () => true }));
  // One that writes is never cut.
  const kept = pool.ask(4, workOf("d", { isGone: () => true, isKept: true }));
  await assert.rejects(late, GivenUp);
  await assert.rejects(gone, GivenUp);
  assert.deepEqual([await first, await kept], [2, 8]);
  pool.close();
});

test("closing lets what was asked be answered, and what is asked later too", async () => {
  const pool = openThreadPool<number, number>(script, undefined, 1);
  const asked = [1, 2, 3].map((number) => pool.ask(number, undefined));
  pool.close();
  assert.deepEqual(await Promise.all(asked), [2, 4, 6]);
  assert.equal(await pool.ask(4, undefined), 8);
});
