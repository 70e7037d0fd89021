import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { metersBetween } from "../../domain/geo.ts";
import { type Extract, nodeIndex, type Tags } from "../../extract/extract.ts";
import { DEMO_CITIES } from "./demo-cities.ts";
import { DEMO_LABEL, drawDemoExtract } from "./demo-extract.ts";

const extract = drawDemoExtract();
const roads = extract.ways.filter((way) => way.tags.highway !== undefined);

function placeOf(id: number) {
  const index = nodeIndex(extract.nodes, id);
  return { lat: extract.nodes.lats[index]!, lng: extract.nodes.lngs[index]! };
}

// Who can be reached from a node, with or against the one-ways.
function reach(from: number, against: boolean, mayUse: (tags: Tags) => boolean): Set<number> {
  const next = new Map<number, number[]>();
  const link = (a: number, b: number) => (next.get(a)?.push(b) ?? next.set(a, [b])) && undefined;
  for (const { refs, tags } of roads) {
    if (!mayUse(tags)) continue;
    const forward = tags.oneway !== "-1";
    const backward = tags.oneway === undefined ? tags.junction === undefined : tags.oneway === "-1";
    for (let i = 1; i < refs.length; i += 1) {
      if (against ? backward : forward) link(refs[i - 1]!, refs[i]!);
      if (against ? forward : backward) link(refs[i]!, refs[i - 1]!);
    }
  }
  const seen = new Set([from]);
  for (const at of seen) for (const to of next.get(at) ?? []) seen.add(to);
  return seen;
}

function digest(of: Extract): string {
  const hash = createHash("sha256");
  hash
    .update(of.nodes.lats)
    .update(of.nodes.lngs)
    .update(JSON.stringify([of.ways, of.relations, [...of.nodes.tags]]));
  return hash.digest("hex");
}

test("the demo streets are the same every time they are drawn, and their edition names them", () => {
  assert.equal(digest(drawDemoExtract()), digest(extract));
  // When this fails the streets have changed: raise the edition in DEMO_LABEL and put the new digest here.
  assert.deepEqual([DEMO_LABEL.at(-1), digest(extract).slice(0, 16)], ["1", "b70f0b5b3d7904fb"]);
});

test("almost every demo street can be reached by motorbike and left again, across all cities", () => {
  const start = roads[0]!.refs[0]!;
  const mayUse = (tags: Tags) => tags.highway !== "motorway";
  const all = new Set(roads.filter((way) => mayUse(way.tags)).flatMap((way) => way.refs));
  const both = reach(start, false, mayUse).intersection(reach(start, true, mayUse));
  assert.ok(both.size / all.size > 0.98, `${both.size} of ${all.size}`);
});

test("a car has fewer streets than a motorbike, and still almost all of its own", () => {
  const start = roads[0]!.refs[0]!;
  const mayUse = (tags: Tags) => tags.motorcar !== "no";
  const all = new Set(roads.filter((way) => mayUse(way.tags)).flatMap((way) => way.refs));
  const both = reach(start, false, mayUse).intersection(reach(start, true, mayUse));
  assert.ok(both.size / all.size > 0.98, `${both.size} of ${all.size}`);
  assert.ok(roads.some((way) => way.tags.motorcar === "no"));
});

test("every city has junctions, a river, bridges over it and a roundabout; the great cities have thousands", () => {
  for (const city of DEMO_CITIES) {
    const near = (id: number) => metersBetween(placeOf(id), city.center) < city.eastMeters + city.northMeters;
    const own = extract.ways.filter((way) => near(way.refs[0]!));
    const uses = new Map<number, number>();
    for (const { refs, tags } of own) {
      if (tags.highway === undefined) continue;
      for (const [i, ref] of refs.entries()) {
        uses.set(ref, (uses.get(ref) ?? 0) + (i === 0 || i === refs.length - 1 ? 1 : 2));
      }
    }
    const junctions = [...uses.values()].filter((count) => count >= 3).length;
    const least = city.id === "SGN" || city.id === "HAN" ? 2000 : 150;
    assert.ok(junctions >= least, `${city.id} has ${junctions} junctions`);
    assert.ok(own.some((way) => way.tags.natural === "water" && way.refs[0] === way.refs.at(-1)));
    assert.ok(own.filter((way) => way.tags.bridge === "yes").length >= 2, `${city.id} has too few bridges`);
    assert.ok(
      own.some((way) => way.tags.junction === "roundabout"),
      `${city.id} has no roundabout`,
    );
    assert.ok(own.some((way) => way.tags.oneway === "-1") && own.some((way) => way.tags.oneway === "yes"));
  }
});

test("a street is named, and a city's label says that it is a demo", () => {
  assert.deepEqual(
    roads.filter((way) => !way.tags.name),
    [],
  );
  const labels = [...extract.nodes.tags.values()]
    .filter((tags) => tags.place === "city")
    .map((tags) => tags["name:en"]);
  assert.equal(labels.length, DEMO_CITIES.length);
  for (const label of labels) assert.match(label ?? "", /\(demo map\)$/);
});

test("every way names nodes of the extract, in ascending ids, and every turn ban names existing ways", () => {
  const wayIds = new Set(extract.ways.map((way) => way.id));
  for (const way of extract.ways) for (const ref of way.refs) assert.notEqual(nodeIndex(extract.nodes, ref), -1);
  assert.ok(extract.relations.length > 0);
  for (const { members } of extract.relations) {
    const [from, via, to] = members;
    assert.ok(wayIds.has(from!.ref) && wayIds.has(to!.ref) && from!.ref !== to!.ref);
    const touches = (id: number) => extract.ways.find((way) => way.id === id)?.refs.includes(via!.ref);
    assert.ok(touches(from!.ref) && touches(to!.ref));
  }
});
