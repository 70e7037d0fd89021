import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shareCities } from "./share-cities.ts";

const CITIES = ["BMV", "CXR", "DAD", "HAN", "HPH", "HUI", "SGN", "VCA"] as const;

// Workers have their turns one after another, in any order, again and again.
function settle(workers: readonly string[], waiting: readonly string[], leaderOf: Map<string, string>): void {
  for (const [city, leader] of leaderOf) if (!workers.includes(leader)) leaderOf.delete(city);
  for (let turn = 0; turn < 12; turn++) {
    for (const worker of workers) {
      const { take, leave } = shareCities(worker, waiting, leaderOf, workers);
      for (const city of leave) leaderOf.delete(city);
      for (const city of take) if (!leaderOf.has(city)) leaderOf.set(city, worker);
    }
  }
}

test("every city is led, and nobody leads two more than another, whoever comes and goes", () => {
  const someWorkers = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 5 });
  const someCities = fc.shuffledSubarray([...CITIES], { minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(someWorkers, someCities), { minLength: 1, maxLength: 4 }), (times) => {
      const leaderOf = new Map<string, string>();
      for (const [workers, waiting] of times) {
        settle(workers, waiting, leaderOf);
        const counts = workers.map((one) => waiting.filter((city) => leaderOf.get(city) === one).length);
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          waiting.length,
          "a city without a leader",
        );
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, counts.join());
      }
    }),
  );
});

test("a worker that is alone leads everything, and one that has its share leaves nothing", () => {
  assert.deepEqual([...shareCities("a", ["x", "y"], new Map(), ["a"]).take], ["x", "y"]);
  const led = new Map([
    ["x", "a"],
    ["y", "a"],
    ["z", "b"],
  ]);
  assert.deepEqual(shareCities("a", ["x", "y", "z"], led, ["a", "b"]), { take: new Set(["x", "y"]), leave: [] });
});
