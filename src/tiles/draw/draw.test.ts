import assert from "node:assert/strict";
import { test } from "node:test";
import { drawScene, type Scene, type Spot, spotOnEarth } from "../../../test/fixtures/little-scene.ts";
import { boxOf, type Feature } from "../feature.ts";
import { drawFeatures } from "../write-base-map.ts";

const draw = (scene: Scene, layer: Feature["layer"]) =>
  drawFeatures(drawScene(scene)).filter((one) => one.layer === layer);
const box = (west: number, north: number, east: number, south: number): Spot[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
  [west, north],
];
const street = (line: Spot[], tags = {}) => ({ line, tags: { highway: "residential", name: "Lê Lợi", ...tags } });

test("the sea lies to the right of a coast and ends where the extract does", () => {
  // The coast runs north along the middle, so the sea is in the east; the street is all of the extract.
  const frame = { line: box(0, 0, 4, 4), tags: { highway: "residential" } };
  const coast = {
    line: [
      [2, 4],
      [2.2, 2],
      [2, 0],
    ] as Spot[],
    tags: { natural: "coastline" },
  };
  const islands = { line: box(3, 1, 3.5, 1.5).toReversed(), tags: { natural: "coastline" } };
  const [sea, ...others] = draw({ ways: [frame, coast, islands] }, "water");
  assert.deepEqual(others, []);
  assert.equal(sea?.tags.kind, "sea");
  assert.equal(sea?.parts.length, 2, "an outline and an island");
  const tile = (x: number) => Math.round((x * 2 ** 15 - 26_112) * 1000) / 1000;
  const easts = Array.from(
    sea.parts[0]!.filter((_, i) => i % 2 === 0),
    tile,
  );
  assert.deepEqual([Math.min(...easts), Math.max(...easts)], [2, 4]);
});

test("a coast that breaks off inside the extract draws no sea: which side would be wet is anybody's guess", () => {
  const frame = { line: box(0, 0, 4, 4), tags: { highway: "residential" } };
  const coast = {
    line: [
      [2, 4],
      [2, 2],
    ] as Spot[],
    tags: { natural: "coastline" },
  };
  assert.deepEqual(draw({ ways: [frame, coast] }, "water"), []);
});

test("of several extracts each has its own edge: the sea of one does not reach the other, and one without a coast has none", () => {
  const town = (west: number) => ({ line: box(west, 0, west + 4, 4), tags: { highway: "residential" } });
  const coast = (west: number) => ({
    line: [
      [west + 2, 4],
      [west + 2, 0],
    ] as Spot[],
    tags: { natural: "coastline" },
  });
  const [port, otherPort, inland] = [0, 1_000, 5_000];
  const region = (west: number) => {
    const [a, b] = [spotOnEarth([west, 0]), spotOnEarth([west + 4, 4])];
    return { west: a.lng, north: a.lat, east: b.lng, south: b.lat };
  };
  const extract = {
    ...drawScene({ ways: [town(port), coast(port), town(otherPort), coast(otherPort), town(inland)] }),
    regions: [region(port), region(otherPort), region(inland)],
  };
  const seas = drawFeatures(extract).filter(({ layer }) => layer === "water");
  const tile = (x: number) => Math.round((x * 2 ** 15 - 26_112) * 1000) / 1000;
  const reach = seas.map(({ parts }) => boxOf(parts)).map(({ left, right }) => [tile(left), tile(right)]);
  assert.deepEqual(reach, [
    [2, 4],
    [1_002, 1_004],
  ]);
});

test("pieces of one street are drawn as one line; a bridge in between stays its own", () => {
  const pieces = [
    street([
      [0, 0],
      [1, 0],
    ]),
    street([
      [1, 0],
      [2, 0],
    ]),
    street(
      [
        [2, 0],
        [3, 0],
      ],
      { bridge: "yes" },
    ),
  ];
  const roads = draw({ ways: pieces }, "road").filter(({ zoomMax }) => zoomMax === 15);
  assert.deepEqual(
    roads.map(({ parts, tags }) => [parts[0]!.length / 2, tags.bridge]),
    [
      [3, undefined],
      [2, 1],
    ],
  );
});

test("one-way streets that meet head on are not joined", () => {
  const ways = [
    street(
      [
        [0, 0],
        [1, 0],
      ],
      { oneway: "yes" },
    ),
    street(
      [
        [2, 0],
        [1, 0],
      ],
      { oneway: "yes" },
    ),
  ];
  assert.equal(draw({ ways }, "road").filter(({ zoomMax }) => zoomMax === 15).length, 2);
});

test("a square for walking is no street around itself", () => {
  const square = { line: box(0, 0, 1, 1), tags: { highway: "pedestrian", area: "yes" } };
  assert.deepEqual(draw({ ways: [square] }, "road"), []);
});

test("a park in two pieces is named once", () => {
  const tags = { leisure: "park", name: "Công viên 30/4" };
  const ways = [
    { line: box(0, 0, 0.2, 0.2), tags },
    { line: box(0.21, 0, 0.3, 0.2), tags },
  ];
  assert.equal(draw({ ways }, "green").length, 2);
  assert.equal(draw({ ways }, "label").length, 1);
});

test("a ward with a marked centre is named by it; one without is named inside its outline", () => {
  const tags = { boundary: "administrative", admin_level: "8" };
  const scene = {
    ways: [
      { line: box(0, 0, 1, 1), tags: {} },
      // A hook: the middle of its box lies outside.
      {
        line: [
          [2, 0],
          [5, 0],
          [5, 0.5],
          [2.5, 0.5],
          [2.5, 3],
          [2, 3],
          [2, 0],
        ] as Spot[],
        tags: {},
      },
    ],
    spots: [{ at: [0.3, 0.3] as Spot, tags: { place: "quarter", name: "Bến Nghé" } }],
    relations: [
      { members: { 0: "outer" }, tags: { ...tags, name: "Phường Bến Nghé" } },
      { members: { 1: "outer" }, tags: { ...tags, name: "Phường Đa Kao" } },
    ],
  };
  const names = draw(scene, "place");
  assert.deepEqual(
    names.map((one) => one.tags.name),
    ["Bến Nghé", "Phường Đa Kao"],
  );
  const [x, y] = names[1]!.parts[0]!;
  const [east, south] = [x! * 2 ** 15 - 26_112, y! * 2 ** 15 - 15_360];
  assert.ok((east > 2 && east < 5 && south > 0 && south < 0.5) || (east > 2 && east < 2.5 && south > 0 && south < 3));
  assert.equal(draw(scene, "boundary").length, 2);
});

test("a border between two wards and two districts is drawn once, as the district's", () => {
  const scene = {
    ways: [
      {
        line: [
          [1, 0],
          [1, 1],
        ] as Spot[],
        tags: {},
      },
      {
        line: [
          [1, 0],
          [0, 0],
          [0, 1],
          [1, 1],
        ] as Spot[],
        tags: {},
      },
      {
        line: [
          [1, 0],
          [2, 0],
          [2, 1],
          [1, 1],
        ] as Spot[],
        tags: {},
      },
    ],
    relations: ["6", "8"].flatMap((level) => [
      { members: { 0: "outer", 1: "outer" }, tags: { boundary: "administrative", admin_level: level } },
      { members: { 0: "outer", 2: "outer" }, tags: { boundary: "administrative", admin_level: level } },
    ]),
  };
  assert.deepEqual(
    draw(scene, "boundary").map(({ tags }) => tags.kind),
    ["district", "district", "district"],
  );
});
