import assert from "node:assert/strict";
import { test } from "node:test";
import { countFits, type FitDriver, type FitTask, type Fleet, findFit, withFit } from "./fit.ts";

// Places on a line, in metres north of the equator; a metre takes a second.
const at = (meters: number) => ({ lat: meters / 111_194.93, lng: 0 });
const stop = (meters: number, latestAt: number, waySeconds: number, load: number) => ({
  enter: at(meters),
  leave: at(meters),
  from: 0,
  latestAt,
  serviceSeconds: 0,
  waySeconds,
  load,
});
const driver = (more: Partial<FitDriver> = {}): FitDriver => ({
  at: at(0),
  freeAt: 0,
  offAt: 10_000,
  carried: 0,
  capacity: 1,
  cashFree: 100,
  stops: [],
  ...more,
});
const fleet = (...drivers: FitDriver[]): Fleet => ({ secondsPerMeter: 1, drivers });
const task = (from: number, to: number, more: Partial<FitTask> = {}): FitTask => ({
  pickup: at(from),
  door: at(to),
  lastDoor: at(to),
  pickupSeconds: 0,
  doorsSeconds: 0,
  share: 0.5,
  cash: 0,
  releaseAt: 0,
  opensAt: 0,
  beginBy: 1_000,
  ...more,
});
// Fetches at 100 and delivers at 400, where it has to be by 500.
const carrier = driver({ stops: [stop(100, 200, 100, 0.5), stop(400, 500, 300, -0.5)] });
const where = (plan: Fleet, asked: FitTask) => {
  const fit = findFit(plan, asked, "cheapest");
  return fit && [fit.driver, fit.pickupAt, fit.doorsAt, Math.round(fit.beginsAt), Math.round(fit.addedSeconds)];
};

test("what lies on the way goes along and costs nothing", () => {
  assert.deepEqual(where(fleet(driver(), carrier), task(200, 300)), [1, 1, 1, 300, 0]);
  assert.deepEqual(where(fleet(carrier), task(200, 500)), [0, 1, 2, 500, 100], "delivered after what it passes");
});

test("a detour that would make another late is not taken", () => {
  assert.deepEqual(where(fleet(carrier), task(200, 449)), [0, 1, 2, 449, 49]);
  assert.deepEqual(where(fleet(carrier), task(240, 200, { beginBy: 320 })), [0, 1, 1, 280, 80]);
  assert.equal(where(fleet(carrier), task(250, 100, { beginBy: 420 })), undefined);
});

test("each limit of a driver keeps an order out", () => {
  assert.equal(where(fleet(driver()), task(0, 1_001)), undefined, "too late");
  assert.equal(where(fleet(driver({ offAt: 299 })), task(0, 300)), undefined, "after the shift");
  assert.equal(where(fleet(driver({ cashFree: 9 })), task(0, 300, { cash: 10 })), undefined, "the wallet");
  const cold = task(0, 300, { equipment: ["COLD-BOX"] });
  assert.equal(where(fleet(driver(), driver({ equipment: ["RACK"] })), cold), undefined, "what it needs");
  assert.equal(where(fleet(driver(), driver({ equipment: ["RACK", "COLD-BOX"] })), cold)?.[0], 1);
  assert.equal(where(fleet(driver({ capacity: 0.4 })), task(0, 300)), undefined, "too large");
  const full = driver({ carried: 1, stops: [stop(400, 5_000, 400, -1)] });
  assert.deepEqual(where(fleet(full), task(100, 300)), [0, 1, 1, 900, 500], "once it is empty again");
  assert.deepEqual(where(fleet(driver()), task(0, 300, { opensAt: 700 })), [0, 0, 0, 700, 300], "not before its slot");
});

test("as many fit as do one after another, and what was fitted in is kept in time", () => {
  const one = task(0, 100, { share: 1 });
  assert.equal(countFits(fleet(driver()), one, 10), 5, "out by 100, 300, 500, 700, 900");
  assert.equal(countFits(fleet(driver()), one, 3), 3);
  assert.equal(countFits(fleet(driver(), driver()), one, 20), 10);
  let filled = fleet(driver());
  for (let count = 0; count < 5; count++) filled = withFit(filled, one, findFit(filled, one, "cheapest")!);
  assert.equal(findFit(filled, one, "soonest"), undefined);
  assert.equal(filled.drivers[0]!.stops.length, 10);
});

test("the soonest is not the cheapest where another driver is nearer", () => {
  const near = driver({ at: at(290) });
  const plan = fleet(driver({ freeAt: 500, stops: [stop(300, 2_000, 300, 0)] }), near);
  assert.equal(findFit(plan, task(300, 310), "soonest")!.driver, 1);
});
