// The sea, from coastlines that an extract cut off at its edge. A coast has land on its left and water on its right; where it
// leaves the extract, the sea goes on along the edge, clockwise, to where the next coast comes in. Of several extracts each has its own
// edge: what lies between two cities is on neither map.
import { isLocal, type Region, regionOf } from "../../extract/extract.ts";
import { joinWays } from "../../extract/join-ways.ts";
import { clipLine } from "../cut/clip.ts";
import { type Box, boxOf, type Feature, ringArea, type WorldLine, ZOOM_MAX, ZOOM_MIN } from "../feature.ts";
import { arrangeRings, type ProjectedExtract, worldX, worldY } from "./world.ts";

// A coast that ends farther from the edge than this share of the extract is broken: which side is wet is then anybody's guess.
const EDGE_SHARE_MAX = 0.05;

export function drawSea(world: ProjectedExtract): readonly Feature[] {
  const coasts = world.extract.ways.filter((way) => way.tags.natural === "coastline");
  const { rings, chains } = joinWays(
    coasts.map((way) => way.refs),
    { keepDirection: true },
  );
  const islands = rings.map(world.ring).filter((ring) => ring !== undefined);
  const coastLines = chains.flatMap(world.lines);
  return edgesOf(world).flatMap((edge) => {
    const parts = seaIn(
      edge,
      islands.filter((ring) => touches(ring, edge)),
      coastLines.flatMap((line) => clipTo(line, edge)),
    );
    return parts.length === 0
      ? []
      : [
          {
            layer: "water",
            shape: "area",
            parts,
            tags: { kind: "sea" },
            zoomMin: ZOOM_MIN,
            zoomMax: ZOOM_MAX,
          } as const,
        ];
  });
}

function seaIn(edge: Box, islands: readonly WorldLine[], coasts: readonly WorldLine[]): readonly WorldLine[] {
  const lines = coasts.map((line) => toEdge(line, edge));
  if (lines.includes(undefined) || lines.length + islands.length === 0) return [];
  const outlines = closeAlongEdge(
    lines.filter((line) => line !== undefined),
    edge,
  );
  // Only islands: all around them is sea.
  if (lines.length === 0) outlines.push(Float64Array.of(...corners(edge).flat()));
  const seas = islands.filter((ring) => ringArea(ring) > 0);
  const land = islands.filter((ring) => ringArea(ring) < 0);
  return arrangeRings([...outlines, ...seas], land);
}

function edgesOf({ extract }: ProjectedExtract): readonly Box[] {
  const drawn = (): Region | undefined =>
    regionOf(
      extract.nodes,
      extract.ways.filter(({ tags }) => isLocal(tags)).map(({ refs }) => refs),
    );
  const regions = extract.regions ?? [drawn()].filter((region) => region !== undefined);
  return regions.map(({ west, south, east, north }) => ({
    left: worldX(west),
    top: worldY(north),
    right: worldX(east),
    bottom: worldY(south),
  }));
}

function touches(ring: WorldLine, edge: Box): boolean {
  const { left, top, right, bottom } = boxOf([ring]);
  return left <= edge.right && right >= edge.left && top <= edge.bottom && bottom >= edge.top;
}

// The stretches of a line inside the edge.
function clipTo(line: WorldLine, { left, top, right, bottom }: Box): readonly WorldLine[] {
  const inColumn: number[][] = [];
  clipLine(line, { axis: 0, from: left, to: right }, inColumn);
  const inside: number[][] = [];
  for (const piece of inColumn) clipLine(piece, { axis: 1, from: top, to: bottom }, inside);
  return inside.map((piece) => Float64Array.from(piece));
}

function corners({ left, top, right, bottom }: Box): readonly (readonly [number, number])[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

// The line with both of its ends brought to the edge, or undefined when one is too far from it.
function toEdge(line: WorldLine, edge: Box): WorldLine | undefined {
  const first = onEdge(line[0]!, line[1]!, edge);
  const last = onEdge(line[line.length - 2]!, line[line.length - 1]!, edge);
  return first && last && Float64Array.of(...first, ...line, ...last);
}

function onEdge(x: number, y: number, { left, top, right, bottom }: Box): readonly [number, number] | undefined {
  const candidates = [
    { away: x - left, at: [left, y] as const },
    { away: right - x, at: [right, y] as const },
    { away: y - top, at: [x, top] as const },
    { away: bottom - y, at: [x, bottom] as const },
  ].sort((a, b) => a.away - b.away);
  const [nearest] = candidates;
  return nearest && nearest.away <= EDGE_SHARE_MAX * Math.max(right - left, bottom - top) ? nearest.at : undefined;
}

function closeAlongEdge(lines: readonly WorldLine[], edge: Box): WorldLine[] {
  const starts = lines
    .map((line, index) => ({ index, at: alongEdge(line[0]!, line[1]!, edge) }))
    .sort((a, b) => a.at - b.at);
  const turns = corners(edge).map(([x, y]) => ({ x, y, at: alongEdge(x, y, edge) }));
  const open = new Set(lines.keys());
  const rings: WorldLine[] = [];
  for (const first of lines.keys()) {
    if (!open.has(first)) continue;
    const ring: number[] = [];
    let index = first;
    while (open.delete(index)) {
      const line = lines[index]!;
      for (const coordinate of line) ring.push(coordinate);
      const end = alongEdge(line[line.length - 2]!, line[line.length - 1]!, edge);
      // Clockwise to the next coast that comes in; round the whole edge if it must be.
      const ahead = (at: number): number => (at - end + 4) % 4;
      const next = starts.reduce((best, start) => (ahead(start.at) < ahead(best.at) ? start : best));
      const passed = turns.filter((turn) => ahead(turn.at) < ahead(next.at)).sort((a, b) => ahead(a.at) - ahead(b.at));
      for (const { x, y } of passed) ring.push(x, y);
      index = next.index;
    }
    rings.push(Float64Array.from(ring));
  }
  return rings;
}

// How far along the edge a point of it lies, clockwise on the screen from the upper left corner: 0 to 4.
function alongEdge(x: number, y: number, { left, top, right, bottom }: Box): number {
  const [across, down] = [(x - left) / (right - left), (y - top) / (bottom - top)];
  if (down === 0) return across;
  if (across === 1) return 1 + down;
  if (down === 1) return 3 - across;
  return (4 - down) % 4;
}
