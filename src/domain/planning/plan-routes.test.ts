import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { seededChance } from "../chance.ts";
import { checkPlan } from "./check-plan.ts";
import { type PlanSearch, planRoutes } from "./plan-routes.ts";
import { type Problem, type Request, stopsOf, type Vehicle } from "./problem.ts";
import { timetableOf } from "./timetable.ts";
import { BEYOND_REACH_SECONDS, whyUnplanned } from "./why-unplanned.ts";

const DAY = 86_400;
const rounds =
  (count: number): PlanSearch["spent"] =>
  (done) =>
    done / count;

// Places on a plane; a second is a metre.
function onPlane(points: readonly (readonly [number, number])[]) {
  const size = points.length;
  const seconds = new Float64Array(size * size);
  for (const [a, [ax, ay]] of points.entries())
    for (const [b, [bx, by]] of points.entries()) seconds[a * size + b] = Math.hypot(ax - bx, ay - by);
  return { size, seconds, costs: seconds };
}

const stop = (place: number, to = DAY, from = 0) => ({ place, from, to, serviceSeconds: 0 });
const carry = (from: number, to: number, more: Partial<Request> = {}): Request => ({
  pickup: stop(from),
  deliveries: [{ ...stop(to), amounts: [1] }],
  ...more,
});
const bike: Vehicle = { travel: 0, start: 0, from: 0, to: DAY, capacities: [10] };

// Every way to hand out and order the stops: what a small problem costs at the least.
function cheapestOfAll({ travels, requests, vehicles }: Problem): number {
  const { size, seconds } = travels[0]!;
  let best = Infinity;
  const visit = (
    vehicle: number,
    at: number,
    cost: number,
    waiting: ReadonlySet<number>,
    aboard: ReadonlySet<number>,
  ) => {
    if (cost >= best) return;
    if (waiting.size === 0 && aboard.size === 0) {
      best = cost;
      return;
    }
    const drive = (to: number) => cost + seconds[at * size + to]!;
    for (const request of aboard) {
      const { place } = requests[request]!.deliveries[0]!;
      visit(vehicle, place, drive(place), waiting, new Set([...aboard].filter((one) => one !== request)));
    }
    for (const request of waiting) {
      const { place } = requests[request]!.pickup!;
      const left = new Set([...waiting].filter((one) => one !== request));
      visit(vehicle, place, drive(place), left, new Set([...aboard, request]));
    }
    if (aboard.size === 0 && vehicle + 1 < vehicles.length)
      visit(vehicle + 1, vehicles[vehicle + 1]!.start, cost, waiting, aboard);
  };
  visit(0, vehicles[0]!.start, 0, new Set(requests.keys()), new Set());
  return best;
}

