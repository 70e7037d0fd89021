import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, dayAndTime, distance, fullTime, isoDay, money, timeWindow } from "./formats.ts";

// 23:30 of the 14th in London is the next morning here.
const morning = "2026-11-14T23:30:05Z";

test("money is whole dong with the language's own grouping", () => {
  assert.equal(money(1_250_000, "en"), "1,250,000 ₫");
  assert.equal(money(1_250_000, "vi"), "1.250.000 ₫");
  assert.equal(money(0, "vi"), "0 ₫");
});

test("times are Vietnam's, whatever the reader's clock says", () => {
  assert.equal(clockTime(morning, "en"), "06:30");
  assert.equal(clockTime(new Date(morning).getTime() / 1000, "vi"), "06:30");
  assert.equal(isoDay(morning), "2026-11-15");
  assert.equal(fullTime(morning, "en"), "15 Nov 2026, 06:30:05");
  assert.equal(clockTime("2026-11-14T17:00:00Z", "en"), "00:00");
});

test("a city with another clock has its own times and days", () => {
  assert.equal(clockTime(morning, "en", "Asia/Tokyo"), "08:30");
  assert.equal(isoDay(morning, "Europe/London"), "2026-11-14");
  assert.equal(dayAndTime(morning, "en", "Europe/London", "2026-11-15T10:00:00Z"), "14 Nov, 23:30");
});

test("a window is whole minutes around both ends, and one time where they are the same", () => {
  const at = new Date(morning).getTime() / 1000;
  assert.equal(timeWindow(at, at + 900, "en"), "06:30–06:46");
  assert.equal(timeWindow(at + 50, at + 60 * 25, "vi"), "06:30–06:56");
  assert.equal(timeWindow(at - 5, at - 5, "vi"), "06:30");
  assert.equal(timeWindow(at, at + 900, "en", undefined, at), "06:30–06:46");
  assert.match(timeWindow(at, at + 900, "en", undefined, at - 86_400), /^\d+ \w+, 06:30–06:46$/);
});

test("a time of today is a time, of another day it has its day", () => {
  assert.equal(dayAndTime(morning, "en", undefined, "2026-11-15T10:00:00Z"), "06:30");
  assert.equal(dayAndTime(morning, "en", undefined, "2026-11-16T10:00:00Z"), "15 Nov, 06:30");
  assert.match(dayAndTime(morning, "vi", undefined, "2026-11-16T10:00:00Z"), /^15 thg 11, 06:30$/);
  assert.equal(dayAndTime(morning, "en", undefined, "2025-11-15T10:00:00Z"), "15 Nov 2026, 06:30");
});

test("short ways are in metres, long ones in kilometres", () => {
  assert.equal(distance(847, "en"), "850 m");
  assert.equal(distance(4_230, "en"), "4.2 km");
  assert.equal(distance(4_230, "vi"), "4,2 km");
});
