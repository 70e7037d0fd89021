// Traces matched to the roads they were driven on: on drawn maps whose answer can be seen, and on a real town against the way that
// was driven.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Drawn, draw } from "../../../test/fixtures/drawn-roads.ts";
import { blurred, drive } from "../../../test/fixtures/noisy-drive.ts";
import { HCMC, openRealRoads, skipWithout } from "../../../test/fixtures/real-roads.ts";
import { seededChance } from "../../domain/chance.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { openSearches } from "../engine.ts";
import { toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import type { Sighting } from "../path.ts";
import { NearestRoad } from "../search/grid.ts";
import { LegSearch } from "../search/leg-search.ts";
import { findOverStops } from "../search/stops-search.ts";
import { statesOf } from "../search/unpack.ts";
import { openNetwork } from "../snapshot/packed-network.ts";
import { drivenEdges } from "./driven-edges.ts";
import { Matcher } from "./match.ts";

const BLOCK = `
  a-1-b-2-c
  |   |   |
  d-3-e-4-f
`;

// Streets driven, in their order, of each run.
function streets({ engine }: Drawn, trace: readonly Sighting[]): readonly string[] {
  return engine.match(trace).matchings.map(({ path }) => {
    const names = path.legs.flatMap((leg) => leg.pieces().filter(({ distanceMeters }) => distanceMeters > 1));
    return names
      .map(({ street }) => [...street.name].sort().join(""))
      .filter((name, at, all) => name !== all[at - 1])
      .join(" ");
  });
}

// Sightings along straight lines through these places, a few metres off.
function sightings(map: Drawn, through: string, offMeters = 5, seed = 1): readonly Sighting[] {
  const chance = seededChance(seed);
  const places = [...through].map((letter) => map.at(letter));
  const trace: Sighting[] = [];
  for (const [i, to] of places.entries()) {
    const from = places[i - 1];
    for (let step = from ? 1 : 5; step <= 5; step++) {
      const share = step / 5;
      const lat = from ? from.lat + (to.lat - from.lat) * share : to.lat;
      const lng = from ? from.lng + (to.lng - from.lng) * share : to.lng;
      trace.push({ ...blurred({ lat, lng }, offMeters, chance), atSeconds: trace.length * 8 });
    }
  }
  return trace;
}

test("a trace is put on the streets it was driven on", () => {
  const map = draw(BLOCK);
  assert.deepEqual(streets(map, sightings(map, "1be4")), ["ab be ef"]);
  assert.deepEqual(streets(map, sightings(map, "3efc2")), ["de ef cf bc"]);
});

test("a street beside it is not driven because a few sightings are nearer to it", () => {
  const map = draw(
    `
    a---b---c---d
    |           |
    e---f---g---h
  `,
    { gridMeters: 20 },
  );
  for (let seed = 1; seed <= 20; seed++) {
    const [driven = ""] = streets(map, sightings(map, "abcd", 9, seed));
    assert.match(driven, /ab bc cd/, `seed ${seed}`);
    assert.doesNotMatch(driven, /ef|fg|gh/, `seed ${seed}`);
  }
});

test("a one-way street is not driven against its direction", () => {
  const map = draw(`
    a->-b
    |   |
    c---d
  `);
  const [found] = map.engine.match(sightings(map, "ba")).matchings;
  assert.ok(!found || found.confidence < 0.8, `confidence ${found?.confidence}`);
});

test("a trace is split where nothing was seen for long, and where the vehicle was off the map", () => {
  const map = draw(BLOCK);
  const trace = sightings(map, "1bc");
  const late = trace.map((sighting, i) => (i < 5 ? sighting : { ...sighting, atSeconds: sighting.atSeconds! + 600 }));
  assert.equal(map.engine.match(late).matchings.length, 2);
  assert.equal(map.engine.match(late, { isOneOverPauses: true }).matchings.length, 1);
  const away = trace.map((sighting, i) => (i === 4 ? { ...sighting, lat: sighting.lat + 0.05 } : sighting));
  const { matchings, waypoints } = map.engine.match(away);
  assert.equal(waypoints[4], undefined);
  assert.equal(matchings.length, 1);
});

test("whoever stands still is seen all around and drives nowhere", () => {
  const map = draw(BLOCK);
  const chance = seededChance(3);
  const standing = Array.from({ length: 60 }, (_, i) => ({ ...blurred(map.at("2"), 4, chance), atSeconds: i * 5 }));
  const meters = map.engine.match(standing).matchings.reduce((sum, { path }) => sum + path.distanceMeters, 0);
  assert.ok(meters < 60, `${meters} m`);
});

test("nothing comes of nothing", () => {
  const map = draw(BLOCK);
  assert.deepEqual(map.engine.match([]), { matchings: [], waypoints: [] });
  const [first] = sightings(map, "1b");
  assert.deepEqual(map.engine.match([first!]).matchings, []);
  assert.deepEqual(
    map.engine.match([
      { lat: 48, lng: 16 },
      { lat: 48.001, lng: 16 },
    ]).matchings,
    [],
  );
});

test("Hồ Chí Minh City: 95 % of the edges of noisy traces are found again, and few others", {
  skip: skipWithout(HCMC),
}, async (t) => {
  const snapshot = await openRealRoads(HCMC, "bike");
  const network = openNetwork(snapshot.buffer, snapshot.layout);
  const searches = openSearches(snapshot, { engine: "giao", map: "real", demo: false });
  const search = new LegSearch(network);
  const nearest = new NearestRoad(network);
  const matcher = new Matcher(network);
  const chance = seededChance(20);
  let [found, driven, others, told, sightingCount] = [0, 0, 0, 0, 0];
  const anywhere = () => ({ lat: 10.75 + chance() * 0.06, lng: 106.65 + chance() * 0.06 });
  for (let trip = 0; trip < 40; trip++) {
    const ends = [anywhere(), anywhere()];
    const answer = searches.route(ends);
    if (isRefusal(answer)) continue;
    const positions = ends.map(({ lat, lng }) => nearest.find(toMicro(lng), toMicro(lat), 2000)!);
    const legs = findOverStops(network, search, positions);
    if (!("legs" in legs)) continue;
    const way = edges(network, statesOf(network, legs.legs[0]!));
    // Of the first and the last only a part was driven, which may be shorter than a receiver is off.
    const truth = new Set(way.slice(1, -1));
    const trace = drive(answer.routes[0]!, { everySeconds: 10, offMeters: 6, chance });
    sightingCount += trace.length;
    const matched = new Set(
      matcher.match(trace).flatMap((matching) => drivenEdges(network, search, trace, matching).map(({ edge }) => edge)),
    );
    for (const edge of truth) found += Number(matched.has(edge));
    for (const edge of matched) others += Number(!way.includes(edge));
    driven += truth.size;
    told += matched.size;
  }
  t.diagnostic(
    `${sightingCount} sightings, ${driven} edges driven, ${percent(found / driven)} found, ${percent(others / told)} of those told were not driven`,
  );
  assert.ok(found / driven >= 0.95, percent(found / driven));
  assert.ok(others / told <= 0.05, percent(others / told));
});

function edges({ stateEdge }: Network, states: Int32Array): readonly number[] {
  return Array.from(states, (state) => stateEdge[state]!);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
