// Moves the points of a question to the road.
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { toMicro } from "../micro.ts";
import type { Network } from "../network.ts";
import { SNAP_METERS_MAX, type SnapOptions, type Waypoint } from "../path.ts";
import type { Streets } from "../tell/streets.ts";
import type { KeptOff } from "./detour-search.ts";
import { NearestRoad, type Position, type Wanted } from "./grid.ts";
import { readHint, writeHint } from "./hint.ts";

export type Snapped = { readonly asked: LatLng; readonly position: Position };

export class Snapper {
  readonly #network: Network;
  readonly #streets: Streets;
  readonly #nearest: NearestRoad;
  readonly #fingerprint: number;

  constructor(network: Network, streets: Streets, fingerprint: number) {
    this.#network = network;
    this.#streets = streets;
    this.#nearest = new NearestRoad(network);
    this.#fingerprint = fingerprint;
  }

  snapAll(
    points: readonly LatLng[],
    options: SnapOptions = {},
    off?: KeptOff,
  ): readonly Snapped[] | Refusal<"NO_SEGMENT"> {
    const snapped: Snapped[] = [];
    for (let i = 0; i < points.length; i++) {
      const asked = points[i]!;
      const radiusMeters = radiusOf(options, i);
      const position = this.#find(asked, radiusMeters, options.hints?.[i], this.#opened(off));
      if (!position) return refuse("NO_SEGMENT", `There is no road within ${radiusMeters} m of point ${i}.`);
      snapped.push({ asked, position });
    }
    return snapped;
  }

  // The same points without those roads that are apart. Undefined when none is on one, or nothing else is near.
  moveToGround(snapped: readonly Snapped[], options: SnapOptions = {}, off?: KeptOff): readonly Snapped[] | undefined {
    const isOpen = this.#opened(off);
    const isGround = (segment: number): boolean => !this.#nearest.isApart(segment) && (isOpen?.(segment) ?? true);
    const moved = snapped.map((point, i) => {
      if (!this.#nearest.isApart(point.position.segment)) return point;
      const { lng, lat } = point.asked;
      const position = this.#nearest.find(toMicro(lng), toMicro(lat), radiusOf(options, i), isGround);
      return position ? { ...point, position } : point;
    });
    return moved.some((point, i) => point !== snapped[i]) ? moved : undefined;
  }

  waypoint({ asked, position }: Snapped): Waypoint {
    return {
      location: { lat: position.lat / 1e6, lng: position.lng / 1e6 },
      distanceMeters: position.distanceMeters,
      name: this.#streets.name(position.segment),
      hint: writeHint(this.#fingerprint, toMicro(asked.lng), toMicro(asked.lat), position.segment),
    };
  }

  // Roads one of whose directions is not kept off.
  #opened(off: KeptOff | undefined): Wanted | undefined {
    const { edgeState } = this.#network;
    return (
      off && ((segment) => [2 * segment, 2 * segment + 1].some((edge) => edgeState[edge]! >= 0 && !off.edges[edge]))
    );
  }

  #find(asked: LatLng, radiusMeters: number, hint: string | undefined, isOpen?: Wanted): Position | undefined {
    if (!isLatLng(asked)) return undefined;
    const lng = toMicro(asked.lng);
    const lat = toMicro(asked.lat);
    const hinted = hint === undefined ? undefined : readHint(this.#fingerprint, hint);
    if (hinted && hinted.lng === lng && hinted.lat === lat && hinted.segment < this.#network.segmentCm.length) {
      const position = this.#nearest.onSegment(hinted.segment, lng, lat);
      if (position.distanceMeters <= radiusMeters && (isOpen?.(hinted.segment) ?? true)) return position;
    }
    return this.#nearest.find(lng, lat, radiusMeters, isOpen);
  }
}

function radiusOf(options: SnapOptions, point: number): number {
  return Math.min(options.radiusesMeters?.[point] ?? SNAP_METERS_MAX, SNAP_METERS_MAX);
}
