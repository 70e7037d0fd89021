// What a segment is called and what kind of road it is. Names are decoded when they are first asked for.
import { type Network, SEGMENT_LINK, SEGMENT_ONE_WAY, SEGMENT_ROUNDABOUT } from "../network.ts";
import { ROAD_CLASSES, type Street } from "../path.ts";

export class Streets {
  readonly #network: Network;
  readonly #strings: (string | undefined)[] = [];

  constructor(network: Network) {
    this.#network = network;
  }

  name(segment: number): string {
    return this.#string(this.#network.segmentName[segment]!);
  }

  of(segment: number): Street {
    const flags = this.#network.segmentFlags[segment]!;
    return {
      name: this.name(segment),
      ref: this.#string(this.#network.segmentRef[segment]!),
      roadClass: ROAD_CLASSES[this.#network.segmentClass[segment]!]!,
      isLink: (flags & SEGMENT_LINK) !== 0,
      isRoundabout: (flags & SEGMENT_ROUNDABOUT) !== 0,
      isOneWay: (flags & SEGMENT_ONE_WAY) !== 0,
    };
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
