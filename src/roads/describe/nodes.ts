// The map's own numbers of the points of a road.
import type { Network } from "../network.ts";
import type { Position } from "../search/grid.ts";

export function nodeAt({ pointNode, pointNodeHigh }: Network, point: number): number {
  return pointNodeHigh[point]! * 2 ** 32 + (pointNode[point]! >>> 0);
}

// Along the edges of a leg, one a point of its line: at its ends the nodes behind and ahead, where the stop is between two.
export function nodesAlong(
  network: Network,
  edges: readonly number[],
  from: Position,
  to: Position,
  line: Int32Array,
): Float64Array {
  const { shapeStart, shape } = network;
  const points: number[] = [];
  for (const [i, edge] of edges.entries()) {
    const [first, last] = [shapeStart[edge >> 1]!, shapeStart[(edge >> 1) + 1]! - 1];
    const isBack = (edge & 1) === 1;
    const begin = i === 0 ? from.piece + (isBack ? 1 : 0) : isBack ? last : first;
    const end = i === edges.length - 1 ? to.piece + (isBack ? 0 : 1) : isBack ? first : last;
    for (let point = begin; isBack ? point >= end : point <= end; point += isBack ? -1 : 1) {
      // An edge begins at the node the one before ended at.
      if (i === 0 || point !== begin) points.push(point);
    }
  }
  const stands = (point: number | undefined, at: number): boolean =>
    point !== undefined && shape[2 * point] === line[2 * at] && shape[2 * point + 1] === line[2 * at + 1];
  // A stop on a node stands once in the line.
  if (points.length > line.length / 2 && stands(points[1], 0)) points.shift();
  if (points.length > line.length / 2 && stands(points.at(-2), line.length / 2 - 1)) points.pop();
  return Float64Array.from(points, (point) => nodeAt(network, point));
}
