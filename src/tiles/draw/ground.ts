// What covers the ground: water, green, built-up areas and buildings, with the names of those large enough to have one.
import type { Tags, Way } from "../../extract/extract.ts";
import { type Feature, type Layer, ringArea, type WorldLine, ZOOM_MAX } from "../feature.ts";
import { labelPoint } from "./label-point.ts";
import { nameTags } from "./names.ts";
import { type ProjectedExtract, relationArea, wayArea } from "./world.ts";

type Ground = { readonly layer: Layer; readonly kind: string };

// First match of a tag decides.
const GROUNDS: readonly (readonly [key: string, layer: Layer, kinds: Readonly<Record<string, string>>])[] = [
  ["natural", "water", { water: "lake" }],
  ["waterway", "water", { riverbank: "river", dock: "lake" }],
  ["landuse", "water", { reservoir: "lake", basin: "lake" }],
  ["leisure", "water", { swimming_pool: "pool" }],
  [
    "leisure",
    "green",
    {
      park: "park",
      garden: "park",
      golf_course: "park",
      nature_reserve: "wood",
      recreation_ground: "park",
      common: "park",
      dog_park: "park",
      playground: "park",
      pitch: "pitch",
      stadium: "pitch",
      track: "pitch",
    },
  ],
  [
    "landuse",
    "green",
    {
      grass: "grass",
      meadow: "grass",
      village_green: "grass",
      greenfield: "grass",
      orchard: "grass",
      forest: "wood",
      cemetery: "cemetery",
      recreation_ground: "park",
    },
  ],
  [
    "natural",
    "green",
    {
      wood: "wood",
      scrub: "wood",
      heath: "grass",
      grassland: "grass",
      wetland: "wetland",
      beach: "sand",
      sand: "sand",
    },
  ],
  ["amenity", "green", { grave_yard: "cemetery" }],
  ["amenity", "area", { school: "school", university: "school", college: "school", hospital: "hospital" }],
  ["aeroway", "area", { aerodrome: "airport" }],
  [
    "landuse",
    "area",
    {
      residential: "residential",
      industrial: "industrial",
      commercial: "commercial",
      retail: "commercial",
      military: "military",
      railway: "industrial",
    },
  ],
];

// What is smaller than this on a screen of 512 pixels a tile only adds bytes.
const PIXELS_MIN: Readonly<Partial<Record<Layer, number>>> = { building: 24, water: 12 };
const PIXELS_MIN_ELSE = 30;
// A name needs room to stand in.
const NAME_PIXELS_MIN = 4000;
const BUILDING_ZOOM_MIN = 13;
const NAMED = new Set(["lake", "park", "wood", "cemetery", "airport", "hospital", "school"]);
const TILE_PIXELS = 512;
// About half a kilometre near the equator.
const SAME_NAME_APART = 1.25e-5;

export function drawGround(world: ProjectedExtract): readonly Feature[] {
  const features: Feature[] = [];
  const taken = new Set<number>();
  for (const relation of world.extract.relations) {
    if (relation.tags.type !== "multipolygon") continue;
    const outlines = relation.members
      .filter(({ kind, role }) => kind === "way" && role !== "inner")
      .map(({ ref }) => world.way(ref))
      .filter((way) => way !== undefined);
    // Older maps tag the outline and not the relation.
    const tags = groundOf(relation.tags) ? relation.tags : outlines.find((way) => groundOf(way.tags))?.tags;
    const ground = tags && groundOf(tags);
    const parts = ground && relationArea(world, relation);
    if (!parts) continue;
    // Such an outline by itself would fill the holes.
    for (const way of outlines) if (groundOf(way.tags)?.kind === ground.kind) taken.add(way.id);
    features.push(...areaFeatures(ground, parts, tags));
  }
  for (const way of world.extract.ways) {
    const ground = taken.has(way.id) ? undefined : groundOf(way.tags);
    const parts = ground && wayArea(world, way);
    if (parts) features.push(...areaFeatures(ground, parts, way.tags));
  }
  return nameOnce(features);
}

// A park in several pieces is written once, on the largest of them.
function nameOnce(features: readonly Feature[]): readonly Feature[] {
  const written = new Map<string, WorldLine[]>();
  const labels = features.filter(({ layer }) => layer === "label");
  const dropped = new Set<Feature>();
  for (const label of labels.sort((a, b) => Number(a.tags.rank) - Number(b.tags.rank))) {
    const [point] = label.parts;
    const others = written.get(String(label.tags.name)) ?? [];
    if (others.some((other) => Math.hypot(other[0]! - point![0]!, other[1]! - point![1]!) < SAME_NAME_APART)) {
      dropped.add(label);
    } else written.set(String(label.tags.name), [...others, point!]);
  }
  return features.filter((feature) => !dropped.has(feature));
}

export function isArea(way: Way): boolean {
  return groundOf(way.tags) !== undefined || way.tags.area === "yes";
}

function groundOf(tags: Tags): Ground | undefined {
  if (tags.building !== undefined && tags.building !== "no") return { layer: "building", kind: "building" };
  for (const [key, layer, kinds] of GROUNDS) {
    const own = tags[key];
    const kind = own !== undefined && Object.hasOwn(kinds, own) ? kinds[own] : undefined;
    if (kind === undefined) continue;
    const isRiver = kind === "lake" && (tags.water === "river" || tags.water === "canal");
    return { layer, kind: isRiver ? "river" : kind };
  }
  return undefined;
}

function areaFeatures({ layer, kind }: Ground, parts: readonly WorldLine[], tags: Tags): readonly Feature[] {
  const area = parts.reduce((sum, ring) => sum + ringArea(ring), 0);
  const isBuilding = layer === "building";
  const seenFrom = zoomOf(area, PIXELS_MIN[layer] ?? PIXELS_MIN_ELSE);
  const zoomMin = Math.min(ZOOM_MAX, isBuilding ? Math.max(BUILDING_ZOOM_MIN, seenFrom) : seenFrom);
  const shape: Feature = {
    layer,
    shape: "area",
    parts,
    tags: isBuilding ? {} : { kind },
    zoomMin,
    zoomMax: ZOOM_MAX,
  };
  const named = nameTags(tags);
  const nameZoom = zoomOf(area, NAME_PIXELS_MIN);
  if (named.name === undefined || !NAMED.has(kind) || nameZoom > ZOOM_MAX + 1) return [shape];
  const label: Feature = {
    layer: "label",
    shape: "point",
    parts: [labelPoint(parts)],
    // Larger ones first, when two want the same place.
    tags: { kind, ...named, rank: nameZoom },
    zoomMin: Math.min(ZOOM_MAX, nameZoom),
    zoomMax: ZOOM_MAX,
  };
  return [shape, label];
}

// The lowest zoom at which an area covers that many pixels.
function zoomOf(area: number, pixels: number): number {
  return Math.max(0, Math.ceil(Math.log2(pixels / (area * TILE_PIXELS ** 2)) / 2));
}