describe("a plan of routes", () => {
  test("costs as little as the best of all ways, for small problems", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
          minLength: 8,
          maxLength: 8,
        }),
        (points) => {
          const problem: Problem = {
            travels: [onPlane(points)],
            requests: [carry(2, 3), carry(4, 5), carry(6, 7)],
            vehicles: [bike, { ...bike, start: 1 }],
          };
          const plan = planRoutes(problem, { spent: rounds(8_000) });
          assert.deepEqual(checkPlan(problem, plan), []);
          assert.ok(Math.abs(plan.cost - cheapestOfAll(problem)) < 1e-6, `${plan.cost} ${cheapestOfAll(problem)}`);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("keeps every promise of a mixed problem, and says what it leaves out", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const problem = madeUp(seed);
        const plan = planRoutes(problem, { seed, spent: rounds(300) });
        assert.deepEqual(checkPlan(problem, plan), []);
      }),
      { numRuns: 20 },
    );
  });

  test("is the same for the same seed, and goes on from the plan in force", () => {
    const problem = madeUp(7);
    const once = planRoutes(problem, { seed: 3, spent: rounds(400) });
    assert.deepEqual(planRoutes(problem, { seed: 3, spent: rounds(400) }), once);
    const later = planRoutes(problem, { seed: 4, spent: rounds(1), from: once });
    assert.ok(later.cost <= once.cost && later.unplanned.length === once.unplanned.length);
  });

  test("uses the fewest vehicles when that is asked for", () => {
    // Two corners far apart: cheapest with a vehicle in each, but one can do all.
    const problem: Problem = {
      travels: [
        onPlane([
          [0, 0],
          [100, 0],
          [0, 1],
          [0, 2],
          [100, 1],
          [100, 2],
        ]),
      ],
      requests: [carry(2, 3), carry(4, 5)],
      vehicles: [bike, { ...bike, start: 1 }],
    };
    const used = (plan: ReturnType<typeof planRoutes>) => plan.routes.filter((route) => route.length > 0).length;
    assert.equal(used(planRoutes(problem, { spent: rounds(200) })), 2);
    const few = planRoutes(problem, { spent: rounds(400), fewestVehicles: true });
    assert.deepEqual([used(few), few.unplanned], [1, []]);
  });

  test("leaves out what cannot be done, and plans the rest", () => {
    const problem: Problem = {
      travels: [
        onPlane([
          [0, 0],
          [10, 0],
          [20, 0],
          [900, 0],
        ]),
      ],
      requests: [
        carry(1, 2),
        { pickup: stop(1), deliveries: [{ ...stop(3, 600), amounts: [1] }] }, // too far for its window
        { pickup: stop(1), deliveries: [{ ...stop(2), amounts: [11] }] }, // too heavy
        carry(1, 2, { skills: 2 }), // nobody can
        carry(2, 1, { vehicle: 0 }),
      ],
      vehicles: [bike],
    };
    const plan = planRoutes(problem, { spent: rounds(200) });
    assert.deepEqual(plan.unplanned, [1, 2, 3]);
    assert.deepEqual(checkPlan(problem, plan), []);
  });

  test("a break moves what it interrupts, and a limit on cash splits what would break it", () => {
    const travels = [
      onPlane([
        [0, 0],
        [100, 0],
        [0, 100],
      ]),
    ];
    const paid = (place: number) => ({
      pickup: stop(0),
      deliveries: [{ ...stop(place, 400), amounts: [1], cash: 60 }],
    });
    const resting = { ...bike, breaks: [{ from: 50, to: 150 }], cashMax: 100 };
    const problem: Problem = { travels, requests: [paid(1), paid(2)], vehicles: [resting, bike] };
    const plan = planRoutes(problem, { spent: rounds(200) });
    assert.deepEqual(checkPlan(problem, plan), []);
    assert.deepEqual(
      plan.routes.map((route) => route.length),
      [2, 2],
    );
    const alone = planRoutes(
      {
        ...problem,
        requests: [{ ...paid(1), deliveries: [{ ...paid(1).deliveries[0]!, to: 150 }] }],
        vehicles: [resting],
      },
      { spent: rounds(50) },
    );
    assert.deepEqual(alone.unplanned, [0]);
  });

  test("a request stays with whom it leans to until that costs too much", () => {
    const travels = [
      onPlane([
        [0, 0],
        [0, 40],
        [0, 20],
        [0, 30],
      ]),
    ];
    const problem = { travels, requests: [carry(2, 3)], vehicles: [bike, { ...bike, start: 1 }] };
    const who = (leanings: readonly number[]) =>
      planRoutes({ ...problem, leanings: Float64Array.from(leanings) }, { spent: rounds(100) }).routes.findIndex(
        (route) => route.length > 0,
      );
    assert.equal(who([0, 15]), 0);
    assert.equal(who([30, 0]), 1);
  });
});

describe("the check of a plan", () => {
  const problem: Problem = {
    travels: [
      onPlane([
        [0, 0],
        [10, 0],
        [20, 0],
      ]),
    ],
    requests: [{ pickup: stop(1), deliveries: [{ ...stop(2, 25), amounts: [6] }] }, carry(1, 2)],
    vehicles: [{ ...bike, capacities: [6], to: 35, end: 0 }, bike],
  };
  const pickup = { request: 0, stop: 0 };
  const delivery = { request: 0, stop: 1 };
  const other = [
    { request: 1, stop: 0 },
    { request: 1, stop: 1 },
  ];
  const cases: readonly (readonly [
    string,
    readonly (readonly { request: number; stop: number }[])[],
    readonly number[],
    RegExp,
  ])[] = [
    ["a delivery before its pickup", [[delivery, pickup], other], [], /before it is picked up/],
    ["a stop visited twice", [[pickup, delivery, delivery], other], [], /twice/],
    ["a request split", [[pickup], [delivery, ...other]], [], /split/],
    ["a stop forgotten", [[pickup], other], [], /nobody visits/],
    ["both planned and not", [[pickup, delivery], other], [1], /planned and unplanned/],
    ["too much aboard", [[pickup, other[0]!, delivery, other[1]!], []], [], /holds/],
    ["late", [[...other, pickup, delivery], []], [], /late/],
    ["after the shift", [[pickup, delivery], other], [], /after its shift/],
  ];
  for (const [name, routes, unplanned, why] of cases) {
    test(name, () => {
      const reasons = checkPlan(problem, { routes, unplanned }).map((fault) => fault.why);
      assert.ok(
        reasons.some((line) => why.test(line)),
        reasons.join(),
      );
    });
  }
  test("nothing of a plan that keeps all promises", () => {
    assert.deepEqual(checkPlan(problem, { routes: [[], [pickup, delivery, ...other]], unplanned: [] }), []);
  });
});

