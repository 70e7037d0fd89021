// Finds the administrative boundaries an extract holds whole: wards, districts, provinces. One that is cut at the edge of the
// extract has no inside and is left out.
import type { LatLng, Ring } from "../../domain/geo.ts";
import { type Extract, nodeIndex, type Tags } from "../../extract/extract.ts";
import { joinWays } from "../../extract/join-ways.ts";
import { readUnit } from "../address/unit-words.ts";
import { tidy } from "../text/fold.ts";

export type AreaLevel = "ward" | "district" | "province";

export type Boundary = {
  readonly level: AreaLevel;
  readonly name: string;
  // Outer rings and holes alike: the even-odd rule tells them apart.
  readonly rings: readonly Ring[];
};

export function findBoundaries(extract: Extract): readonly Boundary[] {
  const ways = new Map(extract.ways.map((way) => [way.id, way]));
  const boundaries: Boundary[] = [];
  for (const relation of extract.relations) {
    const level = levelOf(relation.tags);
    if (!level) continue;
    const members = relation.members.filter((member) => member.kind === "way");
    const lines = members.map((member) => ways.get(member.ref)).filter((way) => way !== undefined);
    if (lines.length < members.length) continue;
    const { rings, chains } = joinWays(lines.map((way) => way.refs));
    if (rings.length === 0 || chains.length > 0) continue;
    boundaries.push({ level, name: tidy(relation.tags.name!), rings: rings.map((ring) => place(ring, extract)) });
  }
  for (const way of extract.ways) {
    const level = levelOf(way.tags);
    const isClosed = way.refs.length > 3 && way.refs[0] === way.refs.at(-1);
    if (level && isClosed) {
      boundaries.push({ level, name: tidy(way.tags.name!), rings: [place(way.refs.slice(1), extract)] });
    }
  }
  return boundaries.filter(({ rings }) => rings.every((ring) => ring.length > 2));
}

// The type word in the name decides: the same word has had several admin_levels over the years. A name without one counts as a
// province or a district by its level; wards without a type word are housing estates and other private areas.
function levelOf(tags: Tags): AreaLevel | undefined {
  if (tags.boundary !== "administrative" || !tags.name) return undefined;
  const [reading] = readUnit(tidy(tags.name));
  const number = Number(tags.admin_level);
  const claim = reading && !reading.fullWord ? reading.claim : "any";
  if (claim === "ward" || claim === "district" || claim === "province") return claim;
  if (number === 4) return "province";
  return number === 5 || number === 6 ? "district" : undefined;
}

function place(refs: readonly number[], extract: Extract): LatLng[] {
  const ring: LatLng[] = [];
  for (const ref of refs) {
    const at = nodeIndex(extract.nodes, ref);
    if (at >= 0) ring.push({ lat: extract.nodes.lats[at]!, lng: extract.nodes.lngs[at]! });
  }
  return ring;
}
