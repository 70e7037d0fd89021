import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace, decimalHour, isTimeZone, localTimeAt } from "../local-time.ts";
import type { ServiceHours } from "./service.ts";
import { describeHours, isOpenAt, NO_SURGE, surgeRateAt } from "./service-hours.ts";

const SAIGON = "Asia/Ho_Chi_Minh";
const daily: ServiceHours = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 7 * 60, toMinute: 19 * 60 };
const weekdays: ServiceHours = { days: [1, 2, 3, 4, 5], fromMinute: 7 * 60, toMinute: 19 * 60 };

const localTimes = [
  ["2026-11-15T00:00:00Z", SAIGON, 7, 7 * 60],
  ["2026-11-14T16:59:59Z", SAIGON, 6, 23 * 60 + 59, 59],
  ["2026-11-14T17:00:00Z", SAIGON, 7, 0],
  ["2026-11-16T08:30:30Z", SAIGON, 1, 15 * 60 + 30, 30],
  ["2026-07-01T12:00:00Z", "Europe/Paris", 3, 14 * 60],
  ["2026-12-01T12:00:00Z", "Europe/Paris", 2, 13 * 60],
] as const;

for (const [instant, timeZone, day, minuteOfDay, second = 0] of localTimes) {
  test(`${instant} is day ${day}, ${clockFace(minuteOfDay)} in ${timeZone}`, () => {
    assert.deepEqual(localTimeAt(timeZone, new Date(instant)), { day, minuteOfDay, second });
  });
}

test("the hour of a tariff is decimal: 15:30 is 15.5, and 20:01 is past 20", () => {
  assert.equal(decimalHour({ day: 1, minuteOfDay: 15 * 60 + 30, second: 0 }), 15.5);
  assert.equal(decimalHour({ day: 1, minuteOfDay: 15 * 60 + 29, second: 0 }), 15.48);
  assert.equal(decimalHour({ day: 1, minuteOfDay: 20 * 60, second: 0 }), 20);
  assert.equal(decimalHour({ day: 1, minuteOfDay: 20 * 60 + 1, second: 0 }), 20.02);
});

const toTheSecond = { ...daily, toMinute: 19 * 60 + 0.5 };
const openings = [
  ["without hours, at any time", [], 3, 3 * 60, true],
  ["a minute before opening", [daily], 3, 7 * 60 - 1, false],
  ["at opening", [daily], 3, 7 * 60, true],
  ["a minute before closing", [daily], 3, 19 * 60 - 1, true],
  ["a second before opening", [daily], 3, 7 * 60 - 1, false, 59],
  ["a second before closing", [daily], 3, 19 * 60 - 1, true, 59],
  ["at closing", [daily], 3, 19 * 60, false],
  ["a second before it closes at 19:00:30", [toTheSecond], 3, 19 * 60, true, 29],
  ["when it closes at 19:00:30", [toTheSecond], 3, 19 * 60, false, 30],
  ["on a day left out", [weekdays], 6, 12 * 60, false],
  ["in the second of two windows", [weekdays, daily], 6, 12 * 60, true],
] as const;

for (const [name, hours, day, minuteOfDay, isOpen, second = 0] of openings) {
  test(`a service is ${isOpen ? "open" : "closed"} ${name}`, () => {
    assert.equal(isOpenAt(hours, { day, minuteOfDay, second }), isOpen);
  });
}

test("the highest surge rule that holds multiplies the fee, and none means 1", () => {
  const rules = [
    { during: daily, rate: 12_000 },
    { during: weekdays, rate: 15_000 },
  ];
  assert.equal(surgeRateAt(rules, { day: 1, minuteOfDay: 600, second: 0 }), 15_000);
  assert.equal(surgeRateAt(rules, { day: 7, minuteOfDay: 600, second: 0 }), 12_000);
  assert.equal(surgeRateAt(rules, { day: 7, minuteOfDay: 0, second: 0 }), NO_SURGE);
  assert.equal(surgeRateAt([], { day: 7, minuteOfDay: 0, second: 0 }), NO_SURGE);
});

test("hours are described as people write them", () => {
  assert.equal(describeHours([]), "all day");
  assert.equal(describeHours([daily]), "07:00–19:00");
  assert.equal(describeHours([{ ...daily, days: [6, 7] }]), "07:00–19:00 (Sat, Sun)");
});

test("only names that Intl knows are time zones", () => {
  assert.equal(isTimeZone(SAIGON), true);
  assert.equal(isTimeZone("Asia/Nowhere"), false);
  assert.equal(isTimeZone(""), false);
});
