import assert from "node:assert/strict";
import { test } from "node:test";
import { aDriver, anOrder, aRound, planeTravel } from "../../../test/fixtures/little-round.ts";
import { matchRound } from "./match-round.ts";
import { remotenessIn } from "./remoteness.ts";
import { MATCH_RULES, type MatchDriver } from "./round.ts";

// A street: point n lies n hundred metres along it, a metre a second.
const street = planeTravel(Array.from({ length: 100 }, (_, at) => ({ x: 100 * at, y: 0 })));
const cooking = (pickup: number) => anOrder({ id: `at ${pickup}`, pickup, firstDoor: pickup + 1, readyAt: 9_000 });
const market = [40, 41, 42, 43, 44, 45].map(cooking);

function busyAt(id: string, point: number, freeAt: number): MatchDriver {
  const held = anOrder({ id: `held by ${id}`, pickup: 1, firstDoor: point });
  const visits = [{ order: held, kind: "doors" as const }];
  return aDriver({ id, point, freeAt, visits, onBoard: [{ order: held, pickedUpAt: 0 }] });
}

test("an idle driver is as remote as the nearest third of the pickups is far", () => {
  const remoteness = remotenessIn(aRound({ orders: market, drivers: [], travel: street }));
  assert.equal(remoteness(aDriver({ id: "edge", point: 30 })), 1_050);
  assert.equal(remoteness(aDriver({ id: "middle", point: 42 })), 50);
});

test("pickups that drivers still have before them count like orders that wait", () => {
  const visits = market.map((order) => ({ order, kind: "pickup" as const }));
  const round = aRound({ orders: [], drivers: [aDriver({ id: "full", point: 0, visits })], travel: street });
  assert.equal(remotenessIn(round)(aDriver({ id: "edge", point: 30 })), 1_050);
});

test("nobody is remote who has something to do, or while too few pickups tell where goods come from", () => {
  const many = aRound({ orders: market, drivers: [], travel: street });
  assert.equal(remotenessIn(many)(busyAt("busy", 30, 0)), 0);
  const few = aRound({ orders: market.slice(0, 4), drivers: [], travel: street });
  assert.equal(remotenessIn(few)(aDriver({ id: "edge", point: 30 })), 0);
});

test("where no road leads, a driver is far, not infinitely far", () => {
  const island = { meters: street.meters, seconds: () => Infinity };
  assert.equal(
    remotenessIn(aRound({ orders: market, drivers: [], travel: island }))(aDriver({ id: "d", point: 1 })),
    1_800,
  );
});

test("who stands idle off the beaten track is planned before a busy driver who would be in time as well", () => {
  const order = anOrder({ id: "soon", pickup: 41, firstDoor: 60, readyAt: 1_200 });
  const round = aRound({
    orders: [order, ...market.slice(1).map((later) => ({ ...later, refusedBy: new Set(["edge", "busy"]) }))],
    drivers: [aDriver({ id: "edge", point: 37 }), busyAt("busy", 44, 300)],
    travel: street,
  });
  assert.equal(matchRound(round).explain("soon")?.driverId, "edge");
  assert.equal(matchRound(round, { ...MATCH_RULES, remoteWeight: 0 }).explain("soon")?.driverId, "busy");
});
