// The road network of one map tile as OSRM's `tile` service draws it, to be looked at by whoever wonders about a route: a layer of
// directed roads with their speeds, and near by one of the turns with what they cost.

import { EXTENT, VectorTile } from "../../domain/vector-tile/vector-tile.ts";
import { CELL_MICRO } from "../build/grid.ts";
import type { Streets } from "../describe/streets.ts";
import { type Network, SEGMENT_APART, timeOf } from "../network.ts";
import type { TileName } from "../path.ts";
import { segmentOfPoint } from "../search/grid.ts";

const LAYERS = ["speeds", "turns"] as const;
// From here on there are few enough turns to be told apart.
const TURNS_ZOOM_MIN = 15;

export function drawRoadTile(network: Network, streets: Streets, { x, y, zoom }: TileName): Uint8Array {
  const tile = new VectorTile(LAYERS);
  const place = (point: number): readonly [number, number] => {
    const [east, south] = onSquare(network.shape[2 * point]!, network.shape[2 * point + 1]!);
    return [Math.round((east * 2 ** zoom - x) * EXTENT), Math.round((south * 2 ** zoom - y) * EXTENT)];
  };
  for (const segment of segmentsIn(network, x, y, zoom)) {
    const [first, last] = [network.shapeStart[segment]!, network.shapeStart[segment + 1]! - 1];
    for (const edge of [2 * segment, 2 * segment + 1]) {
      if (network.edgeState[edge]! < 0) continue;
      const line: number[] = [];
      for (let point = first; point <= last; point++) line.push(...place(edge & 1 ? first + last - point : point));
      tile.add("speeds", "line", [line], aboutEdge(network, streets, edge));
      if (zoom >= TURNS_ZOOM_MIN) addTurns(tile, network, streets, edge, place(edge & 1 ? first : last));
    }
  }
  return tile.bytes();
}

function aboutEdge({ edgeMs, segmentCm, segmentFlags }: Network, streets: Streets, edge: number) {
  const seconds = edgeMs[edge]! / 1000;
  const metersPerSecond = segmentCm[edge >> 1]! / 100 / seconds;
  return {
    speed: Math.round(metersPerSecond * 3.6),
    is_small: (segmentFlags[edge >> 1]! & SEGMENT_APART) !== 0,
    is_startpoint: streets.of(edge >> 1).roadClass !== "ferry",
    duration: seconds,
    weight: seconds,
    rate: Math.round(metersPerSecond * 10) / 10,
    datasource: "profile",
    name: streets.name(edge >> 1),
  };
}

function addTurns(
  tile: VectorTile<(typeof LAYERS)[number]>,
  { edgeState, stateEdge, turnStart, turnTo, turnMs }: Network,
  streets: Streets,
  edge: number,
  at: readonly [number, number],
): void {
  const state = edgeState[edge]!;
  const bearingIn = (streets.bearingOut(edge ^ 1) + 180) % 360;
  for (let turn = turnStart[state]!; turn < turnStart[state + 1]!; turn++) {
    const turned = (streets.bearingOut(stateEdge[turnTo[turn]!]!) - bearingIn + 540) % 360;
    const cost = timeOf(turnMs[turn]!) / 1000;
    tile.add("turns", "point", [at], { bearing_in: bearingIn, turn_angle: turned - 180, cost, weight: cost });
  }
}

// Those that run through a cell of the grid that the tile reaches into.
function segmentsIn(network: Network, x: number, y: number, zoom: number): readonly number[] {
  const { gridOrigin, gridRowStart, cellColumn, cellStart, cellPieces, shapeStart } = network;
  const [west, north] = offSquare(x / 2 ** zoom, y / 2 ** zoom);
  const [east, south] = offSquare((x + 1) / 2 ** zoom, (y + 1) / 2 ** zoom);
  const segments = new Set<number>();
  const rows = gridRowStart.length - 1;
  const firstRow = Math.max(0, Math.floor(south / CELL_MICRO) - gridOrigin[0]!);
  const lastRow = Math.min(rows - 1, Math.floor(north / CELL_MICRO) - gridOrigin[0]!);
  const [firstColumn, lastColumn] = [Math.floor(west / CELL_MICRO), Math.floor(east / CELL_MICRO)];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let cell = gridRowStart[row]!; cell < gridRowStart[row + 1]!; cell++) {
      if (cellColumn[cell]! < firstColumn || cellColumn[cell]! > lastColumn) continue;
      for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
        segments.add(segmentOfPoint(shapeStart, cellPieces[i]!));
      }
    }
  }
  return [...segments].sort((a, b) => a - b);
}

// Mercator's square, 0 to 1 from west to east and from north to south, and back to millionths of a degree.
function onSquare(lngMicro: number, latMicro: number): readonly [number, number] {
  const lat = (latMicro / 1e6) * (Math.PI / 180);
  return [lngMicro / 360e6 + 0.5, 0.5 - Math.asinh(Math.tan(lat)) / (2 * Math.PI)];
}

function offSquare(east: number, south: number): readonly [number, number] {
  return [(east - 0.5) * 360e6, Math.atan(Math.sinh((0.5 - south) * 2 * Math.PI)) * (180e6 / Math.PI)];
}
