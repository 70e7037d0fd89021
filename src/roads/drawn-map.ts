// Little maps drawn as text, so that a test of one rule of the road can be read at a glance:
//
//   a---b---c     letters are junctions; - | / \ join them in a straight line
//   |   v   |     < > ^ v in a line make it one-way (so "v" is no junction)
//   d-1-e---f     digits are places to ask about; a line runs on under them
//
// One character is one square of the grid, whatever the direction. `+` lets two lines cross without a junction. A drawn
// line is a way of its own, named after its letters, unless `ways` joins several of them. A character that belongs to no
// line is an error with its row and column: a drawing that says nothing must not pass as a test.
import type { LatLng } from "../domain/geo.ts";
import type { Extract, Relation, Tags, Way } from "../extract/extract.ts";
import { followLines, type Line, readGrid } from "./drawn-lines.ts";

export type DrawnRestriction = {
  readonly kind: string; // no_left_turn, only_straight_on …
  readonly from: string;
  // One letter, or the letters of a way.
  readonly via: string;
  readonly to: string;
  readonly tags?: Tags;
};

export type Drawing = {
  readonly gridMeters: number;
  // By letters along the way, as "abc"; each neighbouring pair must be a drawn line.
  readonly ways?: Readonly<Record<string, Tags>>;
  // For every way, under its own tags. Residential unless told, or a route over water.
  readonly allWays?: Tags;
  readonly junctions?: Readonly<Record<string, Tags>>;
  readonly restrictions?: readonly DrawnRestriction[];
  // Where the first character stands.
  readonly origin?: LatLng;
};

export type DrawnMap = {
  readonly extract: Extract;
  // The place of a letter or digit.
  readonly at: (letter: string) => LatLng;
  // A place on the straight line between two: share 0 is the first.
  readonly between: (first: string, second: string, share: number) => LatLng;
  readonly nodeId: (letter: string) => number;
  // The way that was given these letters, or the one that holds the line between two.
  readonly wayId: (letters: string) => number;
};

type Pair = { readonly line: Line; wayId: number | undefined };

const METERS_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
const ORIGIN: LatLng = { lat: 10.78, lng: 106.68 };

export function drawMap(drawing: string, asked: Drawing): DrawnMap {
  const grid = readGrid(drawing);
  const origin = asked.origin ?? ORIGIN;
  const places = new Map<string, LatLng>();
  const nodeIds = new Map<string, number>();
  for (const { letter, row, column } of grid.marks) {
    const lat = origin.lat - (row * asked.gridMeters) / METERS_PER_DEGREE;
    // The cosine of its own row: lines along a row are then round to the millimetre.
    const eastMeters = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
    places.set(letter, { lat, lng: origin.lng + (column * asked.gridMeters) / eastMeters });
    if (!/\d/.test(letter)) nodeIds.set(letter, nodeIds.size + 1);
  }
  const nodeId = (letter: string): number => mustHave(nodeIds, letter, "junction");
  const at = (letter: string): LatLng => mustHave(places, letter, "place");

  const pairs = new Map<string, Pair>();
  for (const line of followLines(grid)) pairs.set(pairKey(line.from, line.to), { line, wayId: undefined });
  const ways = drawWays(asked, pairs, nodeId);
  const wayId = (letters: string): number => findWay(letters, ways.ids, pairs);

  return {
    extract: {
      nodes: nodeTable(nodeIds, at, asked.junctions ?? {}),
      ways: ways.drawn,
      relations: (asked.restrictions ?? []).map((restriction, index) =>
        drawRestriction(index + 1, restriction, nodeId, wayId),
      ),
    },
    at,
    between: (first, second, share) => {
      const [a, b] = [at(first), at(second)];
      return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share };
    },
    nodeId,
    wayId,
  };
}

function drawWays(asked: Drawing, pairs: ReadonlyMap<string, Pair>, nodeId: (letter: string) => number) {
  const drawn: Way[] = [];
  const ids = new Map<string, number>();
  const draw = (letters: string, own: Tags): void => {
    const id = drawn.length + 1;
    ids.set(letters, id);
    let arrow: Tags | undefined;
    for (let i = 1; i < letters.length; i += 1) {
      const pair = mustHave(pairs, pairKey(letters[i - 1]!, letters[i]!), "line");
      if (pair.wayId !== undefined) throw new Error(`the line ${letters[i - 1]}${letters[i]} is in two ways`);
      pair.wayId = id;
      const here = onewayTag(pair.line, letters[i - 1]!);
      if (arrow && arrow.oneway !== here.oneway) throw new Error(`the arrows along ${letters} disagree`);
      arrow = here;
    }
    const road: Tags = own.route === undefined ? { highway: "residential" } : {};
    const tags = { ...road, name: letters, ...asked.allWays, ...arrow, ...own };
    drawn.push({ id, refs: [...letters].map(nodeId), tags });
  };
  for (const [letters, own] of Object.entries(asked.ways ?? {})) draw(letters, own);
  for (const { line, wayId } of pairs.values()) if (wayId === undefined) draw(`${line.from}${line.to}`, {});
  return { drawn, ids };
}

function onewayTag(line: Line, from: string): Tags {
  if (line.oneway === undefined) return {};
  return { oneway: (line.oneway === "forward") === (line.from === from) ? "yes" : "-1" };
}

function nodeTable(
  nodeIds: ReadonlyMap<string, number>,
  at: (letter: string) => LatLng,
  junctions: Readonly<Record<string, Tags>>,
): Extract["nodes"] {
  const letters = [...nodeIds.keys()];
  for (const letter of Object.keys(junctions)) mustHave(nodeIds, letter, "junction");
  return {
    ids: Float64Array.from(nodeIds.values()),
    lats: Float64Array.from(letters, (letter) => at(letter).lat),
    lngs: Float64Array.from(letters, (letter) => at(letter).lng),
    tags: new Map(letters.flatMap((letter, index) => (junctions[letter] ? [[index, junctions[letter]] as const] : []))),
  };
}

function drawRestriction(
  id: number,
  asked: DrawnRestriction,
  nodeId: (letter: string) => number,
  wayId: (letters: string) => number,
): Relation {
  const via =
    asked.via.length === 1
      ? ({ kind: "node", ref: nodeId(asked.via), role: "via" } as const)
      : ({ kind: "way", ref: wayId(asked.via), role: "via" } as const);
  return {
    id,
    members: [
      { kind: "way", ref: wayId(asked.from), role: "from" },
      via,
      { kind: "way", ref: wayId(asked.to), role: "to" },
    ],
    tags: { type: "restriction", restriction: asked.kind, ...asked.tags },
  };
}

function findWay(letters: string, ids: ReadonlyMap<string, number>, pairs: ReadonlyMap<string, Pair>): number {
  const given = ids.get(letters);
  if (given !== undefined) return given;
  const id = letters.length === 2 ? pairs.get(pairKey(letters[0]!, letters[1]!))?.wayId : undefined;
  if (id === undefined) throw new Error(`no way "${letters}" in the drawing`);
  return id;
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a}${b}` : `${b}${a}`;
}

function mustHave<T>(map: ReadonlyMap<string, T>, key: string, what: string): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`no ${what} "${key}" in the drawing`);
  return found;
}
