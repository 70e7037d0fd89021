// The planner by itself, over HTTP: VROOM's JSON in, a plan out that keeps what was asked, and reasons for what cannot be done.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import type { Json } from "../harness/giao.ts";
import { startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const HUB = [106.6953, 10.7821];
const DOORS = [
  [106.7009, 10.7769],
  [106.6667, 10.7626],
  [106.7132, 10.8012],
  [106.6881, 10.7711],
];
const NOON = 1_900_000_000;
const solve = (body: object, headers = {}) =>
  giao.call("POST", "/operator/v1/plans/solve", { operator: true, body, headers });
const quick = { options: { seconds: 0.3, seed: 5 } };
const jobs = DOORS.map((location, at) => ({ id: at + 1, location, service: 120, delivery: [1] }));

describe("POST /operator/v1/plans/solve", () => {
  test("jobs and shipments are planned within windows, capacity and skills, and the sums add up", async () => {
    const answer = await solve({
      ...quick,
      jobs: [
        ...jobs.slice(0, 3),
        { id: 4, location: DOORS[3], pickup: [2], time_windows: [[NOON + 3_600, NOON + 4_000]] },
      ],
      shipments: [
        {
          amount: [1],
          skills: [14],
          pickup: { id: 50, location: DOORS[0], service: 60 },
          delivery: { id: 51, location: DOORS[2], description: "third floor", service: 60 },
        },
      ],
      vehicles: [
        {
          id: 1,
          profile: "bike",
          start: HUB,
          end: HUB,
          capacity: [4],
          skills: [14],
          time_window: [NOON, NOON + 20_000],
        },
        { id: 2, profile: "bike", start: HUB, capacity: [2], time_window: [NOON, NOON + 20_000] },
      ],
    });
    assertOk(answer);
    const { summary, routes, unassigned, code } = answer.body;
    assert.deepEqual([code, unassigned, summary.unassigned], [0, [], 0]);
    const steps: Json[] = routes.flatMap((route: Json) =>
      route.steps.map((step: Json) => ({ ...step, vehicle: route.vehicle })),
    );
    const at = (type: string, id: number) => steps.find((step) => step.type === type && step.id === id);
    assert.ok(at("pickup", 50).arrival < at("delivery", 51).arrival);
    assert.deepEqual([at("pickup", 50).vehicle, at("delivery", 51).vehicle], [1, 1]);
    assert.equal(at("delivery", 51).description, "third floor");
    const late = at("job", 4);
    assert.ok(late.arrival + late.waiting_time >= NOON + 3_600 && late.arrival + late.waiting_time <= NOON + 4_000);
    for (const route of routes) {
      const capacity = route.vehicle === 1 ? 4 : 2;
      assert.ok(route.steps.every(({ load }: Json) => load[0] >= 0 && load[0] <= capacity));
      assert.equal(route.steps.at(-1).duration, route.duration);
    }
    const sum = (field: string) => routes.reduce((total: number, route: Json) => total + route[field], 0);
    for (const field of ["cost", "duration", "distance", "service", "waiting_time"])
      assert.equal(summary[field], sum(field));
    assert.ok(summary.distance > 1_000 && summary.duration > 100);
  });

  test("what cannot be planned says why and what would help, and the rest is planned", async () => {
    const answer = await solve({
      ...quick,
      jobs: [
        jobs[0],
        { ...jobs[1], id: 2, delivery: [9] },
        { ...jobs[1], id: 3, skills: [7] },
        { ...jobs[1], id: 4, time_windows: [[NOON, NOON + 1]] },
      ],
      vehicles: [{ id: 1, start: HUB, capacity: [3], time_window: [NOON, NOON + 7_200] }],
    });
    assertOk(answer);
    const reasons = new Map(answer.body.unassigned.map((one: Json) => [one.id, one.reason]));
    assert.deepEqual([...reasons.keys()].sort(), [2, 3, 4]);
    assert.match(String(reasons.get(2)), /more than it holds/);
    assert.match(String(reasons.get(3)), /other skills/);
    assert.match(String(reasons.get(4)), /stop 0 is \d+ s late/);
    assert.deepEqual(
      answer.body.routes[0].steps.map((step: Json) => step.id),
      [undefined, 1],
    );
    const full = await solve({ ...quick, jobs, vehicles: [{ id: 1, start: HUB, capacity: [2] }] });
    assert.match(full.body.unassigned[0].reason, /no room or no time left/);
  });

  test("with matrices of one's own places are their rows, costs are as told, and breaks are kept", async () => {
    const line = [0, 100, 200, 300];
    const durations = line.map((from) => line.map((to) => Math.abs(to - from)));
    const answer = await solve({
      ...quick,
      matrices: { cart: { durations, distances: durations.map((row) => row.map((each) => each * 10)) } },
      jobs: [1, 2, 3].map((row) => ({ id: row, location_index: row })),
      vehicles: [
        {
          id: 9,
          profile: "cart",
          start_index: 0,
          time_window: [0, 10_000],
          breaks: [{ id: 1, time_windows: [[150, 150]], service: 500 }],
          costs: { fixed: 1_000, per_hour: 0, per_km: 2_000 },
        },
      ],
    });
    assertOk(answer);
    const [route] = answer.body.routes;
    assert.deepEqual(
      route.steps.map((step: Json) => [step.type, step.arrival]),
      [
        ["start", 0],
        ["job", 100],
        ["break", 150],
        ["job", 700],
        ["job", 800],
      ],
    );
    assert.deepEqual([route.distance, route.cost], [3_000, 7_000]);
  });

  test("as a stream it tells of better plans, and the plan in the end", async () => {
    const answer = await fetch(`${giao.url}/operator/v1/plans/solve`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        "x-operator-key": giao.house.settings.operatorKeys[0]!,
      },
      body: JSON.stringify({ ...quick, jobs, vehicles: [{ id: 1, start: HUB }] }),
    });
    const text = await answer.text();
    assert.match(text, /event: better\ndata: \{"cost":\d/);
    assert.match(text, /event: plan\ndata: \{"code":0,/);
  });

  test("what the planner could not keep is refused with its field", async () => {
    const vehicles = [{ id: 1, start: HUB }];
    const table: readonly (readonly [object, RegExp])[] = [
      [{ vehicles }, /^jobs or shipments are needed/],
      [{ jobs: [{ id: 1 }], vehicles }, /^jobs\[0\]\.location is needed/],
      [{ jobs: [{ ...jobs[0], setup: 60 }], vehicles }, /^jobs\[0\]\.setup is not understood/],
      [{ jobs, vehicles: [{ id: 1, start: HUB, max_tasks: 3 }] }, /^vehicles\[0\]\.max_tasks is not understood/],
      [{ jobs, vehicles: [{ id: 1 }] }, /^vehicles\[0\]\.start is needed/],
      [
        { jobs, vehicles: [{ id: 1, start: HUB, profile: "boat" }] },
        /^vehicles\[0\]\.profile must be one of car, bike/,
      ],
      [
        {
          jobs: [
            {
              ...jobs[0],
              time_windows: [
                [1, 2],
                [3, 4],
              ],
            },
          ],
          vehicles,
        },
        /time_windows must be one window/,
      ],
      [{ jobs: [{ ...jobs[0], time_windows: [[2, 1]] }], vehicles }, /must not end before it begins/],
      [{ jobs: [{ ...jobs[0], location: [10.7, 106.7] }], vehicles }, /must be longitude, then latitude/],
      [{ jobs, vehicles, matrices: { car: { durations: [[0, 1]] } } }, /^matrices\.car must have as many columns/],
      [{ jobs, vehicles, options: { seconds: 9 } }, /^options\.seconds must be 5 at most/],
      [{ jobs, vehicles: [] }, /vehicles/],
    ];
    for (const [body, why] of table) {
      const answer = await solve(body);
      assertRefused(answer, 400, "INVALID_DATA");
      assert.match(answer.body.description, why);
    }
    assert.equal((await giao.call("POST", "/operator/v1/plans/solve", { body: { jobs, vehicles } })).status, 401);
  });
});
