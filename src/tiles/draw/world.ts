// The extract on the Mercator square: lines and areas of ways and relations, in the shape tiles are cut from.
import { type Extract, nodeIndex, type Relation, type Way } from "../../extract/extract.ts";
import { joinWays } from "../../extract/join-ways.ts";
import { boxOf, ringArea, turnedRing, type WorldLine } from "../feature.ts";

export type ProjectedExtract = {
  readonly extract: Extract;
  readonly point: (index: number) => WorldLine;
  // A way clipped at the edge of the extract is cut where its nodes are missing.
  readonly lines: (refs: readonly number[]) => readonly WorldLine[];
  // Undefined when too little of it is there.
  readonly ring: (refs: readonly number[]) => WorldLine | undefined;
  readonly way: (id: number) => Way | undefined;
};

export function worldX(lng: number): number {
  return (lng + 180) / 360;
}

export function worldY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function lngOf(x: number): number {
  return x * 360 - 180;
}

export function latOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

export function projectExtract(extract: Extract): ProjectedExtract {
  const { nodes } = extract;
  const ways = new Map(extract.ways.map((way) => [way.id, way]));
  const ys = nodes.lats.map(worldY);
  const xs = nodes.lngs.map(worldX);
  const known = (refs: readonly number[]): readonly number[] => refs.map((ref) => nodeIndex(nodes, ref));
  const lineOf = (indices: readonly number[]): WorldLine => {
    const line = new Float64Array(indices.length * 2);
    for (const [at, index] of indices.entries()) {
      line[2 * at] = xs[index]!;
      line[2 * at + 1] = ys[index]!;
    }
    return line;
  };
  return {
    extract,
    point: (index) => lineOf([index]),
    lines: (refs) => runs(known(refs)).map(lineOf),
    ring: (refs) => {
      const isClosed = refs[0] === refs.at(-1);
      const ring = lineOf(known(isClosed ? refs.slice(1) : refs).filter((index) => index >= 0));
      return ring.length >= 6 && ringArea(ring) !== 0 ? ring : undefined;
    },
    way: (id) => ways.get(id),
  };
}

// Stretches of at least two nodes that are all there.
function runs(indices: readonly number[]): readonly (readonly number[])[] {
  if (indices.length > 1 && !indices.includes(-1)) return [indices];
  const found: number[][] = [[]];
  for (const index of indices) {
    if (index === -1) found.push([]);
    else found.at(-1)!.push(index);
  }
  return found.filter((run) => run.length > 1);
}

// The area of a closed way.
export function wayArea(world: ProjectedExtract, { refs }: Way): readonly WorldLine[] | undefined {
  if (refs.length < 4 || refs[0] !== refs.at(-1)) return undefined;
  const ring = world.ring(refs);
  return ring && arrangeRings([ring], []);
}

// The area of a relation whose members are outlines and holes. What an extract cut off is closed with a straight line.
export function relationArea(world: ProjectedExtract, { members }: Relation): readonly WorldLine[] | undefined {
  const ringsOf = (isWanted: (role: string) => boolean): readonly WorldLine[] => {
    const ways = members.filter(({ kind, role }) => kind === "way" && isWanted(role)).map(({ ref }) => world.way(ref));
    const { rings, chains } = joinWays(ways.filter((way) => way !== undefined).map((way) => way.refs));
    return [...rings, ...chains].map(world.ring).filter((ring) => ring !== undefined);
  };
  const outlines = ringsOf((role) => role !== "inner");
  return outlines.length === 0
    ? undefined
    : arrangeRings(
        outlines,
        ringsOf((role) => role === "inner"),
      );
}

// Each outline clockwise, followed by the holes that lie in it, counter-clockwise.
export function arrangeRings(outlines: readonly WorldLine[], holes: readonly WorldLine[]): readonly WorldLine[] {
  const turned = (ring: WorldLine, sign: 1 | -1): WorldLine => (ringArea(ring) * sign > 0 ? ring : turnedRing(ring));
  return outlines.flatMap((outline) => [
    turned(outline, 1),
    ...holes.filter((hole) => liesIn(hole, outline)).map((hole) => turned(hole, -1)),
  ]);
}

function liesIn(hole: WorldLine, outline: WorldLine): boolean {
  const [inner, outer] = [boxOf([hole]), boxOf([outline])];
  if (inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom) {
    return false;
  }
  // A hole may touch its outline, so most of its corners decide, not one.
  let inside = 0;
  for (let i = 0; i < hole.length; i += 2) if (contains(outline, hole[i]!, hole[i + 1]!)) inside += 1;
  return inside * 4 > hole.length;
}

function contains(ring: WorldLine, x: number, y: number): boolean {
  let inside = false;
  let [ax, ay] = [ring[ring.length - 2]!, ring[ring.length - 1]!];
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    [ax, ay] = [bx, by];
  }
  return inside;
}
