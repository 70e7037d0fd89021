import assert from "node:assert/strict";
import { test } from "node:test";
import { seededChance } from "../chance.ts";
import { finish } from "../in-steps.ts";
import {
  type Answers,
  acceptanceOf,
  addingAcceptance,
  type Habit,
  habitOf,
  NO_ANSWERS,
  NO_HABIT,
} from "./acceptance.ts";

const answers = (asked: number, accepted: number): Answers => ({ asked, accepted });
const people = (asked: number, accepted: number): Habit => ({ ...NO_HABIT, asked, accepted });

test("whoever has not been asked is as willing as people here are, and before anybody was asked everybody is", () => {
  assert.equal(acceptanceOf(NO_HABIT, NO_ANSWERS, NO_ANSWERS), 1);
  const few = acceptanceOf(people(1_000, 700), NO_ANSWERS, NO_ANSWERS);
  assert.ok(Math.abs(few - 0.7) < 0.01, String(few));
});

test("a driver's own answers soon weigh more than other people's, and nobody is given up for good", () => {
  const habit = people(1_000, 900);
  const after = (refusals: number) => acceptanceOf(habit, answers(refusals, 0), NO_ANSWERS);
  assert.ok(after(1) > 0.6 && after(3) < 0.5 && after(20) < 0.15, [1, 3, 20].map(after).join());
  assert.ok(after(10_000) > 0);
  assert.ok(acceptanceOf(habit, answers(20, 20), NO_ANSWERS) > 0.95);
});

test("an hour in which a driver refuses is not held against the others", () => {
  const habit = people(1_000, 900);
  const driver = answers(40, 20);
  const evening = acceptanceOf(habit, driver, answers(20, 0));
  const morning = acceptanceOf(habit, driver, answers(20, 20));
  assert.ok(evening < 0.25 && morning > 0.8, `${evening} ${morning}`);
});

test("where some take nothing and the others everything, two refusals tell who is who; where all refuse now and then, they tell little", () => {
  const mixed = habitOf(Array.from({ length: 100 }, (_, at) => answers(5, at % 5 === 0 ? 0 : 5)));
  const alike = habitOf(Array.from({ length: 100 }, (_, at) => answers(5, at % 5 === 0 ? 3 : 4)));
  const after = (habit: Habit) => acceptanceOf(habit, answers(2, 0), NO_ANSWERS);
  assert.ok(mixed.ownWeight < 1 && after(mixed) < 0.25, `${mixed.ownWeight} ${after(mixed)}`);
  assert.ok(alike.ownWeight > 5 && after(alike) > 0.5, `${alike.ownWeight} ${after(alike)}`);
  assert.deepEqual(habitOf([]), NO_HABIT);
});

test("how much drivers differ is found in what they answer, whatever it is", () => {
  const chance = seededChance(15);
  for (const [refusers, takes] of [
    [0, 0.9],
    [0, 0.5],
    [0.2, 0.9],
    [0.5, 0.95],
  ] as const) {
    const drivers = Array.from({ length: 400 }, (_, at) => {
      const takesNothing = at < 400 * refusers;
      const asked = 1 + Math.floor(chance() * 8);
      const accepted = Array.from({ length: asked }, () => !takesNothing && chance() < takes).filter(Boolean).length;
      return answers(asked, accepted);
    });
    const { ownWeight } = habitOf(drivers);
    assert.ok(refusers > 0 ? ownWeight < 2 : ownWeight > 6, `${refusers} ${takes}: ${ownWeight}`);
  }
});

test("a driver is judged by their own rows: those of all hours, this hour's beside them, and by neither's neighbour", () => {
  const fleet = ["a", "b", "c"].map((phone) => ({ phone, lat: 1 }));
  const row = (driverPhone: string, hour: number, asked: number, accepted: number) => ({
    driverPhone,
    hour,
    asked,
    accepted,
  });
  // Midnight is an hour as any other.
  const rows = [row("a", -1, 40, 20), row("a", 0, 20, 0), row("b", -1, 60, 60), row("c", 0, 5, 0)];
  const habit = habitOf([answers(40, 20), answers(60, 60)]);
  assert.deepEqual(finish(addingAcceptance(fleet, rows)), [
    { phone: "a", lat: 1, acceptance: acceptanceOf(habit, answers(40, 20), answers(20, 0)) },
    { phone: "b", lat: 1, acceptance: acceptanceOf(habit, answers(60, 60), NO_ANSWERS) },
    { phone: "c", lat: 1, acceptance: acceptanceOf(habit, NO_ANSWERS, answers(5, 0)) },
  ]);
});
