import assert from "node:assert/strict";
import { test } from "node:test";
import { north } from "../../../test/fixtures/little-street.ts";
import { seededChance } from "../chance.ts";
import { metersBetween } from "../geo.ts";
import { finish } from "../in-steps.ts";
import { MATCH_RULES } from "../matching/round.ts";
import { bestInsertion, type Insertion, insert, type OrderTask, routeCost, type Visit } from "../matching/route.ts";
import type { Travel } from "../matching/travel.ts";
import { type BlockDriver, joiningBlocks, planningBlocks, type RoadBlock } from "./road-blocks.ts";

const PLACES = Array.from({ length: 400 }, (_, at) => north(at * 100));
const task = (id: string, pickup: number, door: number, bundleMax = 2): OrderTask => ({
  id,
  pickup,
  firstDoor: door,
  lastDoor: door,
  doorsSeconds: 0,
  placedAt: 0,
  readyAt: 0,
  dueAt: 0,
  pickupSeconds: 0,
  bundleMax,
});
const idle = (point: number): BlockDriver => ({ point, held: [] });
const tells = (blocks: readonly RoadBlock[], from: number, to: number) =>
  blocks.some(({ sources, targets }) => sources.includes(from) && targets.includes(to));
// Roads twice as long as the crow's way, at ten metres a second.
const measured = ({ sources, targets }: RoadBlock) => {
  const meters = sources.flatMap((from) => targets.map((to) => 2 * metersBetween(PLACES[from]!, PLACES[to]!)));
  const matrix = {
    sources: sources.length,
    targets: targets.length,
    distancesMeters: Float64Array.from(meters),
    durationsSeconds: Float64Array.from(meters, (one) => one / 10),
  };
  return { sources, targets, matrix };
};

test("every way that an insertion may need is asked for, and none between drivers", () => {
  const busy: BlockDriver = {
    point: 1,
    held: [
      { task: task("on board", 2, 3), isOnBoard: true },
      { task: task("to fetch", 4, 5), isOnBoard: false },
    ],
  };
  const near = [idle(0), busy];
  const orders = [task("A", 10, 11), task("B", 12, 13)].map((one) => ({ task: one, near }));
  const blocks = finish(planningBlocks(orders, PLACES));
  const needed = [
    ...[0, 1, 3, 4, 5].flatMap((from) => [10, 12].map((to) => [from, to])), // to a pickup, from wherever somebody may be
    ...[10, 12, 3, 4, 5].flatMap((from) => [11, 13].map((to) => [from, to])), // to a door
    ...[10, 11, 12, 13].flatMap((from) => [3, 4, 5].map((to) => [from, to])), // back to what they hold
    ...[1, 3, 4, 5].flatMap((from) => [3, 4, 5].map((to) => [from, to])), // what they hold
    [2, 3], // the straight way of what is on board
    [10, 12],
    [11, 12],
    [11, 13],
  ] as const;
  for (const [from = -1, to = -1] of needed) assert.ok(from === to || tells(blocks, from, to), `${from} to ${to}`);
  for (const to of [0, 1]) assert.ok(!blocks.some(({ targets }) => targets.includes(to)), "nobody drives to a driver");
  assert.ok(!tells(blocks, 0, 11), "nor to a door before its pickup");
});

test("what cannot be on board together is not asked for between each other's stops", () => {
  const busy: BlockDriver = {
    point: 1,
    held: [
      { task: task("on board", 2, 3, 1), isOnBoard: true },
      { task: task("to fetch", 4, 5, 1), isOnBoard: false },
    ],
  };
  const orders = [task("A", 10, 11, 1), task("B", 12, 13, 1)].map((one) => ({ task: one, near: [busy] }));
  const blocks = finish(planningBlocks(orders, PLACES));
  const told = (numbers: readonly number[], to: number) => numbers.filter((from) => tells(blocks, from, to));
  const all = [1, 2, 3, 4, 5, 10, 11, 12, 13];
  assert.deepEqual(told(all, 10), [1, 3, 5, 11, 13], "to a pickup from a door, not from another pickup");
  assert.deepEqual(told([11, 13], 4), [11, 13], "on to what they are still to fetch");
});

