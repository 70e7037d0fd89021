// How likely a driver takes what is asked, from how they answered: at this hour, or else at all, or else as people here do. How soon somebody's
// own answers count is learnt as well: where drivers differ much, and some take nothing at all, a few answers tell who is one of those.

import { MANY, type Steps } from "../in-steps.ts";
import type { Phone } from "../phone.ts";

export type Answers = { readonly asked: number; readonly accepted: number };

// How people here answer, and after how many answers of their own a driver is known as well by those as by other people's.
export type Habit = Answers & { readonly ownWeight: number };

// Before it is known how much drivers differ.
const OWN_WEIGHT = 3;
const OWN_WEIGHT_LEAST = 0.5;
const OWN_WEIGHT_MOST = 12;
// So many answers beyond each driver's first say as much about it as is taken for granted.
const DIFFERENCE_WEIGHT = 10;
// A driver's answers of this hour weigh as much as those of all hours after so many.
const HOUR_WEIGHT = 8;
// Nobody is given up for good: who never accepted may have changed.
const LEAST = 0.03;

export const NO_ANSWERS: Answers = { asked: 0, accepted: 0 };
export const NO_HABIT: Habit = { ...NO_ANSWERS, ownWeight: OWN_WEIGHT };

// The likeness of one driver's answers among themselves (intra-class correlation, by analysis of variance): 0 where all are alike and only chance
// differs, 1 where everybody always does the same.
export function habitOf(drivers: Iterable<Answers>): Habit {
  const known = [...drivers].filter(({ asked }) => asked > 0);
  const all = known.reduce(addAnswers, NO_ANSWERS);
  const share = all.accepted / all.asked;
  const chance = share * (1 - share);
  if (!(chance > 0)) return { ...all, ownWeight: OWN_WEIGHT };
  const between = known.reduce((sum, { asked, accepted }) => sum + asked * (accepted / asked - share) ** 2, 0);
  const squares = known.reduce((sum, { asked }) => sum + asked * asked, 0);
  const others = known.length - 1;
  const seen = Math.max(0, all.asked - squares / all.asked - others);
  const likeness = (between / chance - others + DIFFERENCE_WEIGHT / (OWN_WEIGHT + 1)) / (seen + DIFFERENCE_WEIGHT);
  const ownWeight = likeness > 0 ? 1 / likeness - 1 : OWN_WEIGHT_MOST;
  return { ...all, ownWeight: Math.max(OWN_WEIGHT_LEAST, Math.min(OWN_WEIGHT_MOST, ownWeight)) };
}

export function acceptanceOf(habit: Habit, driver: Answers, atThisHour: Answers): number {
  // Before anybody has answered, an offer is taken to be accepted.
  const usual = (habit.accepted + OWN_WEIGHT) / (habit.asked + OWN_WEIGHT);
  const own = leaning(driver, usual, habit.ownWeight);
  return Math.max(LEAST, leaning(atThisHour, own, HOUR_WEIGHT));
}

// Of one driver, in all (hour -1) or at an hour of the day.
export type DriverAnswers = Answers & { readonly driverPhone: Phone; readonly hour: number };
export const AT_ANY_HOUR = -1;

// `rows` are those of this hour and of all.
export function* addingAcceptance<Driver extends { readonly phone: Phone }>(
  fleet: readonly Driver[],
  rows: readonly DriverAnswers[],
): Steps<readonly (Driver & { readonly acceptance: number })[]> {
  const [inAll, now] = [new Map<Phone, Answers>(), new Map<Phone, Answers>()];
  for (const row of rows) (row.hour === AT_ANY_HOUR ? inAll : now).set(row.driverPhone, row);
  const habit = habitOf(inAll.values());
  const known: (Driver & { readonly acceptance: number })[] = [];
  for (const driver of fleet) {
    const [answers, atThisHour] = [inAll.get(driver.phone), now.get(driver.phone)];
    known.push({ ...driver, acceptance: acceptanceOf(habit, answers ?? NO_ANSWERS, atThisHour ?? NO_ANSWERS) });
    if (known.length % MANY === 0) yield;
  }
  return known;
}

export function addAnswers(one: Answers, other: Answers): Answers {
  return { asked: one.asked + other.asked, accepted: one.accepted + other.accepted };
}

function leaning({ asked, accepted }: Answers, on: number, weight: number): number {
  return (accepted + weight * on) / (asked + weight);
}
