import assert from "node:assert/strict";
import { test } from "node:test";
import { north } from "../../../test/fixtures/little-street.ts";
import { metersBetween } from "../geo.ts";
import { finish } from "../in-steps.ts";
import type { OrderTask } from "../matching/route.ts";
import { type BlockDriver, joiningBlocks, planningBlocks, type RoadBlock } from "./road-blocks.ts";

const PLACES = Array.from({ length: 400 }, (_, at) => north(at * 100));
const task = (id: string, pickup: number, door: number): OrderTask => ({
  id,
  pickup,
  firstDoor: door,
  lastDoor: door,
  doorsSeconds: 0,
  placedAt: 0,
  readyAt: 0,
  dueAt: 0,
  pickupSeconds: 0,
  bundleMax: 2,
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
