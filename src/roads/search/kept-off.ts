// Which edges a question keeps off, worked out when it is first asked for and kept: the kinds of road a question may exclude are few.
import { type Network, SEGMENT_TOLL } from "../network.ts";
import type { Exclusion } from "../path.ts";
import { ROAD_CLASSES, type SnapOptions } from "../path.ts";
import type { KeptOff } from "./detour-search.ts";

const MOTORWAY = ROAD_CLASSES.indexOf("motorway");
const FERRY = ROAD_CLASSES.indexOf("ferry");

const IS_OF: Readonly<Record<Exclusion, (network: Network, segment: number) => boolean>> = {
  motorway: ({ segmentClass }, segment) => segmentClass[segment] === MOTORWAY,
  ferry: ({ segmentClass }, segment) => segmentClass[segment] === FERRY,
  toll: ({ segmentFlags }, segment) => (segmentFlags[segment]! & SEGMENT_TOLL) !== 0,
};

export class KeptOffs {
  readonly #network: Network;
  readonly #known = new Map<string, KeptOff>();

  constructor(network: Network) {
    this.#network = network;
  }

  // Undefined when every road will do.
  of({ exclude = [] }: Pick<SnapOptions, "exclude">): KeptOff | undefined {
    if (exclude.length === 0) return undefined;
    const key = [...new Set(exclude)].sort().join();
    const known = this.#known.get(key) ?? this.#find(exclude);
    this.#known.set(key, known);
    return known;
  }

  #find(exclude: readonly Exclusion[]): KeptOff {
    const edges = new Uint8Array(this.#network.edgeMs.length);
    for (let segment = 0; segment < edges.length / 2; segment++) {
      if (exclude.some((kind) => IS_OF[kind](this.#network, segment))) edges.fill(1, 2 * segment, 2 * segment + 2);
    }
    return { edges, turns: new Set() };
  }
}
