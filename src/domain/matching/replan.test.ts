import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aDriver, anOrder, aRound, planeTravel } from "../../../test/fixtures/little-round.ts";
import { type Chance, seededChance } from "../chance.ts";
import { finish } from "../in-steps.ts";
import { askingCost, unplannedCost } from "./planned-route.ts";
import { MATCH_RULES, type MatchRound } from "./round.ts";
import { routeCost } from "./route.ts";
import { planning, type RoutePlan } from "./route-plan.ts";

const PLACES = 120;
const townOf = (chance: Chance) =>
  planeTravel(Array.from({ length: PLACES }, () => ({ x: 3_000 * chance(), y: 3_000 * chance() })));

// So many orders and drivers at random places; a third of the drivers has something to do.
function crowd(seed: number, orders: number, drivers: number): MatchRound {
  const chance = seededChance(seed);
  const place = (): number => Math.floor(chance() * PLACES);
  const task = (id: string) =>
    anOrder({
      id,
      pickup: place(),
      firstDoor: place(),
      readyAt: Math.floor(chance() * 900),
      bundleMax: 3,
      walletNeeded: Math.floor(chance() * 4) * 100_000,
    });
  return aRound({
    travel: townOf(chance),
    orders: Array.from({ length: orders }, (_, at) => task(`o${at}`)),
    drivers: Array.from({ length: drivers }, (_, at) => {
      const held = anOrder({ id: `held${at}`, pickup: place(), firstDoor: place() });
      const visits = [{ order: held, kind: "doors" as const }];
      const isBusy = at % 3 === 0;
      return aDriver({
        id: `d${at}`,
        point: place(),
        walletFree: 500_000,
        acceptance: at % 4 === 0 ? 0.5 : 1,
        ...(isBusy && { onBoard: [{ order: held, pickedUpAt: 0 }], visits }),
      });
    }),
  });
}

const planOf = (round: MatchRound, triesPerOrder: number): RoutePlan =>
  finish(planning(round, { ...MATCH_RULES, triesPerOrder }));

// What everybody pays: routes, asking, and what has no place.
function costOf({ routes, placed }: RoutePlan, { orders, now }: MatchRound): number {
  const out = orders.filter((order) => !placed.has(order));
  const asked = routes.map(({ driver, visits, remoteSeconds, cost }) => {
    const count = (visits.length - driver.visits.length) / 2;
    if (count === 0) return cost;
    const first = askingCost({ driver, visits: driver.visits, remoteSeconds }, MATCH_RULES);
    return cost + first + (count - 1) * askingCost({ driver, visits, remoteSeconds }, MATCH_RULES);
  });
  return [...asked, ...out.map((order) => unplannedCost(order, now, MATCH_RULES))].reduce((sum, one) => sum + one, 0);
}

test("with three orders a driver, a plan made anew in parts is a good deal cheaper", () => {
  const saved = [1, 2, 3, 4, 5].map((seed) => {
    const round = crowd(seed, 36, 12);
    return 1 - costOf(planOf(round, MATCH_RULES.triesPerOrder), round) / costOf(planOf(round, 0), round);
  });
  const mean = saved.reduce((sum, share) => sum + share, 0) / saved.length;
  assert.ok(mean > 0.05, `saved ${saved.map((share) => share.toFixed(3)).join(", ")}`);
});

test("whatever the round, making anew costs no more, and plans stay whole", () => {
  const size = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), size, fc.integer({ min: 1, max: 6 }), (seed, orders, drivers) => {
      const round = crowd(seed, orders, drivers);
      const plan = planOf(round, 10);
      assert.ok(costOf(plan, round) <= costOf(planOf(round, 0), round) + 1e-6);
      for (const [at, { driver, visits, cost, walletFree }] of plan.routes.entries()) {
        const own = round.orders.filter((order) => plan.placed.get(order) === at);
        assert.equal(cost, routeCost(driver, visits, MATCH_RULES, round.travel));
        assert.equal(
          walletFree,
          own.reduce((free, order) => free - order.walletNeeded, driver.walletFree),
        );
        assert.ok(walletFree >= 0);
        for (const order of own) assert.equal(visits.filter((visit) => visit.order === order).length, 2);
        assert.equal(visits.length, driver.visits.length + 2 * own.length);
        if (own.length === 0) assert.equal(visits, driver.visits);
      }
    }),
    { numRuns: 100 },
  );
});

test("the same round is planned the same way again", () => {
  const sequence = (): readonly string[][] =>
    planOf(crowd(7, 30, 10), 30).routes.map(({ visits }) => visits.map(({ order, kind }) => `${order.id} ${kind}`));
  assert.deepEqual(sequence(), sequence());
});
