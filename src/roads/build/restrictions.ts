// Turn restrictions of an extract, told as chains of directed edges: who drove all but the last may not (or may only) go
// on to the last. A via-node restriction is a chain of two, a via-way one is longer.
import type { Extract, Relation, Tags } from "../../extract/extract.ts";
import { readConditions } from "../profile/conditions.ts";
import { ALL_WEEK, type Shut, shutFor } from "../profile/hours-rule.ts";
import { driversOf, type Vehicle } from "../profile/vehicle.ts";
import { wordFor } from "../profile/way-rule.ts";
import type { Grouped } from "./group-by.ts";
import type { Segments } from "./segments.ts";

export type BannedTurn = {
  // At least two edges; the last is the one it is about.
  readonly chain: readonly number[];
  readonly kind: "no" | "only";
  // Whom it binds and when; absent where it binds the network's own vehicle always.
  readonly shut?: readonly Shut[];
};

// A via of more ways than this is a mistake in the map, not a rule of the road.
const VIA_WAYS_MAX = 12;

export function findRestrictions(
  extract: Extract,
  segments: Segments,
  arms: Grouped,
  vehicle: Vehicle,
): readonly BannedTurn[] {
  const ofWay = new Map<number, number[]>();
  for (let segment = 0; segment < segments.count; segment++) {
    const id = segments.wayId[segment]!;
    const known = ofWay.get(id);
    if (known) known.push(segment);
    else ofWay.set(id, [segment]);
  }
  const junctionOf = new Map<number, number>();
  for (let junction = 0; junction < segments.junctionCount; junction++) {
    junctionOf.set(extract.nodes.ids[segments.junctionNode[junction]!]!, junction);
  }
  const map: MapOfWays = { segments, arms, ofWay, junctionOf };
  return extract.relations.flatMap((relation) => {
    if (!relation.tags.type?.startsWith("restriction")) return [];
    const kind = kindOf(relation.tags, vehicle, wordFor(relation.tags, vehicle, "restriction"));
    const always = kind ? chainsOf(relation, kind, map) : [];
    return [...always, ...timedKinds(relation, vehicle, kind).flatMap((timed) => chainsOf(relation, timed, map))];
  });
}

type MapOfWays = {
  readonly segments: Segments;
  readonly arms: Grouped;
  readonly ofWay: ReadonlyMap<number, readonly number[]>;
  readonly junctionOf: ReadonlyMap<number, number>;
};

type Kind = {
  readonly rule: "no" | "only";
  readonly turnsRound: boolean;
  // Which alone may name several from, and several to.
  readonly isEntry: boolean;
  readonly isExit: boolean;
  readonly shut?: readonly Shut[];
};

// What binds at some hours, and what binds only those who drive the same roads with something larger.
function timedKinds({ tags }: Relation, own: Vehicle, always: Kind | undefined): readonly Kind[] {
  return driversOf(own).flatMap(({ bit, vehicle }) => {
    const tag = vehicle.accessKeys.map(
      (key) => tags[key === "access" ? CONDITIONAL : `restriction:${key}:conditional`],
    );
    const conditions = readConditions(tag.find((one) => one !== undefined) ?? "", vehicle.size);
    const kinds = conditions.map(({ word, hours }) => ({ kind: kindOf(tags, vehicle, word), hours }));
    const plain = wordFor(tags, vehicle, "restriction");
    // A ban on all is in the turns themselves.
    if (!always && vehicle !== own) kinds.push({ kind: kindOf(tags, vehicle, plain), hours: ALL_WEEK });
    return kinds.flatMap(({ kind, hours }) => (kind ? [{ ...kind, shut: shutFor(bit, hours) }] : []));
  });
}

const CONDITIONAL = "restriction:conditional";

// Undefined for a relation that does not bind this vehicle.
function kindOf(tags: Tags, vehicle: Vehicle, tag: string | undefined): Kind | undefined {
  const words = vehicle.accessKeys.filter((key) => key !== "access");
  if (tags.type !== "restriction" && !words.some((word) => tags.type === `restriction:${word}`)) return undefined;
  // At a red light one stands still anyway.
  if (tag === undefined || tag.endsWith("_on_red")) return undefined;
  const excepted = (tags.except ?? "").split(";").map((word) => word.trim());
  if (excepted.some((word) => words.includes(word))) return undefined;
  const rule = tag.startsWith("no_") ? "no" : tag.startsWith("only_") ? "only" : undefined;
  return rule && { rule, turnsRound: tag.endsWith("u_turn"), isEntry: tag === "no_entry", isExit: tag === "no_exit" };
}

