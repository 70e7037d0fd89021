// Every road near a point, the nearest first, each with the place on it that is nearest: where a vehicle that was seen there may
// have been.
import { CELL_MICRO } from "../build/grid.ts";
import { lngShrink, METERS_PER_MICRO } from "../micro.ts";
import type { Network } from "../network.ts";
import { NearestRoad, type Position, segmentOfPoint } from "../search/grid.ts";

export class NearSegments {
  readonly #network: Network;
  readonly #nearest: NearestRoad;
  // Of the question under way.
  readonly #segments = new Set<number>();

  constructor(network: Network) {
    this.#network = network;
    this.#nearest = new NearestRoad(network);
  }

  // At most `countMax` of them. The point is in millionths of a degree.
  find(lng: number, lat: number, radiusMeters: number, countMax: number): readonly Position[] {
    const reach = radiusMeters / METERS_PER_MICRO;
    const aside = reach / Math.max(0.1, lngShrink(lat));
    this.#segments.clear();
    const [west, east] = [Math.floor((lng - aside) / CELL_MICRO), Math.floor((lng + aside) / CELL_MICRO)];
    const [south, north] = [Math.floor((lat - reach) / CELL_MICRO), Math.floor((lat + reach) / CELL_MICRO)];
    for (let row = south; row <= north; row++) this.#gather(row, west, east);
    return [...this.#segments]
      .map((segment) => this.#nearest.onSegment(segment, lng, lat))
      .filter(({ distanceMeters }) => distanceMeters <= radiusMeters)
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.segment - b.segment)
      .slice(0, countMax);
  }

  #gather(row: number, west: number, east: number): void {
    const { gridOrigin, gridRowStart, cellColumn, cellStart, cellPieces, shapeStart } = this.#network;
    const at = row - gridOrigin[0]!;
    if (at < 0 || at + 1 >= gridRowStart.length) return;
    for (let cell = gridRowStart[at]!; cell < gridRowStart[at + 1]! && cellColumn[cell]! <= east; cell++) {
      if (cellColumn[cell]! < west) continue;
      for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
        this.#segments.add(segmentOfPoint(shapeStart, cellPieces[i]!));
      }
    }
  }
}
