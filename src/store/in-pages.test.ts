import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readInPages } from "./in-pages.ts";

test("whatever the limit, the first so many rows come once each, a page at a time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }), async (there, limit) => {
      const rows = Array.from({ length: there }, (_, at) => at + 1);
      const asked: number[] = [];
      const read = async (after: number | undefined, count: number) => {
        asked.push(count);
        return rows.slice(after ?? 0, (after ?? 0) + count);
      };
      assert.deepEqual(await readInPages(limit, read), rows.slice(0, limit));
      assert.ok(Math.max(...asked) <= 50);
    }),
  );
});
