// What is drawn as a line: roads by class, rails, runways, rivers. Ways that are one line to the eye are joined first, so
// that they thin out together and a street's name has room along it.

import type { FeatureTags } from "../../domain/vector-tile/vector-tile.ts";
import type { Tags, Way } from "../../extract/extract.ts";
import { joinWays } from "../../extract/join-ways.ts";
import { type Feature, type Layer, ZOOM_MAX } from "../feature.ts";
import { isArea } from "./ground.ts";
import { nameTags } from "./names.ts";
import type { ProjectedExtract } from "./world.ts";

type Kind = {
  readonly layer: Layer;
  readonly kind: string;
  readonly zoomMin: number;
  // Ramps say so, and come later.
  readonly link?: 1;
};

// From this zoom on a line knows its name, direction and bridges; before, only what it is, and far more can be joined.
const NEAR_ZOOM = 13;
const LINK_ZOOM = 12;

// In the order they are drawn, lesser ones first.
const HIGHWAYS: Readonly<Record<string, readonly [kind: string, zoomMin: number]>> = {
  footway: ["path", 14],
  path: ["path", 14],
  steps: ["path", 14],
  cycleway: ["path", 14],
  bridleway: ["path", 14],
  pedestrian: ["path", 13],
  track: ["path", 13],
  service: ["service", 13],
  residential: ["minor", 12],
  living_street: ["minor", 12],
  unclassified: ["minor", 12],
  road: ["minor", 12],
  busway: ["minor", 13],
  tertiary: ["tertiary", 11],
  secondary: ["secondary", 9],
  primary: ["primary", 7],
  trunk: ["trunk", 6],
  motorway: ["motorway", 6],
};
const OTHERS: readonly (readonly [key: string, layer: Layer, kinds: Readonly<Record<string, [string, number]>>])[] = [
  ["railway", "road", { rail: ["rail", 9], light_rail: ["rail", 11], subway: ["rail", 11], monorail: ["rail", 12] }],
  ["aeroway", "road", { runway: ["runway", 10], taxiway: ["taxiway", 12] }],
  [
    "waterway",
    "waterway",
    { river: ["river", 8], canal: ["canal", 10], stream: ["stream", 12], drain: ["stream", 14], ditch: ["stream", 14] },
  ],
];
const ORDER = new Map(
  [...OTHERS.flatMap(([, , kinds]) => Object.values(kinds)), ...Object.values(HIGHWAYS)].map(([kind], at) => [
    kind,
    at,
  ]),
);

export function drawLines(world: ProjectedExtract): readonly Feature[] {
  const near = new Groups();
  const far = new Groups();
  for (const way of world.extract.ways) {
    const kind = kindOf(way);
    if (!kind) continue;
    near.add(way.refs, kind, nearTags(kind, way.tags), Math.max(NEAR_ZOOM, kind.zoomMin), ZOOM_MAX);
    if (kind.zoomMin < NEAR_ZOOM) far.add(way.refs, kind, farTags(kind, way.tags), kind.zoomMin, NEAR_ZOOM - 1);
  }
  return [...far.features(world), ...near.features(world)];
}

function kindOf(way: Way): Kind | undefined {
  const { tags } = way;
  const highway = tags.highway;
  if (highway !== undefined) {
    const isLink = highway.endsWith("_link");
    const base = isLink ? highway.slice(0, -"_link".length) : highway;
    const found = Object.hasOwn(HIGHWAYS, base) ? HIGHWAYS[base] : undefined;
    // A square that people walk on is an area; its rim is no street.
    if (!found || isArea(way)) return undefined;
    const [kind, zoomMin] = found;
    return {
      layer: "road",
      kind,
      zoomMin: isLink ? Math.max(LINK_ZOOM, zoomMin) : zoomMin,
      ...(isLink && { link: 1 }),
    };
  }
  for (const [key, layer, kinds] of OTHERS) {
    const own = tags[key];
    const found = own !== undefined && Object.hasOwn(kinds, own) ? kinds[own] : undefined;
    if (found && !isArea(way)) return { layer, kind: found[0], zoomMin: found[1] };
  }
  return undefined;
}

function farTags({ kind, link }: Kind, tags: Tags): FeatureTags {
  return {
    kind,
    ...(link && { link }),
    ...(tags.ref && !link && { ref: tags.ref }),
    ...(kind === "river" && nameTags(tags)),
  };
}

function nearTags({ kind, link }: Kind, tags: Tags): FeatureTags {
  const oneway = ONEWAY[tags.oneway ?? (tags.junction === "roundabout" ? "yes" : "no")];
  return {
    kind,
    ...(link && { link }),
    ...nameTags(tags),
    ...(tags.ref && { ref: tags.ref }),
    ...(isYes(tags.bridge) && { bridge: 1 }),
    ...(isYes(tags.tunnel) && { tunnel: 1 }),
    ...(oneway && { oneway }),
  };
}

const ONEWAY: Readonly<Record<string, number | undefined>> = { yes: 1, true: 1, "1": 1, "-1": -1, reverse: -1 };

function isYes(tag: string | undefined): boolean {
  return tag !== undefined && tag !== "no";
}

type Group = {
  readonly kind: Kind;
  readonly tags: FeatureTags;
  readonly zoomMin: number;
  readonly zoomMax: number;
  readonly lines: (readonly number[])[];
};

// Ways that look alike, joined where just two of them meet.
class Groups {
  readonly #groups = new Map<string, Group>();

  add(refs: readonly number[], kind: Kind, tags: FeatureTags, zoomMin: number, zoomMax: number): void {
    const key = JSON.stringify([kind.layer, zoomMin, tags]);
    const group = this.#groups.get(key);
    if (group) group.lines.push(refs);
    else this.#groups.set(key, { kind, tags, zoomMin, zoomMax, lines: [refs] });
  }

  features(world: ProjectedExtract): readonly Feature[] {
    // Lines of the same class keep the order of the extract.
    const groups = [...this.#groups.values()].sort((a, b) => ORDER.get(a.kind.kind)! - ORDER.get(b.kind.kind)!);
    return groups.flatMap(({ kind, tags, zoomMin, zoomMax, lines }) => {
      const { rings, chains } = joinWays(lines, { onlyPairs: true, keepDirection: tags.oneway !== undefined });
      const closed = rings.map((ring) => [ring.at(-1)!, ...ring]);
      return [...chains, ...closed].flatMap((refs) =>
        world.lines(refs).map((line) => ({
          layer: kind.layer,
          shape: "line" as const,
          parts: [line],
          tags,
          zoomMin,
          zoomMax,
        })),
      );
    });
  }
}
