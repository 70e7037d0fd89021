// Gathers named ways by street: "Lê Lợi" in all its pieces, and the alleys that carry its name and a number ("Hẻm 281/56 Lê Văn
// Sỹ"), which tell where a number is even where no house does. Lines become points at most 40 m apart, so that "the part of the
// street in this ward" is a choice of points.
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { type Extract, nodeIndex, type Way } from "../../extract/extract.ts";
import { readStreetLine, streetKeyOf } from "../address/street-line.ts";
import { tidy } from "../text/fold.ts";

type Alley = { readonly parts: readonly string[]; readonly points: LatLng[] };

export type Street = {
  readonly key: string;
  readonly name: string;
  readonly points: LatLng[];
  readonly alleys: Alley[];
};

const STEP_METERS = 40;
const NAME_LENGTH_MAX = 120;

export function collectStreets(extract: Extract): Map<string, Street> {
  const streets = new Map<string, Street>();
  for (const way of extract.ways) {
    if (!way.tags.highway) continue;
    const names = [way.tags.name, way.tags.alt_name, way.tags.old_name, way.tags["name:vi"]].filter((name) => name);
    const points = names.length > 0 ? walk(way, extract) : [];
    if (points.length === 0) continue;
    // A way is entered once under each name it answers to.
    const entered = new Set<string>();
    for (const name of names.flatMap((each) => each!.split(";"))) enter(streets, entered, tidy(name), points);
  }
  return streets;
}

function enter(streets: Map<string, Street>, entered: Set<string>, name: string, points: readonly LatLng[]): void {
  if (!name || name.length > NAME_LENGTH_MAX) return;
  const line = readStreetLine(name);
  const isAlley = line.parts.length > 0 && line.streetKey !== "";
  const key = isAlley ? line.streetKey : streetKeyOf(name);
  if (!isStreetKey(key) || entered.has(`${key} ${line.parts.join("/")}`)) return;
  entered.add(`${key} ${line.parts.join("/")}`);
  const street = streetOf(streets, key, isAlley ? line.street : name);
  if (!isAlley) {
    street.points.push(...points);
    return;
  }
  const parts = line.parts.map(doorPart);
  const known = street.alleys.find((alley) => alley.parts.join("/") === parts.join("/"));
  if (known) known.points.push(...points);
  else street.alleys.push({ parts, points: [...points] });
}

export function streetOf(streets: Map<string, Street>, key: string, name: string): Street {
  let street = streets.get(key);
  if (!street) {
    street = { key, name, points: [], alleys: [] };
    streets.set(key, street);
  }
  return street;
}

// One letter is nobody's street; maps hold such leftovers by the thousand.
export function isStreetKey(key: string): boolean {
  return key.length > 1 || (key >= "1" && key <= "9");
}

// "094b" and "94B" are one door.
export function doorPart(part: string): string {
  return part
    .toUpperCase()
    .replace(/^0+(?=\d)/, "")
    .replaceAll(" ", "");
}

export function walk(way: Way, extract: Extract): LatLng[] {
  const points: LatLng[] = [];
  let last: LatLng | undefined;
  for (const ref of way.refs) {
    const at = nodeIndex(extract.nodes, ref);
    // A way clipped at the edge of the extract is cut there, never bridged.
    if (at < 0) {
      last = undefined;
      continue;
    }
    const point = { lat: extract.nodes.lats[at]!, lng: extract.nodes.lngs[at]! };
    if (last) fill(last, point, points);
    points.push(point);
    last = point;
  }
  return points;
}

function fill(from: LatLng, to: LatLng, points: LatLng[]): void {
  const pieces = Math.ceil(metersBetween(from, to) / STEP_METERS);
  for (let piece = 1; piece < pieces; piece += 1) {
    const share = piece / pieces;
    points.push({ lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share });
  }
}
