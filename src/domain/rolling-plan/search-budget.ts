// How long a plan is searched for: rounds of the search by the number of orders, so that few are done at once and many in seconds.

const ROUNDS_AN_ORDER = 20;
const ROUNDS_MIN = 100;
const ROUNDS_MAX = 5_000;

export function searchRounds(orders: number): number {
  return Math.min(ROUNDS_MAX, Math.max(ROUNDS_MIN, orders * ROUNDS_AN_ORDER));
}
