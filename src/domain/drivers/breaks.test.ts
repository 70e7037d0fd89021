import assert from "node:assert/strict";
import { test } from "node:test";
import { breaksAhead } from "./breaks.ts";

const noon = { from: "12:00", to: "12:45" };
const evening = { from: "18:00", to: "18:30" };

test("breaks are those of the city's own clock, today's that are not over and tomorrow's", () => {
  // 12:10:30 in Hồ Chí Minh City.
  const now = new Date("2026-11-18T05:10:30Z");
  const at = (time: string) => new Date(`2026-11-${time}:00Z`).getTime() / 1_000;
  assert.deepEqual(breaksAhead([], "Asia/Ho_Chi_Minh", now), []);
  assert.deepEqual(breaksAhead([noon, evening], "Asia/Ho_Chi_Minh", now), [
    { from: at("18T05:00"), to: at("18T05:45") },
    { from: at("18T11:00"), to: at("18T11:30") },
    { from: at("19T05:00"), to: at("19T05:45") },
    { from: at("19T11:00"), to: at("19T11:30") },
  ]);
  const over = breaksAhead([noon], "Asia/Ho_Chi_Minh", new Date("2026-11-18T05:45:00Z"));
  assert.deepEqual(over, [{ from: at("19T05:00"), to: at("19T05:45") }], "a break ends with its last second");
});
