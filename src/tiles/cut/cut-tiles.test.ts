import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  drawScene,
  readTile,
  type SeenFeature,
  type Spot,
  seeTiles,
  ZOOM,
} from "../../../test/fixtures/little-scene.ts";
import { EXTENT } from "../../domain/vector-tile/vector-tile.ts";
import { ringArea } from "../feature.ts";
import { drawFeatures } from "../write-base-map.ts";
import { cutTiles } from "./cut-tiles.ts";
import { BUFFER } from "./tile-shape.ts";

const [POINT, LINE, AREA] = [1, 2, 3];
const box = (west: number, north: number, east: number, south: number): Spot[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
  [west, north],
];
const only = (features: readonly SeenFeature[] | undefined, layer: string): SeenFeature => {
  const found = features?.filter((feature) => feature.layer === layer) ?? [];
  assert.equal(found.length, 1, `${found.length} features in ${layer}`);
  return found[0]!;
};
// Clockwise on the screen is positive.
const turns = (ring: readonly Spot[]): number => Math.sign(ringArea(ring.slice(0, -1).flat()));

test("a pond lies where it was drawn, clockwise, whichever way it was drawn", () => {
  for (const line of [box(0.25, 0.25, 0.5, 0.75), box(0.25, 0.25, 0.5, 0.75).toReversed()]) {
    const pond = only(seeTiles(drawScene({ ways: [{ line, tags: { natural: "water" } }] }))(0, 0), "water");
    assert.equal(pond.type, AREA);
    assert.deepEqual(pond.tags, { kind: "lake" });
    assert.equal(turns(pond.parts[0]!), 1);
    assert.deepEqual(
      new Set(pond.parts[0]!.map(String)),
      new Set(["1024,1024", "2048,1024", "2048,3072", "1024,3072"]),
    );
  }
});

test("an island in a lake is a hole that turns the other way", () => {
  const see = seeTiles(
    drawScene({
      ways: [
        { line: box(0.1, 0.1, 0.9, 0.9), tags: {} },
        { line: box(0.4, 0.4, 0.6, 0.6), tags: {} },
      ],
      relations: [{ members: { 0: "outer", 1: "inner" }, tags: { type: "multipolygon", natural: "water" } }],
    }),
  );
  const { parts } = only(see(0, 0), "water");
  assert.deepEqual(parts.map(turns), [1, -1]);
});

test("a street is cut where its tile ends, a little beyond the edge, and knows its name, direction and bridge", () => {
  const tags = { highway: "primary", name: "Đường Điện Biên Phủ", oneway: "-1", bridge: "yes" };
  const see = seeTiles(
    drawScene({
      ways: [
        {
          line: [
            [0.5, 0.5],
            [2.5, 0.5],
          ],
          tags,
        },
      ],
    }),
  );
  const pieces = [0, 1, 2].map((east) => only(see(east, 0), "road"));
  const [start, middle, end] = pieces.map(({ parts }) => parts);
  assert.deepEqual(start, [
    [
      [2048, 2048],
      [EXTENT + BUFFER, 2048],
    ],
  ]);
  assert.deepEqual(middle, [
    [
      [-BUFFER, 2048],
      [EXTENT + BUFFER, 2048],
    ],
  ]);
  assert.deepEqual(end, [
    [
      [-BUFFER, 2048],
      [2048, 2048],
    ],
  ]);
  for (const { type, tags: seen } of pieces) {
    assert.equal(type, LINE);
    assert.deepEqual(seen, { kind: "primary", name: "Đường Điện Biên Phủ", bridge: 1, oneway: -1 });
  }
  assert.equal(see(3, 0), undefined);
});

test("a park over many tiles fills those in its middle to the edge", () => {
  const see = seeTiles(drawScene({ ways: [{ line: box(0.5, 0.5, 2.5, 2.5), tags: { leisure: "park" } }] }));
  const [ring] = only(see(1, 1), "green").parts;
  const [low, high] = [-BUFFER, EXTENT + BUFFER];
  assert.deepEqual(
    new Set(ring!.map(String)),
    new Set([`${low},${low}`, `${high},${low}`, `${high},${high}`, `${low},${high}`]),
  );
});

test("what is too small to see is left out from afar, and comes back when one comes near", () => {
  const see = seeTiles(
    drawScene({
      ways: [
        { line: box(0.5, 0.5, 0.52, 0.52), tags: { natural: "water" } },
        {
          line: [
            [0.1, 0.1],
            [0.9, 0.1],
          ],
          tags: { highway: "residential" },
        },
        {
          line: [
            [0.1, 0.2],
            [0.9, 0.2],
          ],
          tags: { highway: "motorway" },
        },
      ],
    }),
  );
  const kinds = (zoom: number) => see(0, 0, zoom)?.map(({ tags }) => tags.kind);
  assert.deepEqual(kinds(15), ["lake", "minor", "motorway"]);
  assert.deepEqual(kinds(13), ["minor", "motorway"]);
  assert.deepEqual(kinds(10), ["motorway"]);
});

test("a name stands in one tile only, composed of whole letters", () => {
  const loose = "Nguyễn Thị Minh Khai".normalize("NFD");
  const extract = drawScene({ spots: [{ at: [0.999, 0.5], tags: { place: "suburb", name: ` ${loose}  ` } }] });
  const see = seeTiles(extract);
  const { type, tags } = only(see(0, 0), "place");
  assert.equal(type, POINT);
  assert.equal(tags.name, "Nguyễn Thị Minh Khai".normalize("NFC"));
  assert.equal(see(1, 0), undefined);
});

const spot = fc.tuple(fc.double({ min: -1, max: 2, noNaN: true }), fc.double({ min: -1, max: 2, noNaN: true }));

test("no corner of anything lies beyond the buffer of its tile, and every outline is clockwise, holes after it", () => {
  const rings = fc.array(spot, { minLength: 3, maxLength: 12 });
  const tags = fc.constantFrom({ natural: "water" }, { leisure: "park" }, { building: "yes" }, { highway: "primary" });
  fc.assert(
    fc.property(fc.array(fc.tuple(rings, tags), { minLength: 1, maxLength: 4 }), (drawn) => {
      const ways = drawn.map(([ring, own]) => ({ line: [...ring, ring[0]!], tags: own }));
      for (const { bytes } of cutTiles(drawFeatures(drawScene({ ways })))) {
        for (const { type, parts } of readTile(bytes)) {
          for (const corner of parts.flat(2)) assert.ok(corner >= -BUFFER && corner <= EXTENT + BUFFER, `${corner}`);
          if (type === AREA) assert.equal(turns(parts[0]!), 1);
          if (type === AREA) assert.ok(parts.every((ring) => turns(ring) !== 0));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a street in the tiles of the deepest zoom is nowhere farther than two units from where it was drawn", () => {
  fc.assert(
    fc.property(fc.array(spot, { minLength: 2, maxLength: 8 }), (line) => {
      const see = seeTiles(drawScene({ ways: [{ line, tags: { highway: "primary" } }] }));
      for (let east = -1; east <= 2; east++) {
        for (let south = -1; south <= 2; south++) {
          const drawn = line.map(([x, y]): Spot => [(x - east) * EXTENT, (y - south) * EXTENT]);
          for (const corner of see(east, south, ZOOM)?.flatMap(({ parts }) => parts.flat()) ?? []) {
            assert.ok(awayFrom(drawn, corner) <= 2);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});

function awayFrom(line: readonly Spot[], [x, y]: Spot): number {
  return Math.min(
    ...line.slice(1).map(([bx, by], i) => {
      const [ax, ay] = line[i]!;
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
      return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
    }),
  );
}
