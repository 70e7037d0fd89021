// Moves the points of a question to the road.
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { nodeAt } from "../describe/nodes.ts";
import type { Streets } from "../describe/streets.ts";
import { bearingAlong, lngShrink, toMicro, turnDegrees } from "../micro.ts";
import type { Network } from "../network.ts";
import { type NearWaypoint, SNAP_METERS_MAX, type SnapOptions, type Waypoint } from "../path.ts";
import type { KeptOff } from "./detour-search.ts";
import { DIRECTION_BACKWARD, DIRECTION_FORWARD, NearestRoad, type Position, type Wanted } from "./grid.ts";

export type Snapped = { readonly asked: LatLng; readonly position: Position };

// With both of its climbs a place takes some two kilobytes.
const KNOWN_MAX = 8_192;
const EITHER_WAY = DIRECTION_FORWARD | DIRECTION_BACKWARD;

export class Snapper {
  readonly #network: Network;
  readonly #streets: Streets;
  readonly #nearest: NearestRoad;
  readonly #fingerprint: number;
  readonly #known = new NewestMap<string, Snapped>(KNOWN_MAX);

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
    const isOpen = this.#opened(off);
    const snapped: Snapped[] = [];
    for (let i = 0; i < points.length; i++) {
      const asked = points[i]!;
      const position = this.#find(asked, options, i, isOpen);
      if (!position) return noRoad(i, options);
      snapped.push({ asked, position });
    }
    return snapped;
  }

  // Points alone. Those asked about lately are told by the same object, by which a table knows their climbs again.
  snapKnown(points: readonly LatLng[]): readonly Snapped[] | Refusal<"NO_SEGMENT"> {
    const snapped: Snapped[] = [];
    for (let i = 0; i < points.length; i++) {
      const asked = points[i]!;
      // To where the search for a road sees them; whole numbers are written several times faster.
      const name = `${toMicro(asked.lat)} ${toMicro(asked.lng)}`;
      const known = this.#known.get(name);
      const position = known?.position ?? this.#find(asked, {}, i, undefined);
      if (!position) return noRoad(i, {});
      const found = known ?? { asked, position };
      if (!known) this.#known.set(name, found);
      snapped.push(found);
    }
    return snapped;
  }

  // The same points without those roads that are apart. Undefined when none is on one, or nothing else is near.
  moveToGround(snapped: readonly Snapped[], options: SnapOptions = {}, off?: KeptOff): readonly Snapped[] | undefined {
    const isOpen = this.#opened(off);
    const isGround = (segment: number, piece: number): boolean =>
      !this.#nearest.isApart(segment) && (isOpen?.(segment, piece) ?? true);
    const moved = snapped.map((point, i) => {
      if (!this.#nearest.isApart(point.position.segment)) return point;
      const position = this.#search(point.asked, options, i, isGround);
      return position ? { ...point, position } : point;
    });
    return moved.some((point, i) => point !== snapped[i]) ? moved : undefined;
  }

  nearest(
    asked: LatLng,
    count: number,
    options: SnapOptions,
    off?: KeptOff,
  ): readonly NearWaypoint[] | Refusal<"NO_SEGMENT"> {
    if (!isLatLng(asked)) return noRoad(0, options);
    const isOpen = this.#opened(off);
    const found = new Map<number, Position>();
    while (found.size < count) {
      const position = this.#search(
        asked,
        options,
        0,
        (segment, piece) => !found.has(segment) && (isOpen?.(segment, piece) ?? true),
      );
      if (!position) break;
      found.set(position.segment, position);
    }
    if (found.size === 0) return noRoad(0, options);
    return [...found.values()].map((position) => ({
      ...this.waypoint({ asked, position }),
      nodes: [nodeAt(this.#network, position.piece), nodeAt(this.#network, position.piece + 1)],
    }));
  }

  // One that was found elsewhere, bound as the point asks; undefined where it is kept off or heads no way that is asked for.
  bind(position: Position, asked: LatLng, options: SnapOptions, point: number, off?: KeptOff): Position | undefined {
    if (off && !this.#opened(off)?.(position.segment, position.piece)) return undefined;
    const bound = this.#bind(position, asked, options, point);
    return bound.directions === 0 ? undefined : bound;
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

  #find(asked: LatLng, options: SnapOptions, point: number, isOpen: Wanted | undefined): Position | undefined {
    if (!isLatLng(asked)) return undefined;
    const hint = options.hints?.[point];
    const hinted = hint === undefined ? undefined : readHint(this.#fingerprint, hint);
    const [lng, lat] = [toMicro(asked.lng), toMicro(asked.lat)];
    if (hinted && hinted.lng === lng && hinted.lat === lat && hinted.segment < this.#network.segmentCm.length) {
      const position = this.#nearest.onSegment(hinted.segment, lng, lat);
      const isWanted = isOpen?.(position.segment, position.piece) ?? true;
      const bound = this.#bind(position, asked, options, point);
      if (position.distanceMeters <= radiusOf(options, point) && isWanted && bound.directions !== 0) return bound;
    }
    return this.#search(asked, options, point, isOpen);
  }

  #search(asked: LatLng, options: SnapOptions, point: number, isGood?: Wanted): Position | undefined {
    const wanted: Wanted | undefined = isBound(options, point)
      ? (segment, piece) =>
          (isGood?.(segment, piece) ?? true) && this.#directionsAt(piece, segment, asked, options, point) !== 0
      : isGood;
    const [lng, lat] = [toMicro(asked.lng), toMicro(asked.lat)];
    const position = this.#nearest.find(lng, lat, radiusOf(options, point), wanted, options.isFerryToo);
    return position && this.#bind(position, asked, options, point);
  }

  // The ways one may be heading there, where the point asks for some.
  #bind(position: Position, asked: LatLng, options: SnapOptions, point: number): Position {
    if (!isBound(options, point)) return position;
    return { ...position, directions: this.#directionsAt(position.piece, position.segment, asked, options, point) };
  }

  // Which ways one may be heading on a straight piece of road, as asked for the point.
  #directionsAt(piece: number, segment: number, asked: LatLng, options: SnapOptions, point: number): number {
    const { edgeState, shape } = this.#network;
    let directions =
      (edgeState[2 * segment]! < 0 ? 0 : DIRECTION_FORWARD) |
      (edgeState[2 * segment + 1]! < 0 ? 0 : DIRECTION_BACKWARD);
    const heading = options.bearings?.[point];
    if (heading) {
      const drawn = bearingAlong(shape, piece, piece + 1, Number.POSITIVE_INFINITY);
      const isOff = (bearing: number): boolean => Math.abs(turnDegrees(heading.degrees, bearing)) > heading.range;
      if (isOff(drawn)) directions &= ~DIRECTION_FORWARD;
      if (isOff((drawn + 180) % 360)) directions &= ~DIRECTION_BACKWARD;
    }
    const approach = options.approaches?.[point] ?? FREE;
    // In a one-way street one gets there on whichever side it is.
    if (approach === FREE || directions !== EITHER_WAY) return directions;
    const isRight = isRightOf(shape, piece, toMicro(asked.lng), toMicro(asked.lat));
    return directions & (isRight === (approach === "curb") ? DIRECTION_FORWARD : DIRECTION_BACKWARD);
  }
}

const FREE = "unrestricted";

function isBound({ bearings, approaches }: SnapOptions, point: number): boolean {
  return bearings?.[point] !== undefined || (approaches?.[point] ?? FREE) !== FREE;
}

function isRightOf(shape: Int32Array, piece: number, lng: number, lat: number): boolean {
  const [fromLng, fromLat] = [shape[2 * piece]!, shape[2 * piece + 1]!];
  const [east, north] = [shape[2 * piece + 2]! - fromLng, shape[2 * piece + 3]! - fromLat];
  const shrink = lngShrink(fromLat);
  return east * shrink * (lat - fromLat) - north * (lng - fromLng) * shrink <= 0;
}

function noRoad(point: number, options: SnapOptions): Refusal<"NO_SEGMENT"> {
  return refuse("NO_SEGMENT", `There is no road within ${radiusOf(options, point)} m of point ${point}.`);
}

function radiusOf(options: SnapOptions, point: number): number {
  return Math.min(options.radiusesMeters?.[point] ?? SNAP_METERS_MAX, SNAP_METERS_MAX);
}

// A hint: where on the network a coordinate was found, so that it need not be looked for again. Sixteen bytes: a
// fingerprint of the network, the coordinate, the segment.
type Hint = { readonly lng: number; readonly lat: number; readonly segment: number };

const BYTES = 16;
const bytes = Buffer.alloc(BYTES);

function writeHint(fingerprint: number, lng: number, lat: number, segment: number): string {
  bytes.writeUInt32LE(fingerprint, 0);
  bytes.writeInt32LE(lng, 4);
  bytes.writeInt32LE(lat, 8);
  bytes.writeUInt32LE(segment, 12);
  return bytes.toString("base64url");
}

// Undefined when it is not a hint of this network. Callers send back what they like: nothing else of it is believed.
function readHint(fingerprint: number, text: string): Hint | undefined {
  if (text.length !== 22 || bytes.write(text, "base64url") !== BYTES) return undefined;
  if (bytes.readUInt32LE(0) !== fingerprint) return undefined;
  return { lng: bytes.readInt32LE(4), lat: bytes.readInt32LE(8), segment: bytes.readUInt32LE(12) };
}
