import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dateAt, localIn, localTimeAt, secondsIn, startOfDate } from "./local-time.ts";

test("local time agrees with Intl at any moment in any zone, asked in any order", () => {
  const anyMoment = fc.date({ min: new Date("1975-01-01"), max: new Date("2075-01-01"), noInvalidDate: true });
  const zones = [
    "Asia/Ho_Chi_Minh",
    "Asia/Kathmandu",
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",
    "UTC",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyMoment, fc.nat(3_600), (timeZone, moment, seconds) => {
      for (const at of [moment, new Date(moment.getTime() + seconds * 1_000)]) {
        const { day, minuteOfDay } = localTimeAt(timeZone, at);
        const face = `${Math.floor(minuteOfDay / 60)}:${String(minuteOfDay % 60).padStart(2, "0")}`;
        const name = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day];
        const parts = new Intl.DateTimeFormat("en-GB", {
          timeZone,
          weekday: "short",
          hour: "numeric",
          minute: "2-digit",
        });
        assert.equal(`${name} ${face}`, parts.format(at).replace(/^(\w+),? 0?(\d)/, "$1 $2"));
      }
    }),
    { numRuns: 300 },
  );
});

test("a date begins at its midnight in its zone, and what is no date never begins", () => {
  assert.equal(startOfDate("Asia/Ho_Chi_Minh", "2026-07-01")?.toISOString(), "2026-06-30T17:00:00.000Z");
  assert.equal(startOfDate("America/New_York", "2026-07-01")?.toISOString(), "2026-07-01T04:00:00.000Z");
  assert.equal(startOfDate("Asia/Ho_Chi_Minh", "2026-02-30"), undefined);
  assert.equal(startOfDate("Asia/Ho_Chi_Minh", "yesterday"), undefined);
});

test("the date at an instant is the one on that city's wall", () => {
  const at = (text: string): Date => new Date(text);
  assert.equal(dateAt("Asia/Ho_Chi_Minh", at("2026-06-30T16:59:59Z")), "2026-06-30");
  assert.equal(dateAt("Asia/Ho_Chi_Minh", at("2026-06-30T17:00:00Z")), "2026-07-01");
  assert.equal(dateAt("America/New_York", at("2026-07-01T03:59:59Z")), "2026-06-30");
  assert.equal(dateAt("America/New_York", at("2026-07-01T04:00:00Z")), "2026-07-01");
});

test("what a form says by a city's clock is that moment, and is shown by it again", () => {
  const at = (zone: string, local: string) => new Date(secondsIn(zone, local) * 1_000).toISOString();
  assert.equal(at("Asia/Ho_Chi_Minh", "2026-11-16T09:30:00"), "2026-11-16T02:30:00.000Z");
  assert.equal(at("Asia/Tokyo", "2026-11-16T09:30:00"), "2026-11-16T00:30:00.000Z");
  assert.equal(at("America/New_York", "2026-07-01T23:59:59.999"), "2026-07-02T03:59:59.999Z");
  // Around the change to winter, when an hour comes twice.
  assert.equal(at("Europe/Paris", "2026-10-25T01:59:00"), "2026-10-24T23:59:00.000Z");
  assert.equal(at("Europe/Paris", "2026-10-25T03:00:00"), "2026-10-25T02:00:00.000Z");
  assert.ok(Number.isNaN(secondsIn("Asia/Tokyo", "soon")));
  const anyMoment = fc.date({ min: new Date("1975-01-01"), max: new Date("2075-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom("Asia/Ho_Chi_Minh", "Asia/Kathmandu", "UTC"), anyMoment, (zone, moment) => {
      const seconds = moment.getTime() / 1_000;
      assert.equal(secondsIn(zone, localIn(zone, seconds)), seconds);
    }),
  );
});
