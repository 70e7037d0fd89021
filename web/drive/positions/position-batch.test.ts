import assert from "node:assert/strict";
import { test } from "node:test";
import { SILENT_SECONDS } from "../../../src/domain/drivers/silence.ts";
import { BEAT_MS, nextBatch, type Position } from "./position-batch.ts";

const here: Position = { lat: 10.77, lng: 106.7, at: 1_790_000_000, speed: 8, heading: 90 };

test("a driver who stands still is told of long before their silence costs them the order", () => {
  assert.ok(BEAT_MS <= (SILENT_SECONDS * 1000) / 3);
  assert.deepEqual(nextBatch([], here, BEAT_MS - 1, 1_790_000_029), []);
  assert.deepEqual(nextBatch([], here, BEAT_MS, 1_790_000_030), [{ lat: 10.77, lng: 106.7, at: 1_790_000_030 }]);
});

test("what was recorded goes first, and nobody is told of a place that is not known", () => {
  assert.deepEqual(nextBatch([here], here, BEAT_MS, 1_790_000_030), [here]);
  assert.deepEqual(nextBatch([], undefined, BEAT_MS, 1_790_000_030), []);
});
