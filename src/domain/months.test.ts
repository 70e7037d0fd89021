import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  firstIdOf,
  isBefore,
  type Month,
  monthAfter,
  monthCharacters,
  monthOf,
  nameOf,
  parseMonth,
  startOf,
} from "./months.ts";
import { newOrderId } from "./orders/order-ids.ts";

const anyMoment = fc.date({ min: new Date("2020-01-01"), max: new Date("2098-11-30"), noInvalidDate: true });
const anyDraw = fc.infiniteStream(fc.nat(1_000_000)).map((numbers) => (length: number, alphabet: string): string => {
  let text = "";
  for (const number of numbers.take(length)) text += alphabet[number % alphabet.length];
  return text;
});

test("an order's id lies between the first ids of its month and of the one after, and in no other month", () => {
  fc.assert(
    fc.property(anyDraw, anyMoment, fc.integer({ min: -30, max: 30 }), (draw, at, apart) => {
      const id = newOrderId(draw, at);
      const month = monthOf(at);
      assert.ok(firstIdOf(month) <= id && id < firstIdOf(monthAfter(month)), `${id} is not of ${nameOf(month)}`);
      const other = monthAfter(month, apart);
      if (other.year < 2000 || other.year > 2098) return;
      assert.equal(firstIdOf(other) <= id && id < firstIdOf(monthAfter(other)), apart === 0);
    }),
  );
});

test("the twelve months share the 36 characters evenly, and begin as SQL knows them", () => {
  const year = Array.from({ length: 12 }, (_, at): Month => ({ year: 2026, month: at + 1 }));
  assert.equal(year.map(monthCharacters).join(""), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  assert.equal(year.map((month) => firstIdOf(month)[2]).join(""), "0369CFILORUX");
  assert.equal(firstIdOf({ year: 2107, month: 1 }), "070");
});

test("months follow each other over the end of a year, and are read as they are written", () => {
  assert.deepEqual(monthAfter({ year: 2026, month: 12 }), { year: 2027, month: 1 });
  assert.deepEqual(monthAfter({ year: 2026, month: 1 }, -1), { year: 2025, month: 12 });
  assert.deepEqual(monthOf(new Date("2026-10-31T23:59:59.999Z")), { year: 2026, month: 10 });
  assert.equal(startOf({ year: 2026, month: 11 }).toISOString(), "2026-11-01T00:00:00.000Z");
  assert.equal(isBefore({ year: 2026, month: 12 }, { year: 2027, month: 1 }), true);
  assert.equal(isBefore({ year: 2026, month: 12 }, { year: 2026, month: 12 }), false);
  assert.deepEqual(parseMonth("2026-09"), { year: 2026, month: 9 });
  assert.equal(nameOf({ year: 2026, month: 9 }), "2026-09");
  for (const text of ["2026-9", "2026-00", "2026-13", "1999-01", "2026-09-01", ""])
    assert.equal(parseMonth(text), undefined);
});
