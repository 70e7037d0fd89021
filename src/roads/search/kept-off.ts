// Which edges and turns a question keeps off: kinds of road it excludes, and what is closed to who drives at that hour. Worked out when
// it is first asked for and kept: there are few kinds, and few hours at which anything changes.
import { type Network, SEGMENT_TOLL } from "../network.ts";
import type { Exclusion } from "../path.ts";
import { ROAD_CLASSES, type SnapOptions } from "../path.ts";
import { WEEK_MINUTES } from "../profile/conditions.ts";
import { DRIVER_BITS } from "../profile/vehicle.ts";
import type { KeptOff } from "./detour-search.ts";

const MOTORWAY = ROAD_CLASSES.indexOf("motorway");
const FERRY = ROAD_CLASSES.indexOf("ferry");
// Each holds a byte an edge.
const KEPT_MAX = 32;

const IS_OF: Readonly<Record<Exclusion, (network: Network, segment: number) => boolean>> = {
  motorway: ({ segmentClass }, segment) => segmentClass[segment] === MOTORWAY,
  ferry: ({ segmentClass }, segment) => segmentClass[segment] === FERRY,
  toll: ({ segmentFlags }, segment) => (segmentFlags[segment]! & SEGMENT_TOLL) !== 0,
};

type Asked = Pick<SnapOptions, "exclude" | "vehicle" | "minuteOfWeek">;

export class KeptOffs {
  readonly #network: Network;
  readonly #known = new Map<string, KeptOff>();

  constructor(network: Network) {
    this.#network = network;
  }

  // Undefined when every road will do.
  of({ exclude = [], vehicle, minuteOfWeek }: Asked): KeptOff | undefined {
    const bit = DRIVER_BITS[vehicle ?? "own"];
    const isPlain = exclude.length === 0 && vehicle === undefined && minuteOfWeek === undefined;
    const closed = isPlain ? [] : this.#closedAt(bit, minuteOfWeek);
    if (exclude.length === 0 && closed.length === 0) return undefined;
    const key = `${[...new Set(exclude)].sort().join()} ${closed.join()}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size === KEPT_MAX) this.#known.clear();
    const off = this.#find(exclude, closed);
    this.#known.set(key, off);
    return off;
  }

  // Edges and turns, as the rules name them. Without an hour only what is closed at every hour.
  #closedAt(bit: number, minuteOfWeek: number | undefined): readonly number[] {
    const { hourRules } = this.#network;
    const closed: number[] = [];
    for (let i = 0; i < hourRules.length; i += 4) {
      const [from, to] = [hourRules[i + 2]!, hourRules[i + 3]!];
      const isAllWeek = from === 0 && to === WEEK_MINUTES;
      const holds = minuteOfWeek === undefined ? isAllWeek : minuteOfWeek >= from && minuteOfWeek < to;
      if (hourRules[i + 1] === bit && holds) closed.push(hourRules[i]!);
    }
    return closed;
  }

  #find(exclude: readonly Exclusion[], closed: readonly number[]): KeptOff {
    const edges = new Uint8Array(this.#network.edgeMs.length);
    for (let segment = 0; segment < edges.length / 2; segment++) {
      if (exclude.some((kind) => IS_OF[kind](this.#network, segment))) edges.fill(1, 2 * segment, 2 * segment + 2);
    }
    for (const edge of closed) if (edge >= 0) edges[edge] = 1;
    return { edges, turns: new Set(closed.filter((one) => one < 0).map((one) => -1 - one)) };
  }
}
