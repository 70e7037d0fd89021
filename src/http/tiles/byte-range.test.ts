import assert from "node:assert/strict";
import { test } from "node:test";
import { readRange } from "./byte-range.ts";

const cases = [
  ["no range", undefined, "whole"],
  ["the first hundred", "bytes=0-99", { from: 0, to: 99 }],
  ["from the middle on", "bytes=500-", { from: 500, to: 999 }],
  ["the last hundred", "bytes=-100", { from: 900, to: 999 }],
  ["more than there is at the end", "bytes=-5000", { from: 0, to: 999 }],
  ["beyond the end", "bytes=900-5000", { from: 900, to: 999 }],
  ["one byte", "bytes=0-0", { from: 0, to: 0 }],
  ["begins after the end", "bytes=1000-1001", "unsatisfiable"],
  ["the last none", "bytes=-0", "unsatisfiable"],
  ["ends before it begins", "bytes=10-5", "whole"],
  ["several ranges", "bytes=0-1,5-6", "whole"],
  ["another unit", "lines=0-1", "whole"],
  ["nothing asked", "bytes=-", "whole"],
  ["no numbers", "bytes=a-b", "whole"],
] as const;
for (const [name, header, expected] of cases) {
  test(`a range: ${name}`, () => assert.deepEqual(readRange(header, 1000), expected));
}