test("where an order fits best is found by what is asked for as if every way were known", () => {
  const chance = seededChance(8);
  const draw = (below: number): number => Math.floor(chance() * below);
  const placeMeters = Array.from(PLACES, () => [draw(4_000), draw(4_000)] as const);
  const seconds = (from: number, to: number): number => {
    const [[x, y], [u, v]] = [placeMeters[from]!, placeMeters[to]!];
    return (Math.abs(x - u) + Math.abs(y - v)) / 8;
  };
  const everything: Travel = { seconds, meters: seconds };
  let found = 0;
  for (let scene = 0; scene < 60; scene++) {
    let place = 0;
    const order = (id: string): OrderTask => ({ ...task(id, place++, place++, 1 + draw(3)), dueAt: 900 });
    const near = Array.from({ length: 6 }, (_, at): BlockDriver => {
      const held = Array.from({ length: draw(4) }, (_, n) => ({
        task: order(`${at} ${n}`),
        isOnBoard: chance() < 0.5,
      }));
      return { point: place++, held };
    });
    const orders = Array.from({ length: 4 }, (_, at) => ({ task: order(`new ${at}`), near }));
    const blocks = finish(planningBlocks(orders, PLACES));
    const asked: Travel = {
      seconds: (from, to) => (tells(blocks, from, to) ? seconds(from, to) : Infinity),
      meters: seconds,
    };
    const bestIn = (travel: Travel) =>
      near.map(({ point, held }) => {
        const onBoard = held.filter(({ isOnBoard }) => isOnBoard).map((one) => ({ order: one.task, pickedUpAt: 0 }));
        const start = { point, freeAt: 0, offAt: Infinity, onBoard };
        let visits: readonly Visit[] = onBoard.map((one) => ({ order: one.order, kind: "doors" }));
        const places: (Insertion | undefined)[] = [];
        const toFetch = held.filter(({ isOnBoard }) => !isOnBoard);
        for (const { task: one } of [...toFetch, ...orders]) {
          const base = routeCost(start, visits, MATCH_RULES, travel);
          const at = bestInsertion(start, visits, base, one, MATCH_RULES, travel, 1e6);
          places.push(at && { ...at, cost: Math.round(at.cost - base) });
          if (at) visits = insert(visits, one, at);
        }
        return places;
      });
    const best = bestIn(everything);
    assert.deepEqual(bestIn(asked), best);
    found += best.flat().filter((at) => at && at.doorsAt > at.pickupAt).length;
  }
  assert.ok(found > 50, `only ${found} go together with others`);
});

test("far more places than one table holds become blocks of a bounded size", () => {
  const near = Array.from({ length: 300 }, (_, at) => idle(at));
  const orders = Array.from({ length: 200 }, (_, at) => ({ task: task(String(at), at, 399 - at), near }));
  const blocks = finish(planningBlocks(orders, PLACES));
  assert.ok(blocks.every(({ sources, targets }) => sources.length <= 400 && targets.length <= 400));
  assert.equal(new Set(blocks.flatMap(({ orderIds }) => orderIds)).size, 200);
});

test("what the blocks tell is told, and the rest is the crow's at their pace", () => {
  const block: RoadBlock = { sources: [0, 1, 2], targets: [20, 30, 40], orderIds: [] };
  const travel = finish(joiningBlocks(PLACES, [measured(block)]));
  assert.ok(Math.abs(travel.meters(0, 20) - 4_000) < 1);
  assert.ok(Math.abs(travel.seconds(1, 30) - 580) < 1);
  assert.ok(Math.abs(travel.meters(50, 60) - 2_000) < 1, "twice as long there too");
  assert.ok(Math.abs(travel.seconds(50, 60) - 200) < 1);
});

test("without any block everything is guessed, and where no road leads it takes six hours", () => {
  const crow = finish(joiningBlocks(PLACES, []));
  assert.ok(crow.seconds(0, 10) > 100 && crow.seconds(0, 10) < 400);
  const block = measured({ sources: [0], targets: [10], orderIds: [] });
  block.matrix.durationsSeconds[0] = Infinity;
  assert.equal(finish(joiningBlocks(PLACES, [block])).seconds(0, 10), 6 * 3600);
});
