// Roads: an edge below, the road above it, lesser ones first; then bridges once more, so that they cross over.
import { all, type Expression, fade, from, grow, has, isKind, not, type StyleLayer } from "./layer.ts";
import type { Palette } from "./palette.ts";

type Rank = "minor" | "main" | "trunk";

type RoadClass = {
  readonly kinds: readonly string[];
  readonly minzoom: number;
  readonly rank: Rank;
  // Pixels of the road itself by zoom, and of the edge on each side.
  readonly width: Readonly<Record<number, number>>;
  readonly edge: number;
};

const CLASSES: readonly RoadClass[] = [
  { kinds: ["service"], minzoom: 13, rank: "minor", edge: 0.6, width: { 13: 0.5, 15: 1.6, 18: 9 } },
  { kinds: ["minor"], minzoom: 12, rank: "minor", edge: 0.7, width: { 12: 0.5, 13: 1.2, 14: 2, 15: 3.4, 18: 18 } },
  { kinds: ["tertiary"], minzoom: 11, rank: "main", edge: 0.8, width: { 11: 0.7, 13: 2.4, 15: 5, 18: 24 } },
  { kinds: ["secondary"], minzoom: 9, rank: "main", edge: 0.9, width: { 9: 0.6, 11: 1.4, 13: 3.4, 15: 6.5, 18: 28 } },
  { kinds: ["primary"], minzoom: 7, rank: "main", edge: 1, width: { 7: 0.8, 10: 1.6, 13: 4.2, 15: 8, 18: 32 } },
  {
    kinds: ["trunk", "motorway"],
    minzoom: 6,
    rank: "trunk",
    edge: 1,
    width: { 6: 1.2, 10: 2.2, 13: 4.8, 15: 9, 18: 34 },
  },
];

// Ramps are narrower than what they lead to.
const LINK_SHARE = 0.6;
// Below this zoom an edge would be all there is to see.
const EDGE_ZOOM = 11;

export function roadLayers(colors: Palette): readonly StyleLayer[] {
  const isBridge = has("bridge");
  return [
    pathLayer(colors),
    ...CLASSES.map((one) => edgeLayer(one, colors, "edge", not(isBridge))),
    ...CLASSES.map((one) => roadLayer(one, colors, "road", not(isBridge))),
    ...railLayers(colors),
    ...CLASSES.map((one) => edgeLayer(one, colors, "bridge-edge", isBridge)),
    ...CLASSES.map((one) => roadLayer(one, colors, "bridge", isBridge)),
    arrowLayer(colors),
  ];
}

function widths({ width }: RoadClass, edge = 0): Expression {
  const stops = Object.entries(width).map(([zoom, pixels]) => {
    const both = ["case", has("link"), pixels * LINK_SHARE + 2 * edge, pixels + 2 * edge];
    return [Number(zoom), both] as const;
  });
  return grow(1.5, ...stops);
}

function edgeLayer(one: RoadClass, colors: Palette, id: string, where: Expression): StyleLayer {
  return {
    id: `${id}-${one.kinds[0]}`,
    type: "line",
    ...from({ layer: "road", filter: all(isKind(...one.kinds), where), minzoom: Math.max(EDGE_ZOOM, one.minzoom) }),
    layout: { "line-cap": id === "edge" ? "round" : "butt", "line-join": "round" },
    paint: {
      "line-color": colors[`${one.rank}Edge`],
      "line-width": widths(one, one.edge),
      "line-opacity": ["case", has("tunnel"), 0.4, 1],
    },
  };
}

function roadLayer(one: RoadClass, colors: Palette, id: string, where: Expression): StyleLayer {
  return {
    id: `${id}-${one.kinds[0]}`,
    type: "line",
    ...from({ layer: "road", filter: all(isKind(...one.kinds), where), minzoom: one.minzoom }),
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      // White on pale land is not seen from afar: there a road has a colour of its own.
      "line-color": fade([EDGE_ZOOM - 0.5, colors[`${one.rank}Far`]], [EDGE_ZOOM + 0.5, colors[one.rank]]),
      "line-width": widths(one),
      "line-opacity": ["case", has("tunnel"), 0.5, 1],
    },
  };
}

function pathLayer(colors: Palette): StyleLayer {
  return {
    id: "road-path",
    type: "line",
    ...from({ layer: "road", filter: isKind("path"), minzoom: 14 }),
    layout: { "line-join": "round" },
    paint: {
      "line-color": colors.path,
      "line-width": grow(1.5, [14, 0.6], [16, 1.4], [18, 3]),
      "line-dasharray": [3, 1.5],
    },
  };
}

function railLayers(colors: Palette): readonly StyleLayer[] {
  const where = from({ layer: "road", filter: all(isKind("rail"), not(has("tunnel"))), minzoom: 9 });
  const width = grow(1.4, [9, 0.5], [13, 1.2], [16, 2.4]);
  return [
    { id: "rail", type: "line", ...where, paint: { "line-color": colors.rail, "line-width": width } },
    {
      id: "rail-sleepers",
      type: "line",
      ...where,
      minzoom: 15,
      paint: { "line-color": colors.rail, "line-width": grow(1.4, [15, 4], [18, 9]), "line-dasharray": [0.2, 3] },
    },
  ];
}

// One-way streets, once there is room between the edges for an arrow.
function arrowLayer(colors: Palette): StyleLayer {
  return {
    id: "oneway",
    type: "symbol",
    ...from({ layer: "road", filter: all(has("oneway"), not(isKind("path", "runway", "taxiway"))), minzoom: 16 }),
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 140,
      "text-field": "→",
      "text-font": ["Map Regular", "system-ui"],
      "text-size": grow(1.2, [16, 13], [18, 18]),
      "text-rotate": ["case", ["==", ["get", "oneway"], -1], 180, 0],
      "text-keep-upright": false,
      "text-rotation-alignment": "map",
      "text-padding": 2,
    },
    paint: { "text-color": colors.arrow, "text-opacity": fade([16, 0.6], [17, 1]) },
  };
}
