// How likely a driver takes what is asked, from how they answered: at this hour, or else at all, or else as people here do.

export type Answers = { readonly asked: number; readonly accepted: number };

// A driver's own answers weigh as much as what is known of others after so many; those of this hour as much as those of all hours.
const OWN_WEIGHT = 3;
const HOUR_WEIGHT = 8;
// Nobody is given up for good: who never accepted may have changed.
const LEAST = 0.03;

export const NO_ANSWERS: Answers = { asked: 0, accepted: 0 };

export function acceptanceOf(everybody: Answers, driver: Answers, atThisHour: Answers): number {
  // Before anybody has answered, an offer is taken to be accepted.
  const usual = (everybody.accepted + OWN_WEIGHT) / (everybody.asked + OWN_WEIGHT);
  const own = leaning(driver, usual, OWN_WEIGHT);
  return Math.max(LEAST, leaning(atThisHour, own, HOUR_WEIGHT));
}

export function addAnswers(one: Answers, other: Answers): Answers {
  return { asked: one.asked + other.asked, accepted: one.accepted + other.accepted };
}

function leaning({ asked, accepted }: Answers, on: number, weight: number): number {
  return (accepted + weight * on) / (asked + weight);
}
