// What a matched trace says of the roads it was driven on: how long each edge took, and how long the map says it takes. Turns take what
// the map says; the rest of the time between two sightings is shared out over the edges in between as the map shares it.

import { turnMsBetween } from "../describe/crossings.ts";
import { type Network, timeOf } from "../network.ts";
import type { Sighting } from "../path.ts";
import type { LegSearch } from "../search/leg-search.ts";
import { statesOf } from "../search/unpack.ts";
import type { Matching, Seen } from "./match.ts";

export type DrivenEdge = { readonly edge: number; readonly mapMs: number; readonly drivenMs: number };

// A clock that jumped, or a stop nobody told of: slower than this, or faster, is no driving.
const TIMES_MAX = 8;
const TIMES_MIN = 0.2;

// Nothing of a trace whose times are not known.
export function drivenEdges(
  network: Network,
  search: LegSearch,
  trace: readonly Sighting[],
  { seen }: Matching,
): readonly DrivenEdge[] {
  const driven: DrivenEdge[] = [];
  for (let i = 0; i + 1 < seen.length; i++) {
    const [from, to] = [seen[i]!, seen[i + 1]!];
    const [begin, end] = [trace[from.sighting]!.atSeconds, trace[to.sighting]!.atSeconds];
    if (begin === undefined || end === undefined || end <= begin) continue;
    const { parts, turnsMs } = mapTimes(network, search, from, to);
    const mapMs = parts.reduce((sum, part) => sum + part.mapMs, 0);
    const times = ((end - begin) * 1000 - turnsMs) / mapMs;
    if (mapMs === 0 || times > TIMES_MAX) continue;
    for (const part of parts) driven.push({ ...part, drivenMs: part.mapMs * Math.max(TIMES_MIN, times) });
  }
  return driven;
}

// Edge by edge, the first and the last in part; an edge of which nothing is driven is left out.
function mapTimes(network: Network, search: LegSearch, from: Seen, to: Seen) {
  const leg = search.find([{ ...from.end, spentMs: 0 }], [to.end]);
  const states = leg ? statesOf(network, leg) : [];
  const parts: Pick<DrivenEdge, "edge" | "mapMs">[] = [];
  let turnsMs = 0;
  for (let i = 0; i < states.length; i++) {
    const edge = network.stateEdge[states[i]!]!;
    const isLast = i === states.length - 1;
    const mapMs = (isLast ? to.end.behindMs : network.edgeMs[edge]!) - (i === 0 ? from.end.behindMs : 0);
    if (mapMs > 0) parts.push({ edge, mapMs });
    if (!isLast) turnsMs += timeOf(turnMsBetween(network, states[i]!, states[i + 1]!));
  }
  return { parts, turnsMs };
}
