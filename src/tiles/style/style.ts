// The style of the base map as MapLibre reads it.
import { labelLayers } from "./label-layers.ts";
import { fade, from, isKind, SOURCE, type StyleLayer } from "./layer.ts";
import { PALETTES, type Palette, type Theme } from "./palette.ts";
import { roadLayers } from "./road-layers.ts";

export type StyleDocument = {
  readonly version: 8;
  readonly name: string;
  readonly sources: Readonly<
    Record<typeof SOURCE, { readonly type: "vector"; readonly url: string; readonly attribution: string }>
  >;
  readonly layers: readonly StyleLayer[];
};

// `url` is where the archive of tiles is fetched.
export function styleDocument(theme: Theme, url: string, attribution: string): StyleDocument {
  const colors = PALETTES[theme];
  return {
    version: 8,
    name: `Giao ${theme}`,
    sources: { [SOURCE]: { type: "vector", url: `pmtiles://${url}`, attribution } },
    layers: [...groundLayers(colors), ...roadLayers(colors), ...labelLayers(colors)],
  };
}

// Land, green, water and buildings: flat colours, no outlines but those of houses.
function groundLayers(colors: Palette): readonly StyleLayer[] {
  return [
    { id: "land", type: "background", paint: { "background-color": colors.land } },
    {
      id: "area",
      type: "fill",
      ...from({ layer: "area" }),
      paint: {
        "fill-color": [
          "match",
          ["get", "kind"],
          ["residential"],
          colors.builtUp,
          ["school"],
          colors.school,
          ["hospital"],
          colors.hospital,
          colors.works,
        ],
        "fill-antialias": false,
      },
    },
    {
      id: "green",
      type: "fill",
      ...from({ layer: "green" }),
      paint: {
        "fill-color": [
          "match",
          ["get", "kind"],
          ["wood", "wetland"],
          colors.wood,
          ["cemetery"],
          colors.cemetery,
          ["sand"],
          colors.sand,
          colors.park,
        ],
        "fill-opacity": fade([8, 0.7], [12, 1]),
      },
    },
    {
      id: "waterway",
      type: "line",
      ...from({ layer: "waterway" }),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": colors.water,
        "line-width": [
          "interpolate",
          ["exponential", 1.5],
          ["zoom"],
          8,
          ["match", ["get", "kind"], ["river"], 1, 0.5],
          14,
          ["match", ["get", "kind"], ["river"], 3.5, ["canal"], 2.5, 1.2],
          18,
          ["match", ["get", "kind"], ["river"], 14, ["canal"], 10, 5],
        ],
      },
    },
    { id: "water", type: "fill", ...from({ layer: "water" }), paint: { "fill-color": colors.water } },
    {
      id: "runway",
      type: "line",
      ...from({ layer: "road", filter: isKind("runway", "taxiway"), minzoom: 10 }),
      paint: {
        "line-color": colors.buildingEdge,
        "line-width": [
          "interpolate",
          ["exponential", 2],
          ["zoom"],
          10,
          ["match", ["get", "kind"], ["runway"], 1.2, 0.3],
          16,
          ["match", ["get", "kind"], ["runway"], 40, 12],
        ],
      },
    },
    {
      id: "building",
      type: "fill",
      ...from({ layer: "building", minzoom: 13 }),
      paint: {
        "fill-color": colors.building,
        "fill-outline-color": colors.buildingEdge,
        "fill-opacity": fade([13, 0], [14.5, 1]),
      },
    },
    {
      id: "boundary",
      type: "line",
      ...from({ layer: "boundary" }),
      layout: { "line-join": "round" },
      paint: {
        "line-color": colors.boundary,
        "line-dasharray": [4, 3],
        "line-width": [
          "interpolate",
          ["linear"],
          ["zoom"],
          6,
          ["match", ["get", "kind"], ["country", "province"], 0.8, 0.4],
          14,
          ["match", ["get", "kind"], ["country", "province"], 2, ["district"], 1.4, 0.8],
        ],
        "line-opacity": fade([10, 0.8], [16, 0.5]),
      },
    },
  ];
}
