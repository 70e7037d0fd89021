// Finds the road nearest to a point, in the grid that build/grid.ts packed.
import { CELL_MICRO } from "../build/grid.ts";
import { lngShrink, METERS_PER_MICRO, microMeters } from "../micro.ts";
import { type Network, SEGMENT_APART } from "../network.ts";
import { ROAD_CLASSES } from "../path.ts";

// A place on the network.
export type Place = {
  readonly segment: number;
  // From the start of the segment as it was drawn.
  readonly alongCm: number;
  // Which way one may be heading there, DIRECTION_… bits; absent where it is all one.
  readonly directions?: number;
};

// With the way the segment was drawn, and against it.
export const DIRECTION_FORWARD = 1;
export const DIRECTION_BACKWARD = 2;

// A place, and how it was found.
export type Position = Place & {
  // The point of the shape it comes after.
  readonly piece: number;
  readonly lng: number;
  readonly lat: number;
  // From the point that was asked about.
  readonly distanceMeters: number;
};

// Whether a road may be chosen; `piece` is the point of its shape the straight piece begins at.
export type Wanted = (segment: number, piece: number) => boolean;

const FERRY = ROAD_CLASSES.indexOf("ferry");

export class NearestRoad {
  readonly #network: Network;
  // Of the search under way: where, and the best so far (squared, in millionths of a degree of latitude).
  #lng = 0;
  #lat = 0;
  #shrink = 1;
  #best = 0;
  #piece = -1;
  #share = 0;
  #wanted: Wanted | undefined;
  // Pieces of the ferries, which are in no cell; gathered when they are first asked for.
  #ferries: readonly number[] | undefined;

  constructor(network: Network) {
    this.#network = network;
  }

  // Undefined when there is no road within the radius, or none that is wanted. The point is in millionths of a degree.
  find(
    lng: number,
    lat: number,
    radiusMeters: number,
    wanted?: Wanted,
    isFerryToo: boolean | undefined = false,
  ): Position | undefined {
    const radius = radiusMeters / METERS_PER_MICRO;
    this.#begin(lng, lat, radius * radius);
    this.#wanted = wanted;
    if (isFerryToo) for (const piece of this.ferryPieces()) this.#lookAt(piece);
    const row = Math.floor(lat / CELL_MICRO);
    const column = Math.floor(lng / CELL_MICRO);
    // Columns grow narrower towards the poles; beyond 84° there is no road to lose.
    const cell = CELL_MICRO * Math.max(0.1, this.#shrink);
    for (let ring = 0; ; ring++) {
      // Nothing in this ring can be nearer than the ring's inner edge.
      const nearest = (ring - 1) * cell;
      if (nearest > 0 && nearest * nearest > this.#best) break;
      this.#lookAtRing(row, column, ring);
    }
    return this.#piece < 0 ? undefined : this.#position();
  }

  // The nearest place on one segment, however far: what a hint asks for.
  onSegment(segment: number, lng: number, lat: number): Position {
    const { shapeStart } = this.#network;
    this.#begin(lng, lat, Number.POSITIVE_INFINITY);
    for (let piece = shapeStart[segment]!; piece + 1 < shapeStart[segment + 1]!; piece++) this.#lookAt(piece);
    return this.#position();
  }

  isApart(segment: number): boolean {
    return (this.#network.segmentFlags[segment]! & SEGMENT_APART) !== 0;
  }

  #begin(lng: number, lat: number, best: number): void {
    this.#lng = lng;
    this.#lat = lat;
    this.#shrink = lngShrink(lat);
    this.#best = best;
    this.#piece = -1;
    this.#wanted = undefined;
  }

  ferryPieces(): readonly number[] {
    const { segmentClass, shapeStart } = this.#network;
    this.#ferries ??= Array.from(segmentClass.keys()).flatMap((segment) => {
      if (segmentClass[segment] !== FERRY) return [];
      const first = shapeStart[segment]!;
      return Array.from({ length: shapeStart[segment + 1]! - first - 1 }, (_, i) => first + i);
    });
    return this.#ferries;
  }

  #lookAtRing(row: number, column: number, ring: number): void {
    this.#lookAtRow(row - ring, column - ring, column + ring);
    if (ring === 0) return;
    this.#lookAtRow(row + ring, column - ring, column + ring);
    for (let between = row - ring + 1; between < row + ring; between++) {
      this.#lookAtRow(between, column - ring, column - ring);
      this.#lookAtRow(between, column + ring, column + ring);
    }
  }

  // Columns from west to east, without those that begin further away than the best so far.
  #lookAtRow(row: number, westmost: number, eastmost: number): void {
    const north = Math.max(row * CELL_MICRO - this.#lat, this.#lat - (row + 1) * CELL_MICRO, 0);
    const reach = this.#best - north * north;
    if (reach < 0) return;
    const sideways = Math.sqrt(reach) / this.#shrink;
    const west = Math.max(westmost, Math.floor((this.#lng - sideways) / CELL_MICRO));
    const east = Math.min(eastmost, Math.floor((this.#lng + sideways) / CELL_MICRO));
    if (west > east) return;
    const { gridOrigin, gridRowStart, cellColumn, cellStart, cellPieces } = this.#network;
    const at = row - gridOrigin[0]!;
    if (at < 0 || at + 1 >= gridRowStart.length) return;
    let low = gridRowStart[at]!;
    const end = gridRowStart[at + 1]!;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cellColumn[middle]! < west) low = middle + 1;
      else high = middle;
    }
    for (let cell = low; cell < end && cellColumn[cell]! <= east; cell++) {
      for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) this.#lookAt(cellPieces[i]!);
    }
  }

  #lookAt(piece: number): void {
    const { shape } = this.#network;
    const x = (shape[2 * piece]! - this.#lng) * this.#shrink;
    const y = shape[2 * piece + 1]! - this.#lat;
    const dx = (shape[2 * piece + 2]! - this.#lng) * this.#shrink - x;
    const dy = shape[2 * piece + 3]! - this.#lat - y;
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
    const east = x + dx * share;
    const north = y + dy * share;
    const distance = east * east + north * north;
    if (distance >= this.#best) return;
    if (this.#wanted && !this.#wanted(segmentOfPoint(this.#network.shapeStart, piece), piece)) return;
    this.#best = distance;
    this.#piece = piece;
    this.#share = share;
  }

  #position(): Position {
    const { shape, shapeStart, segmentCm } = this.#network;
    const piece = this.#piece;
    const segment = segmentOfPoint(shapeStart, piece);
    let meters = 0;
    for (let i = shapeStart[segment]!; i < piece; i++) meters += pieceMeters(shape, i);
    meters += pieceMeters(shape, piece) * this.#share;
    return {
      segment,
      alongCm: Math.min(segmentCm[segment]!, Math.round(meters * 100)),
      piece,
      lng: Math.round(shape[2 * piece]! + (shape[2 * piece + 2]! - shape[2 * piece]!) * this.#share),
      lat: Math.round(shape[2 * piece + 1]! + (shape[2 * piece + 3]! - shape[2 * piece + 1]!) * this.#share),
      distanceMeters: Math.sqrt(this.#best) * METERS_PER_MICRO,
    };
  }
}

function pieceMeters(shape: Int32Array, piece: number): number {
  return microMeters(shape[2 * piece]!, shape[2 * piece + 1]!, shape[2 * piece + 2]!, shape[2 * piece + 3]!);
}

export function segmentOfPoint(shapeStart: Int32Array, point: number): number {
  let low = 0;
  let high = shapeStart.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (shapeStart[middle]! <= point) low = middle;
    else high = middle;
  }
  return low;
}
