// What a segment is called, what kind of road it is and which way it leaves its junctions. All of it is worked out when it
// is first asked for.
import { bearingAlong } from "../micro.ts";
import {
  type Network,
  SEGMENT_LINK,
  SEGMENT_ONE_WAY,
  SEGMENT_RESTRICTED,
  SEGMENT_RESTRICTED_BACKWARD,
  SEGMENT_ROUNDABOUT,
  SEGMENT_TOLL,
  SEGMENT_TUNNEL,
} from "../network.ts";
import { ROAD_CLASSES, type Signs, type Street } from "../path.ts";

// How far along a road one looks to tell which way it leaves a junction.
export const LOOK_METERS = 20;

export function wholeDegrees(degrees: number): number {
  return Math.round(degrees) % 360;
}

export class Streets {
  readonly #network: Network;
  readonly #strings: (string | undefined)[] = [];
  readonly #streets: (Street | undefined)[] = [];
  // Segments of which the same is said share it: there are far fewer, and telling a leg then finds them near.
  readonly #alike = new Map<string, Street>();
  // By edge; -1 where nobody has asked.
  readonly #bearings: Int16Array;

  constructor(network: Network) {
    this.#network = network;
    this.#bearings = new Int16Array(network.edgeMs.length).fill(-1);
  }

  name(segment: number): string {
    return this.#string(this.#network.segmentName[segment]!);
  }

  of(segment: number): Street {
    const known = this.#streets[segment];
    if (known) return known;
    const { segmentName, segmentRef, segmentSigns, segmentClass } = this.#network;
    const flags = this.#network.segmentFlags[segment]!;
    const key = `${segmentName[segment]} ${segmentRef[segment]} ${segmentSigns[segment]} ${segmentClass[segment]} ${flags}`;
    let street = this.#alike.get(key);
    if (!street) {
      street = this.#describe(segment, flags);
      this.#alike.set(key, street);
    }
    this.#streets[segment] = street;
    return street;
  }

  #describe(segment: number, flags: number): Street {
    const signs = this.#string(this.#network.segmentSigns[segment]!);
    const read = signs === "" ? undefined : (JSON.parse(signs) as Signs);
    const roadClass = ROAD_CLASSES[this.#network.segmentClass[segment]!]!;
    return {
      name: this.name(segment),
      ref: this.#string(this.#network.segmentRef[segment]!),
      roadClass,
      isLink: (flags & SEGMENT_LINK) !== 0,
      isRoundabout: (flags & SEGMENT_ROUNDABOUT) !== 0,
      isOneWay: (flags & SEGMENT_ONE_WAY) !== 0,
      classes: [
        ...((flags & SEGMENT_TOLL) === 0 ? [] : ["toll"]),
        ...(roadClass === "motorway" || roadClass === "ferry" ? [roadClass] : []),
        ...((flags & (SEGMENT_RESTRICTED | SEGMENT_RESTRICTED_BACKWARD)) === 0 ? [] : ["restricted"]),
        ...((flags & SEGMENT_TUNNEL) === 0 ? [] : ["tunnel"]),
      ],
      signs: read,
    };
  }

  // Which way an edge leaves the junction it begins at: whole degrees clockwise from north, 0 to 359.
  bearingOut(edge: number): number {
    const known = this.#bearings[edge]!;
    if (known >= 0) return known;
    const { shapeStart, shape } = this.#network;
    const [first, last] = [shapeStart[edge >> 1]!, shapeStart[(edge >> 1) + 1]! - 1];
    const bearing =
      edge & 1 ? bearingAlong(shape, last, first, LOOK_METERS) : bearingAlong(shape, first, last, LOOK_METERS);
    this.#bearings[edge] = wholeDegrees(bearing);
    return this.#bearings[edge]!;
  }

  #string(index: number): string {
    const known = this.#strings[index];
    if (known !== undefined) return known;
    const { stringStart, stringBytes } = this.#network;
    // A copy, because text is not decoded out of memory that threads share.
    const text = Buffer.from(stringBytes.subarray(stringStart[index]!, stringStart[index + 1]!)).toString();
    this.#strings[index] = text;
    return text;
  }
}
