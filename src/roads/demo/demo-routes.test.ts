// Driving on the demo streets: two of the smaller cities and the road between them, through the real builder and engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildEngine } from "../../../test/fixtures/roads/build-engine.ts";
import { seededChance } from "../../domain/chance.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { DEMO_CITIES, DEMO_ROADS, type DemoCity } from "./demo-cities.ts";
import { drawDemoExtract } from "./demo-extract.ts";

const cities = DEMO_CITIES.filter(({ id }) => id === "DAD" || id === "HUI");
const extract = drawDemoExtract(
  cities,
  DEMO_ROADS.filter(({ fromCity }) => fromCity === "DAD"),
);
const [bike, car] = (["bike", "car"] as const).map((profile) => {
  const engine = buildEngine(extract, profile, { version: { engine: "giao", map: "demo", demo: true } });
  assert.ok(!isRefusal(engine));
  return engine;
});

const SEED = 11;
const chance = seededChance(SEED);
// Anywhere in the built-up area.
function somewhere({ center, eastMeters, northMeters }: DemoCity): LatLng {
  const [out, angle] = [Math.sqrt(chance()) * 0.95, chance() * 2 * Math.PI];
  return {
    lat: center.lat + (out * northMeters * Math.sin(angle)) / 111_195,
    lng: center.lng + (out * eastMeters * Math.cos(angle)) / (111_195 * Math.cos((center.lat * Math.PI) / 180)),
  };
}

test(`every place in a demo city has a road near it and a way to any other (seed ${SEED})`, () => {
  for (const city of cities) {
    for (let i = 0; i < 100; i += 1) {
      const points = [somewhere(city), somewhere(city)] as const;
      for (const engine of [bike, car]) {
        const answer = engine!.route(points);
        assert.ok(!isRefusal(answer), isRefusal(answer) ? `${city.id}: ${answer.why}` : "");
      }
    }
  }
});

test(`a demo route is longer than the crow flies, and not absurdly so (seed ${SEED})`, () => {
  const ratios: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const points = [somewhere(cities[0]!), somewhere(cities[0]!)] as const;
    const straight = metersBetween(...points);
    const answer = bike!.route(points);
    if (straight > 2000 && !isRefusal(answer)) ratios.push(answer.routes[0]!.distanceMeters / straight);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)]!;
  assert.ok(median > 1.1 && median < 1.7, `median ${median.toFixed(2)}`);
});

test("a demo order may go from one city to the next, and the streets say that they are a demo", () => {
  const answer = bike!.route(cities.map((city) => city.center));
  assert.ok(!isRefusal(answer));
  const km = answer.routes[0]!.distanceMeters / 1000;
  assert.ok(km > 70 && km < 130, `${km.toFixed(0)} km`);
  assert.equal(bike!.version.demo, true);
});

test("cars have the motorway and are kept out of narrow alleys: the two profiles differ", () => {
  const ways = extract.ways.filter((way) => way.tags.motorcar === "no");
  const lane = ways[0]!;
  const index = extract.nodes.ids.indexOf(lane.refs.at(-2)!);
  const door = { lat: extract.nodes.lats[index]!, lng: extract.nodes.lngs[index]! };
  const [byBike, byCar] = [bike!.snap(door), car!.snap(door)];
  assert.ok(!isRefusal(byBike) && !isRefusal(byCar));
  assert.equal(byBike.name, lane.tags.name);
  assert.ok(byBike.distanceMeters < 1 && byCar.distanceMeters > 5);
});