describe("what is told of a plan", () => {
  const line = onPlane([
    [0, 0],
    [100, 0],
    [200, 0],
  ]);
  test("when each stop is reached, begun and left, and what is aboard then", () => {
    const requests: readonly Request[] = [
      { pickup: { ...stop(1, DAY, 500), serviceSeconds: 30 }, deliveries: [{ ...stop(2), amounts: [2] }], kept: [1] },
      { deliveries: [{ ...stop(2), amounts: [4] }] },
    ];
    const vehicle = { ...bike, end: 0, breaks: [{ from: 600, to: 700 }] };
    const visits = [
      { request: 0, stop: 0 },
      { request: 1, stop: 0 },
      { request: 0, stop: 1 },
    ];
    const { visits: timed, ...ends } = timetableOf({ travels: [line], requests, vehicles: [vehicle] }, 0, visits);
    // It leaves so that it does not wait, and drives on after the break.
    assert.deepEqual(ends, { startsAt: 400, loadAtStart: [4], endsAt: 930 });
    assert.deepEqual(
      timed.map(({ arrivesAt, beginsAt, leavesAt, load }) => [arrivesAt, beginsAt, leavesAt, ...load]),
      [
        [500, 500, 530, 7],
        [730, 730, 730, 3],
        [730, 730, 730, 1],
      ],
    );
  });
  test("why nobody could take a request", () => {
    const far = { ...line, seconds: line.seconds.with(2, BEYOND_REACH_SECONDS) };
    const asked = (request: Request, vehicles: readonly Vehicle[]) =>
      whyUnplanned({ travels: [far], requests: [request], vehicles }, 0);
    const to = (place: number, more: Partial<Request> = {}): Request => ({
      deliveries: [{ ...stop(place, 90), amounts: [3] }],
      ...more,
    });
    const code = (request: Request, vehicles: readonly Vehicle[]) => asked(request, vehicles).code;
    assert.equal(code(to(1), []), "NOBODY");
    assert.equal(code(to(2), [bike]), "NO_ROAD");
    // Of the two whoever is nearer to doing it.
    assert.equal(code(to(1), [bike, { ...bike, skills: 1, start: 1 }]), "NOBODY_LEFT");
    const late = asked(to(1), [{ ...bike, capacities: [2] }, bike]);
    assert.deepEqual([late.code, late.lateSeconds], ["LATE", 10]);
    assert.match(
      late.why,
      /stop 0 is 10 s late; a window that ends so much later, or a vehicle nearer to it, would help/,
    );
    assert.equal(code(to(1, { skills: 2 }), [{ ...bike, start: 1 }]), "OTHER_SKILLS");
    const heavy = asked(to(1), [{ ...bike, start: 1, capacities: [2] }]);
    assert.equal(heavy.code, "STARTS_TOO_FULL");
    assert.match(heavy.why, /a larger vehicle, or less in one order, would help/);
  });
});

// Pickups with one to three deliveries, goods aboard, two dimensions, skills, cash, breaks, shifts that end.
function madeUp(seed: number): Problem {
  const chance = seededChance(seed);
  const below = (most: number) => Math.floor(chance() * most);
  const points = Array.from({ length: 14 }, () => [below(1_000), below(1_000)] as const);
  const vehicles: readonly Vehicle[] = Array.from({ length: 3 }, (_, at) => ({
    travel: 0,
    start: below(14),
    ...(at === 0 ? { end: below(14) } : {}),
    from: below(500),
    to: 6_000 + below(4_000),
    capacities: [6 + below(6), 40],
    cashMax: 150,
    skills: at,
    ...(at === 1 ? { breaks: [{ from: 2_000, to: 2_600 }] } : {}),
  }));
  const requests: readonly Request[] = Array.from({ length: 12 }, (_, at) => {
    const from = below(2_000);
    const deliveries = Array.from({ length: at % 4 === 0 ? 1 + below(3) : 1 }, () => ({
      place: below(14),
      from,
      to: from + 1_500 + below(5_000),
      serviceSeconds: below(120),
      amounts: [1 + below(3), 1 + below(10)],
      cash: below(3) * 30,
    }));
    if (at % 5 === 0) return { deliveries, vehicle: at % 3 };
    if (at === 7)
      return { pickup: { place: below(14), from: 0, to: 9_000, serviceSeconds: 60 }, deliveries: [], kept: [2, 5] };
    return {
      pickup: { place: below(14), from, to: from + 3_000, serviceSeconds: 60 },
      deliveries,
      ...(at % 6 === 1 ? { skills: 2 } : {}),
    };
  });
  assert.ok(requests.every((request) => stopsOf(request).length > 0));
  return { travels: [onPlane(points)], requests, vehicles };
}
