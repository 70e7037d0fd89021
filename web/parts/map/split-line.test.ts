import assert from "node:assert/strict";
import { test } from "node:test";
import { splitLine } from "./split-line.ts";

const at = (lat: number, lng: number) => ({ lat, lng });

test("a way is split where it is nearest to whoever drives along it", () => {
  const way = [at(0, 0), at(0, 2), at(2, 2)];
  assert.deepEqual(splitLine(way, at(0.1, 1)), { behind: [at(0, 0), at(0, 1)], ahead: [at(0, 1), at(0, 2), at(2, 2)] });
  assert.deepEqual(splitLine(way, at(1, 2)).ahead, [at(1, 2), at(2, 2)]);
});

test("before its beginning all is ahead, past its end all is behind, and standing points do no harm", () => {
  const way = [at(0, 0), at(0, 1), at(0, 1), at(0, 2)];
  assert.deepEqual(splitLine(way, at(0, -1)), { behind: [at(0, 0), at(0, 0)], ahead: [at(0, 0), ...way.slice(1)] });
  assert.deepEqual(splitLine(way, at(0, 5)), { behind: [...way.slice(0, 3), at(0, 2)], ahead: [at(0, 2), at(0, 2)] });
});
