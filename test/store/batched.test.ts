// Look-ups that share a statement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { batched } from "../../src/store/batched.ts";

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
    while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
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