// None where it cannot be told which turn is meant: a rule that nobody can read must never close a junction.
function chainsOf(relation: Relation, kind: Kind, map: MapOfWays): readonly BannedTurn[] {
  const ways = (role: string): readonly number[] =>
    relation.members.filter((member) => member.role === role && member.kind === "way").map((member) => member.ref);
  const viaNode = relation.members.find((member) => member.role === "via" && member.kind === "node");
  const [fromWays, viaWays, toWays] = [ways("from"), ways("via"), ways("to")];
  if ((fromWays.length > 1 && !kind.isEntry) || (toWays.length > 1 && !kind.isExit)) return [];
  const banned: BannedTurn[] = [];
  for (const from of fromWays) {
    for (const to of toWays) {
      const chains = viaNode
        ? throughJunction(map, from, to, map.junctionOf.get(viaNode.ref), kind)
        : throughWays(map, from, to, viaWays, kind);
      // A way that goes on beyond the junction is two roads there: which of them is meant?
      if (chains.length !== 1) continue;
      banned.push({ chain: chains[0]!, kind: kind.rule, ...(kind.shut && { shut: kind.shut }) });
    }
  }
  return banned;
}

function throughJunction(map: MapOfWays, from: number, to: number, via: number | undefined, kind: Kind) {
  if (via === undefined) return [];
  return entering(map, from, via).flatMap((first) =>
    leaving(map, to, via)
      .filter((last) => isReverse(first, last) === kind.turnsRound || from !== to)
      .map((last) => [first, last]),
  );
}

// The members of a relation may stand in any order: the chain is found by walking from the end of `from`.
function throughWays(map: MapOfWays, from: number, to: number, via: readonly number[], kind: Kind) {
  const chains: (readonly number[])[] = [];
  if (via.length === 0 || via.length > VIA_WAYS_MAX) return chains;
  const walk = (junction: number, rest: readonly number[], chain: readonly number[]): void => {
    if (rest.length === 0) {
      for (const last of leaving(map, to, junction)) {
        if (isReverse(chain.at(-1)!, last) && !kind.turnsRound) continue;
        chains.push([...chain, last]);
      }
      return;
    }
    for (const way of rest) {
      const stretch = alongWay(map, way, junction);
      if (!stretch) continue;
      walk(
        stretch.end,
        rest.filter((other) => other !== way),
        [...chain, ...stretch.edges],
      );
    }
  };
  for (const segment of map.ofWay.get(from) ?? []) {
    for (const edge of [segment * 2, segment * 2 + 1]) {
      if (map.segments.edgeMs[edge]! > 0) walk(edgeEnd(map.segments, edge), via, [edge]);
    }
  }
  return chains;
}

// The whole of a via way, driven from one of its ends to the other.
function alongWay(map: MapOfWays, way: number, start: number) {
  const { segments } = map;
  const rest = new Set(map.ofWay.get(way) ?? []);
  const edges: number[] = [];
  let at = start;
  while (rest.size > 0) {
    let next: number | undefined;
    for (const segment of rest) {
      if (segments.from[segment] === at) next = segment * 2;
      else if (segments.to[segment] === at) next = segment * 2 + 1;
      if (next !== undefined) break;
    }
    if (next === undefined || segments.edgeMs[next] === 0) return undefined;
    edges.push(next);
    rest.delete(next >> 1);
    at = edgeEnd(segments, next);
  }
  return edges.length > 0 ? { edges, end: at } : undefined;
}

function entering(map: MapOfWays, way: number, junction: number): readonly number[] {
  return edgesAt(map, way, junction)
    .map((edge) => edge ^ 1)
    .filter((edge) => map.segments.edgeMs[edge]! > 0);
}

function leaving(map: MapOfWays, way: number, junction: number): readonly number[] {
  return edgesAt(map, way, junction).filter((edge) => map.segments.edgeMs[edge]! > 0);
}

// Edges of the way that begin at the junction, drivable or not.
function edgesAt({ segments, arms }: MapOfWays, way: number, junction: number): readonly number[] {
  const found: number[] = [];
  for (let i = arms.start[junction]!; i < arms.start[junction + 1]!; i++) {
    const edge = arms.items[i]!;
    if (segments.wayId[edge >> 1] === way) found.push(edge);
  }
  return found;
}

function isReverse(first: number, second: number): boolean {
  return (first ^ 1) === second;
}

export function edgeEnd(segments: Segments, edge: number): number {
  return edge & 1 ? segments.from[edge >> 1]! : segments.to[edge >> 1]!;
}
