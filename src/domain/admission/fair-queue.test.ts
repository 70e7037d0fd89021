import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Caller, FairQueue } from "./fair-queue.ts";

const anybody = () => true;
const caller = (name: string): Caller => ({ group: name.charAt(0), member: name });

// "a1 a1 b1" are three requests, two of them of a1, who belongs to a.
function queueOf(names: string): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [at, name] of names.split(" ").entries()) queue.push(caller(name), `${name}:${at}`);
  return queue;
}

function order(queue: FairQueue<string>): string {
  const taken: string[] = [];
  for (let next = queue.take(anybody); next; next = queue.take(anybody)) taken.push(next.replace(/:.*/, ""));
  return taken.join(" ");
}

for (const [what, came, served] of [
  ["one caller is served in the order it came", "a1 a1 a1", "a1 a1 a1"],
  ["partners take turns", "a1 a1 a1 b1 b1", "a1 b1 a1 b1 a1"],
  ["accounts of a partner take turns", "a1 a1 a1 a2", "a1 a2 a1 a1"],
  ["a partner with many accounts has no more turns than one with one", "a1 a2 a3 a4 b1 b1", "a1 b1 a2 b1 a3 a4"],
] as const) {
  test(what, () => assert.equal(order(queueOf(came)), served));
}

test("who may not go keeps their place, and others go before them", () => {
  const queue = queueOf("a1 b1 a1");
  assert.equal(
    queue.take(({ group }) => group !== "a"),
    "b1:1",
  );
  assert.equal(
    queue.take(({ group }) => group !== "a"),
    undefined,
  );
  assert.equal(order(queue), "a1 a1");
});

test("what is dropped is counted no more", () => {
  const queue = queueOf("a1 a1 b1 c1");
  assert.deepEqual(queue.longest(), { group: "a", member: "a1" });
  assert.equal(queue.dropLast(caller("a1")), "a1:1");
  assert.deepEqual(
    queue.drop((waiting) => waiting.startsWith("b")),
    ["b1:2"],
  );
  assert.deepEqual([queue.size, queue.countOf(caller("b1"))], [2, { group: 0, member: 0 }]);
  assert.equal(order(queue), "a1 c1");
});

const names = fc.array(fc.constantFrom("a1", "a2", "a3", "b1", "b2", "c1"), { minLength: 1, maxLength: 60 });

test("everybody is served once, each caller in its order, and as many come before one as it was told", () => {
  fc.assert(
    fc.property(names, fc.constantFrom("a1", "b2", "c1", "d1"), (came, newcomer) => {
      const queue = queueOf(came.join(" "));
      const promised = queue.ahead(caller(newcomer));
      queue.push(caller(newcomer), "newcomer");
      const taken: string[] = [];
      for (let next = queue.take(anybody); next; next = queue.take(anybody)) taken.push(next);
      assert.equal(queue.size, 0);
      assert.equal(new Set(taken).size, came.length + 1);
      for (const name of new Set(came)) {
        const own = taken.filter((one) => one.startsWith(`${name}:`)).map((one) => Number(one.split(":")[1]));
        assert.deepEqual(
          own,
          own.toSorted((x, y) => x - y),
        );
      }
      // Told by the longest way: some of the others may have had this round's turn before.
      const before = taken.indexOf("newcomer");
      assert.ok(before <= promised, `${before} before it, told ${promised}`);
    }),
  );
});
