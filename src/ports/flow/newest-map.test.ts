import assert from "node:assert/strict";
import { test } from "node:test";
import { NewestMap } from "./newest-map.ts";

test("it holds so many and no more: the one set longest ago goes first, and setting makes it the newest", () => {
  const map = new NewestMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  assert.deepEqual(
    [...map],
    [
      ["a", 3],
      ["c", 4],
    ],
  );
  // Looking does not.
  map.get("a");
  map.set("d", 5);
  assert.deepEqual([...map.keys()], ["c", "d"]);
  map.delete("c");
  map.set("e", 6);
  assert.deepEqual([...map.keys()], ["d", "e"]);
});
