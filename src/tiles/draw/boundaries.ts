// Administrative boundaries as lines, each drawn once at the highest rank it has, and the names of the units and places.

import type { FeatureTags } from "../../domain/vector-tile/vector-tile.ts";
import type { Relation, Tags } from "../../extract/extract.ts";
import { joinWays } from "../../extract/join-ways.ts";
import { boxOf, type Feature, ringArea, type WorldLine, ZOOM_MAX } from "../feature.ts";
import { labelPoint } from "./label-point.ts";
import { nameTags } from "./names.ts";
import { type ProjectedExtract, relationArea } from "./world.ts";

type UnitKind = "country" | "province" | "district" | "ward";

const UNITS: Readonly<Record<UnitKind, { readonly line: number; readonly name: number }>> = {
  country: { line: 6, name: 6 },
  province: { line: 6, name: 6 },
  district: { line: 10, name: 10 },
  ward: { line: 12, name: 13 },
};
const RANKS = Object.keys(UNITS) as readonly UnitKind[];

// OpenStreetMap's place=, where its name begins to be written, and who gives way to whom.
const PLACES: Readonly<Record<string, readonly [zoomMin: number, rank: number]>> = {
  city: [6, 1],
  town: [9, 2],
  borough: [10, 3],
  suburb: [10, 3],
  village: [11, 4],
  quarter: [12, 5],
  hamlet: [13, 6],
  neighbourhood: [13, 6],
};

export function drawBoundaries(world: ProjectedExtract): readonly Feature[] {
  const kindOfWay = new Map<number, UnitKind>();
  const note = (id: number, kind: UnitKind): void => {
    const known = kindOfWay.get(id);
    if (!known || RANKS.indexOf(kind) < RANKS.indexOf(known)) kindOfWay.set(id, kind);
  };
  for (const { tags, members } of world.extract.relations) {
    const kind = unitOf(tags);
    if (kind) for (const { ref, kind: member } of members) if (member === "way") note(ref, kind);
  }
  for (const { id, tags } of world.extract.ways) {
    const kind = unitOf(tags);
    if (kind) note(id, kind);
  }
  return RANKS.toReversed().flatMap((kind) => {
    const ids = [...kindOfWay].filter(([, own]) => own === kind).map(([id]) => id);
    const ways = ids.sort((a, b) => a - b).map(world.way);
    // A border at sea is no line that anybody sees.
    const shown = ways.filter(
      (way) => way !== undefined && way.tags.maritime !== "yes" && way.tags.natural !== "coastline",
    );
    const { rings, chains } = joinWays(
      shown.map((way) => way!.refs),
      { onlyPairs: true },
    );
    return [...chains, ...rings.map((ring) => [ring.at(-1)!, ...ring])].flatMap((refs) =>
      world.lines(refs).map(
        (line): Feature => ({
          layer: "boundary",
          shape: "line",
          parts: [line],
          tags: { kind },
          zoomMin: UNITS[kind].line,
          zoomMax: ZOOM_MAX,
        }),
      ),
    );
  });
}

// Places that are marked, then units that are not marked but have an outline to write in.
export function drawPlaceNames(world: ProjectedExtract): readonly Feature[] {
  const places: Feature[] = [];
  for (const [index, tags] of world.extract.nodes.tags) {
    const known = tags.place !== undefined && Object.hasOwn(PLACES, tags.place) ? PLACES[tags.place] : undefined;
    const named = nameTags(tags);
    if (!known || named.name === undefined) continue;
    places.push(placeName(world.point(index), { kind: tags.place!, ...named, rank: known[1] }, known[0]));
  }
  const units = world.extract.relations.flatMap((relation) => unitName(world, relation) ?? []);
  return [...places, ...units.filter((unit) => !isMarked(unit, places)).map(({ feature }) => feature)];
}

type Unit = { readonly feature: Feature; readonly parts: readonly WorldLine[] };

function unitName(world: ProjectedExtract, relation: Relation): Unit | undefined {
  const kind = unitOf(relation.tags);
  const named = nameTags(relation.tags);
  // A country or province is larger than the extract, and its middle would be somewhere at its edge.
  if (!kind || named.name === undefined || kind === "country" || kind === "province") return undefined;
  const parts = relationArea(world, relation);
  const largest = parts?.reduce((best, ring) => (ringArea(ring) > ringArea(best) ? ring : best));
  if (!parts || !largest) return undefined;
  const tags = { kind, ...named, rank: kind === "district" ? 3 : 5 };
  return { parts, feature: placeName(labelPoint([largest]), tags, UNITS[kind].name) };
}

function isMarked({ feature, parts }: Unit, places: readonly Feature[]): boolean {
  const { left, right, top, bottom } = boxOf(parts);
  return places.some(({ tags, parts: [point] }) => {
    const [x, y] = [point![0]!, point![1]!];
    return bareName(tags.name) === bareName(feature.tags.name) && x >= left && x <= right && y >= top && y <= bottom;
  });
}

// "Bến Nghé" and "Phường Bến Nghé" are one place; "Quận 1" and "Phường 1" are not.
const UNIT_WORD = /^(phường|xã|thị trấn|quận|huyện|thị xã|thành phố) (?=\p{L})/iu;

function bareName(name: FeatureTags[string] | undefined): string {
  return String(name).replace(UNIT_WORD, "").toLowerCase();
}

function placeName(point: WorldLine, tags: FeatureTags, zoomMin: number): Feature {
  return { layer: "place", shape: "point", parts: [point], tags, zoomMin, zoomMax: ZOOM_MAX };
}

// By level alone: what a level is called has changed over the years, what it is good for has not.
function unitOf(tags: Tags): UnitKind | undefined {
  if (tags.boundary !== "administrative") return undefined;
  const level = Number(tags.admin_level);
  if (level === 2) return "country";
  if (level === 4) return "province";
  if (level === 5 || level === 6) return "district";
  return level >= 7 && level <= 10 ? "ward" : undefined;
}
