// Matching 1,000 waiting orders with 2,000 drivers in one round: how long it takes, and what it gains over the floor, which is each
// order in turn to its nearest free driver.
import { seededChance } from "../src/domain/chance.ts";
import type { LatLng } from "../src/domain/geo.ts";
import { matchRound } from "../src/domain/matching/match-round.ts";
import type { MatchDriver, MatchOrder, MatchRound, Offer } from "../src/domain/matching/round.ts";
import { timesOf } from "../src/domain/matching/route.ts";
import { crowTravel } from "../src/domain/matching/travel.ts";
import { POLICIES } from "../src/domain/simulation/policies.ts";
import { startStopwatch } from "../src/ports/clock.ts";

const ORDERS = 1_000;
const DRIVERS = 2_000;
const RUNS = 7;
const METERS_PER_SECOND = 6.7; // 24 km/h, with straight lines stretched by a third
const DETOUR = 1.33;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// A city of 14 km. Drivers are free now, or all but a third only within 25 minutes.
function aRound(busy: boolean, seed: number): MatchRound {
  const chance = seededChance(seed);
  const points: LatLng[] = [];
  const somewhere = (): number => points.push({ lat: 10.71 + chance() * 0.13, lng: 106.63 + chance() * 0.13 }) - 1;
  const orders = Array.from({ length: ORDERS }, (_, at): MatchOrder => {
    const placedAt = -Math.floor(chance() * 300);
    const door = somewhere();
    return {
      id: `o${at}`,
      pickup: somewhere(),
      firstDoor: door,
      lastDoor: door,
      doorsSeconds: 120,
      pickupSeconds: 120,
      placedAt,
      readyAt: placedAt,
      dueAt: placedAt + 2_400,
      bundleMax: 2,
      vehicle: "BIKE",
      walletNeeded: 50_000,
      refusedBy: new Set(),
      reachMeters: Infinity,
      offerBy: Infinity,
    };
  });
  const drivers = Array.from(
    { length: DRIVERS },
    (_, at): MatchDriver => ({
      id: `d${at}`,
      point: somewhere(),
      freeAt: busy ? Math.max(0, Math.floor(chance() * 2_250 - 750)) : 0,
      offAt: Infinity,
      onBoard: [],
      visits: [],
      vehicle: "BIKE",
      walletFree: 500_000,
      rating: 4 + chance(),
      hasOpenOffer: false,
    }),
  );
  return { now: 0, nextRoundAt: 5, orders, drivers, travel: crowTravel(points, METERS_PER_SECOND, DETOUR) };
}

// What the offers promise: drivers, orders, and the mean wait for the pickup over the orders offered.
function told(
  round: MatchRound,
  offers: readonly Offer[],
): { readonly offered: number; readonly pickupSeconds: number } {
  let offered = 0;
  let waited = 0;
  for (const { driverId, visits } of offers) {
    const driver = round.drivers.find(({ id }) => id === driverId)!;
    for (const { visit, doneAt } of timesOf(driver, visits, round.travel)) {
      if (visit.kind !== "pickup") continue;
      offered++;
      waited += doneAt - visit.order.pickupSeconds - round.now;
    }
  }
  return { offered, pickupSeconds: waited / Math.max(1, offered) };
}

function middleMs(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const stopwatch = startStopwatch();
    work();
    return stopwatch.elapsedMs();
  });
  return times.toSorted((a, b) => a - b)[RUNS >> 1]!;
}

const nearestFirst = POLICIES[0];
say(
  `${ORDERS} orders, ${DRIVERS} drivers; milliseconds are the middle of ${RUNS} runs; pickup is the mean time to the counter of those offered now`,
);
say("drivers          ours ms   nearest-first ms   ratio   offered ours / nearest   pickup ours / nearest, s   ratio");
for (const [name, busy] of [
  ["all free", false],
  ["a third free", true],
] as const) {
  const round = aRound(busy, 7);
  const ours = told(round, matchRound(round).offers);
  const greedy = told(round, nearestFirst.decide(round));
  const oursMs = middleMs(() => matchRound(round));
  const greedyMs = middleMs(() => nearestFirst.decide(round));
  say(
    `${name.padEnd(14)}   ${oursMs.toFixed(1).padStart(7)}   ${greedyMs.toFixed(1).padStart(16)}   ` +
      `${(oursMs / greedyMs).toFixed(1).padStart(5)}   ${`${ours.offered} / ${greedy.offered}`.padStart(22)}   ` +
      `${`${ours.pickupSeconds.toFixed(0)} / ${greedy.pickupSeconds.toFixed(0)}`.padStart(24)}   ` +
      `${(ours.pickupSeconds / greedy.pickupSeconds).toFixed(2).padStart(5)}`,
  );
}
