// Look-ups that share a statement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { batched } from "../../src/store/batched.ts";
import { DatabaseAway } from "../../src/store/db.ts";
import { until } from "../harness/until.ts";

// A database that answers when it is told to.
function slowDatabase() {
  const asked: (readonly string[])[] = [];
  let answer: (error?: Error) => void = () => undefined;
  const find = batched<string>((keys) => {
    asked.push(keys);
    return new Promise((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))));
    });
  });
  const statements = async (count: number): Promise<void> => {
    await until(`${count} statements were asked`, () => asked.length >= count, { everyMs: 1 });
  };
  return { asked, find, statements, answer: (error?: Error) => answer(error) };
}

test("look-ups that come while one is under way are asked together afterwards, the same key once", async () => {
  const { asked, find, statements, answer } = slowDatabase();
  const first = find("a");
  await statements(1);
  const others = [find("b"), find("a"), find("b")];
  answer();
  assert.equal(await first, "A");
  await statements(2);
  answer();
  assert.deepEqual(await Promise.all(others), ["B", "A", "B"]);
  assert.deepEqual(asked, [["a"], ["b", "a"]]);
});

test("a statement that fails fails its own look-ups and no others", async () => {
  const { find, statements, answer } = slowDatabase();
  const lost = find("a");
  await statements(1);
  const kept = find("b");
  answer(new Error("away"));
  await assert.rejects(lost, /away/);
  await statements(2);
  answer();
  assert.equal(await kept, "B");
});

test("a statement whose connection was lost is asked anew, once", async () => {
  const { asked, find, statements, answer } = slowDatabase();
  const found = find("a");
  await statements(1);
  answer(new DatabaseAway(new Error("cut")));
  await statements(2);
  answer();
  assert.equal(await found, "A");
  const lost = find("b");
  await statements(3);
  answer(new DatabaseAway(new Error("cut")));
  await statements(4);
  answer(new DatabaseAway(new Error("cut again")));
  await assert.rejects(lost, /cut again/);
  assert.deepEqual(asked, [["a"], ["a"], ["b"], ["b"]]);
});

test("a statement that hangs is given up: its look-ups are asked anew with those that came later, then refused", async () => {
  const asked: (readonly string[])[] = [];
  const find = batched<string>((keys) => {
    asked.push(keys);
    // Only the third is answered.
    return asked.length === 3 ? Promise.resolve(new Map([["c", "C"]])) : new Promise(() => undefined);
  }, 30);
  const first = find("a");
  await until("a statement was asked", () => asked.length > 0, { everyMs: 1 });
  const refused = assert.rejects(first, DatabaseAway);
  const later = find("c");
  await refused;
  assert.equal(await later, "C");
  assert.deepEqual(asked, [["a"], ["c", "a"], ["c"]]);
});
