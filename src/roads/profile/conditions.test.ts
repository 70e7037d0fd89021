import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsAt, readConditions } from "./conditions.ts";
import { PROFILE_VEHICLES } from "./vehicle.ts";

const [MONDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 4, 5, 6];
const at = (day: number, hour: number, minute = 0): number => (day * 24 + hour) * 60 + minute;

// A condition, minutes at which it holds, minutes at which it does not.
const cases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ["no @ (06:00-09:00)", [at(MONDAY, 6), at(SUNDAY, 8, 59)], [at(MONDAY, 5, 59), at(MONDAY, 9)]],
  ["no @ (06:00-09:00,16:00-20:00)", [at(FRIDAY, 7), at(FRIDAY, 16)], [at(FRIDAY, 12), at(FRIDAY, 20)]],
  ["no @ (Mo-Fr 07:00-10:30)", [at(FRIDAY, 10)], [at(SATURDAY, 10), at(FRIDAY, 10, 30)]],
  ["no @ (Mo,Sa 07:00-08:00)", [at(MONDAY, 7), at(SATURDAY, 7)], [at(FRIDAY, 7)]],
  ["no @ (Sa-Su)", [at(SATURDAY, 0), at(SUNDAY, 23)], [at(FRIDAY, 23, 59)]],
  ["no @ (Sa-Mo 10:00-11:00)", [at(SATURDAY, 10), at(MONDAY, 10)], [at(FRIDAY, 10)]],
  [
    "no @ (22:00-06:00)",
    [at(MONDAY, 23), at(MONDAY, 5), at(SUNDAY, 23), at(SATURDAY, 3)],
    [at(MONDAY, 6), at(MONDAY, 21)],
  ],
  ["no @ (Su 22:00-02:00)", [at(SUNDAY, 23), at(MONDAY, 1)], [at(MONDAY, 2), at(SUNDAY, 1)]],
  ["no @ (Mo-Fr 06:00-09:00; Sa 08:00-12:00)", [at(SATURDAY, 11), at(MONDAY, 8)], [at(MONDAY, 11), at(SUNDAY, 8)]],
  ["no @ (Mo-Fr 06:00-09:00; PH off)", [at(MONDAY, 8)], [at(SUNDAY, 8)]],
  ["no @ 06:00-22:00", [at(SUNDAY, 12)], [at(SUNDAY, 23)]],
  ["no @ (24/7)", [at(SUNDAY, 12), at(MONDAY, 0)], []],
  ["no @ (weight>1.5)", [at(MONDAY, 0)], []],
  ["no @ (weight>3.5)", [], [at(MONDAY, 0)]],
  ["no @ (weight>1.5 AND 06:00-09:00)", [at(MONDAY, 7)], [at(MONDAY, 10)]],
  ["no @ (weight>3.5 AND 06:00-09:00)", [], [at(MONDAY, 7)]],
  ["destination @ (06:00-09:00); no @ (10:00-11:00)", [at(MONDAY, 10)], [at(MONDAY, 7)]],
  ["no @ (sunset-sunrise)", [], [at(MONDAY, 0)]],
  ["no @ (wet)", [], [at(MONDAY, 0)]],
  ["no @ (Dec-Mar 06:00-09:00)", [], [at(MONDAY, 7)]],
  ["no @ (has_pygmies > 10 p)", [], [at(MONDAY, 7)]],
  ["no", [], [at(MONDAY, 7)]],
  ["", [], [at(MONDAY, 7)]],
];
for (const [told, holds, holdsNot] of cases) {
  test(`${JSON.stringify(told)} holds when it says`, () => {
    const hours = readConditions(told, PROFILE_VEHICLES.car.size).flatMap((one) =>
      one.word === "no" ? one.hours : [],
    );
    for (const minute of holds) assert.ok(holdsAt(hours, minute), `at ${minute}`);
    for (const minute of holdsNot) assert.ok(!holdsAt(hours, minute), `not at ${minute}`);
  });
}
