// The line every arc of the hierarchy is drawn by: the edges it leads over after the one it begins on, point by point. A
// path of eighty edges is some ten arcs, and then drawn by reading ten stretches of memory instead of eighty.
import type { Hierarchy } from "./hierarchy.ts";
import type { Segments } from "./segments.ts";

export type ArcLines = {
  // Two numbers an arc: where its points begin in `lineSteps` (counted in points), and how many they are.
  readonly arcLines: Int32Array;
  // Two numbers a point: how far east and north of the point before it lies, in millionths of a degree.
  readonly lineSteps: Int16Array;
};

type Shapes = Pick<Segments, "shapeStart" | "shape">;

// The line of a shortcut is those of its two arcs, one after the other: only arcs that are part of no other are written
// out, and the rest lie somewhere inside of them. That halves what is written.
export function drawArcs({ arcChildren }: Hierarchy, stateEdge: Int32Array, shapes: Shapes): ArcLines {
  const arcCount = arcChildren.length / 2;
  const points = countPoints(arcChildren, stateEdge, shapes);
  const isPart = new Uint8Array(arcCount);
  for (let arc = 0; arc < arcCount; arc++) {
    if (arcChildren[2 * arc]! < 0) continue;
    isPart[arcChildren[2 * arc]!] = 1;
    isPart[arcChildren[2 * arc + 1]!] = 1;
  }
  const arcLines = new Int32Array(2 * arcCount);
  let total = 0;
  for (let arc = 0; arc < arcCount; arc++) {
    arcLines[2 * arc] = -1;
    arcLines[2 * arc + 1] = points[arc]!;
    if (isPart[arc] === 0) total += points[arc]!;
  }
  const lineSteps = new Int16Array(2 * total);
  const draw = (arc: number, at: number): void => {
    const known = arcLines[2 * arc]!;
    if (known >= 0) {
      lineSteps.copyWithin(2 * at, 2 * known, 2 * (known + points[arc]!));
      return;
    }
    arcLines[2 * arc] = at;
    const [first, second] = [arcChildren[2 * arc]!, arcChildren[2 * arc + 1]!];
    if (first < 0) {
      drawEdge(stateEdge[second]!, shapes, lineSteps, at);
      return;
    }
    draw(first, at);
    draw(second, at + points[first]!);
  };
  let at = 0;
  for (let arc = 0; arc < arcCount; arc++) {
    if (isPart[arc] === 1) continue;
    draw(arc, at);
    at += points[arc]!;
  }
  return { arcLines, lineSteps };
}

function countPoints(arcChildren: Int32Array, stateEdge: Int32Array, { shapeStart }: Shapes): Int32Array {
  const points = new Int32Array(arcChildren.length / 2);
  const count = (arc: number): number => {
    if (points[arc]! > 0) return points[arc]!;
    const [first, second] = [arcChildren[2 * arc]!, arcChildren[2 * arc + 1]!];
    const segment = first < 0 ? stateEdge[second]! >> 1 : -1;
    const own = first < 0 ? shapeStart[segment + 1]! - shapeStart[segment]! - 1 : count(first) + count(second);
    points[arc] = own;
    return own;
  };
  for (let arc = 0; arc < points.length; arc++) count(arc);
  return points;
}

function drawEdge(edge: number, { shapeStart, shape }: Shapes, steps: Int16Array, at: number): void {
  const first = shapeStart[edge >> 1]!;
  const last = shapeStart[(edge >> 1) + 1]! - 1;
  const onward = edge & 1 ? -1 : 1;
  let step = 2 * at;
  for (let point = edge & 1 ? last : first; point !== (edge & 1 ? first : last); point += onward) {
    steps[step++] = shape[2 * (point + onward)]! - shape[2 * point]!;
    steps[step++] = shape[2 * (point + onward) + 1]! - shape[2 * point + 1]!;
  }
}
