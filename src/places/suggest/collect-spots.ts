// Gathers what people type to say where they are: landmarks, shops and whatever else has a name on the map, streets, and doors.
// The same name twice within a few steps is one place, drawn as a point and as a building.
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { type Extract, nodeIndex, type Tags } from "../../extract/extract.ts";
import type { Door } from "../map-index/collect-doors.ts";
import { type Street, walk } from "../map-index/collect-streets.ts";
import { keyOf, tidy } from "../text/fold.ts";

export const SPOT_KINDS = ["place", "house", "street"] as const;
type SpotKind = (typeof SPOT_KINDS)[number];

export type NamedSpot = {
  readonly kind: SpotKind;
  readonly label: string;
  // Everything it answers to.
  readonly names: readonly string[];
  // One; of a street one every few hundred metres.
  readonly points: readonly LatLng[];
  // 0 to 3: of two that fit as well, the one more people mean.
  readonly weight: number;
};

const NAME_TAGS = [
  "name",
  "name:vi",
  "name:en",
  "alt_name",
  "old_name",
  "official_name",
  "short_name",
  "int_name",
  "brand",
];
const NAME_LENGTH_MAX = 120;
const SAME_METERS = 150;
// 330 m: pieces of one name in neighbouring cells are one street, others another of the same name.
const CELL_DEGREES = 0.003;

export function collectSpots(
  extract: Extract,
  streets: ReadonlyMap<string, Street>,
  doors: readonly Door[],
): readonly NamedSpot[] {
  return [...collectPlaces(extract), ...collectNamedStreets(extract), ...doorSpots(streets, doors)];
}

function collectPlaces(extract: Extract): readonly NamedSpot[] {
  const { nodes } = extract;
  const known = new Map<string, NamedSpot[]>();
  const add = (tags: Tags, locate: () => LatLng | undefined): void => {
    const names = namesOf(tags);
    const point = names.length > 0 && isPlace(tags) ? locate() : undefined;
    if (!point) return;
    const key = keyOf(names[0]!);
    const same = known.get(key) ?? [];
    if (key === "" || same.some(({ points }) => metersBetween(points[0]!, point) < SAME_METERS)) return;
    same.push({ kind: "place", label: names[0]!, names, points: [point], weight: weightOf(tags) });
    known.set(key, same);
  };
  for (const [at, tags] of nodes.tags) add(tags, () => ({ lat: nodes.lats[at]!, lng: nodes.lngs[at]! }));
  const ways = new Map<number, readonly number[]>();
  for (const { id, refs, tags } of extract.ways) {
    add(tags, () => middleOf(extract, refs));
    ways.set(id, refs);
  }
  for (const { members, tags } of extract.relations) {
    if (tags.type !== "multipolygon" && tags.type !== "site") continue;
    add(tags, () => {
      const outer = members.find(({ kind, ref, role }) => kind === "way" && role !== "inner" && ways.has(ref));
      return outer && middleOf(extract, ways.get(outer.ref)!);
    });
  }
  return [...known.values()].flat();
}

function namesOf(tags: Tags): readonly string[] {
  if (!tags.name) return [];
  const names = NAME_TAGS.flatMap((tag) => tags[tag]?.split(";") ?? []).map(tidy);
  return [...new Set(names)].filter((name) => name.length > 1 && name.length <= NAME_LENGTH_MAX);
}

// Streets are gathered by themselves, units come from the gazetteer, and nobody is met on a river or a bus line.
function isPlace(tags: Tags): boolean {
  if (tags.boundary || tags.waterway || tags.route || tags.place === "city") return false;
  if (tags.railway && tags.railway !== "station" && tags.railway !== "halt") return false;
  return !tags.highway || tags.highway === "bus_stop" || tags.highway === "services";
}

const WELL_KNOWN = new Set([
  "hospital",
  "university",
  "college",
  "marketplace",
  "mall",
  "station",
  "aerodrome",
  "bus_station",
]);

function weightOf(tags: Tags): number {
  const kinds = [tags.amenity, tags.shop, tags.railway, tags.aeroway, tags.tourism];
  if (tags.wikidata || tags.wikipedia || kinds.some((kind) => kind && WELL_KNOWN.has(kind))) return 3;
  if (tags.highway || tags.public_transport) return 0;
  return kinds.some(Boolean) || tags.leisure || tags.office || tags.historic || tags.place ? 2 : 1;
}

function collectNamedStreets(extract: Extract): readonly NamedSpot[] {
  type Cells = { readonly label: string; readonly names: Set<string>; readonly cells: Map<string, LatLng> };
  const named = new Map<string, Cells>();
  for (const way of extract.ways) {
    if (!way.tags.highway || isPlace(way.tags)) continue;
    const names = namesOf(way.tags);
    const key = names.length > 0 ? keyOf(names[0]!) : "";
    // Leftovers of mappers: streets of one letter.
    if (key.length < 2) continue;
    const street: Cells = named.get(key) ?? { label: names[0]!, names: new Set(), cells: new Map() };
    named.set(key, street);
    for (const name of names) street.names.add(name);
    for (const point of walk(way, extract)) {
      const cell = cellOf(point);
      if (!street.cells.has(cell)) street.cells.set(cell, point);
    }
  }
  return [...named.values()].flatMap(({ label, names, cells }) =>
    partsOf(cells).map((points) => ({ kind: "street" as const, label, names: [...names], points, weight: 2 })),
  );
}

function cellOf({ lat, lng }: LatLng): string {
  return `${Math.floor(lat / CELL_DEGREES)}:${Math.floor(lng / CELL_DEGREES)}`;
}

// Cells that touch, also by a corner, belong together.
function partsOf(cells: Map<string, LatLng>): readonly (readonly LatLng[])[] {
  const parts: LatLng[][] = [];
  const left = new Map(cells);
  for (const [first, point] of cells) {
    if (!left.delete(first)) continue;
    const part = [point];
    const open = [first];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [row = 0, column = 0] = cell.split(":").map(Number);
      for (let near = 0; near < 9; near++) {
        const other = `${row - 1 + Math.floor(near / 3)}:${column - 1 + (near % 3)}`;
        const there = left.get(other);
        if (!there) continue;
        left.delete(other);
        part.push(there);
        open.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

function doorSpots(streets: ReadonlyMap<string, Street>, doors: readonly Door[]): readonly NamedSpot[] {
  return doors.map(({ streetKey, parts, point, written }) => {
    const read = `${parts.join("/")} ${streets.get(streetKey)?.name ?? streetKey}`;
    const names = keyOf(read) === keyOf(written) ? [written] : [written, read];
    return { kind: "house", label: written, names, points: [point], weight: 1 };
  });
}

function middleOf({ nodes }: Extract, refs: readonly number[]): LatLng | undefined {
  const found = refs.map((ref) => nodeIndex(nodes, ref)).filter((at) => at >= 0);
  if (found.length === 0) return undefined;
  const mean = (row: Float64Array): number => found.reduce((sum, at) => sum + row[at]!, 0) / found.length;
  return { lat: mean(nodes.lats), lng: mean(nodes.lngs) };
}
