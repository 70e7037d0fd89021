// Names: of streets and rivers along them, of parks, lakes and places on them. Glyphs are drawn by the browser from the
// reader's own fonts (the style has no `glyphs`), so every Vietnamese letter is there and no font is fetched.
import { all, type Expression, fade, from, has, isKind, not, type StyleLayer } from "./layer.ts";
import type { Palette } from "./palette.ts";

// The weight is read from the first name, which no machine has; the second is what is drawn.
const REGULAR = ["Map Regular", "system-ui"];
const MEDIUM = ["Map Medium", "system-ui"];
const BOLD = ["Map Semibold", "system-ui"];
const ITALIC = ["Map Italic", "system-ui"];

const NAME: Expression = ["get", "name"];
const RANK: Expression = ["get", "rank"];

export function labelLayers(colors: Palette): readonly StyleLayer[] {
  return [
    {
      id: "waterway-name",
      type: "symbol",
      ...from({ layer: "waterway", filter: all(has("name"), isKind("river", "canal")), minzoom: 11 }),
      layout: {
        ...alongLine(ITALIC, fade([11, 10], [16, 14])),
        "text-letter-spacing": 0.08,
        "symbol-spacing": 400,
      },
      paint: { "text-color": colors.waterName, "text-halo-color": colors.water, "text-halo-width": 1 },
    },
    roadName("minor", isKind("minor", "service", "path"), 15, fade([15, 10], [18, 13]), colors),
    roadName("tertiary", isKind("tertiary"), 14, fade([14, 10], [18, 14]), colors),
    roadName("main", isKind("secondary", "primary", "trunk", "motorway"), 13, fade([13, 10], [18, 15]), colors),
    {
      id: "road-number",
      type: "symbol",
      ...from({
        layer: "road",
        filter: all(has("ref"), isKind("trunk", "motorway", "primary"), not(has("link"))),
        minzoom: 8,
      }),
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 450,
        "text-field": ["get", "ref"],
        "text-font": MEDIUM,
        "text-size": 10,
        "text-rotation-alignment": "viewport",
        "text-padding": 24,
      },
      paint: { ...written(colors.roadName, colors), "text-halo-width": 2 },
    },
    {
      id: "area-name",
      type: "symbol",
      ...from({ layer: "label", minzoom: 11 }),
      layout: { ...atPoint(ITALIC, fade([12, 10], [17, 13])), "symbol-sort-key": RANK },
      paint: {
        ...written(colors.quarterName, colors),
        "text-color": [
          "match",
          ["get", "kind"],
          ["lake", "river"],
          colors.waterName,
          ["park", "wood", "cemetery"],
          colors.greenName,
          colors.quarterName,
        ],
      },
    },
    placeName(
      "quarter",
      isKind("ward", "quarter", "neighbourhood", "hamlet"),
      fade([12, 10], [16, 13]),
      REGULAR,
      colors,
      {
        minzoom: 12,
        maxzoom: 17,
      },
    ),
    placeName(
      "district",
      isKind("district", "suburb", "borough", "village"),
      fade([10, 10.5], [14, 15]),
      MEDIUM,
      colors,
      {
        minzoom: 10,
        maxzoom: 15,
      },
    ),
    // Gone before the names of streets come: whoever looks at streets knows the city.
    placeName("town", isKind("town", "city"), fade([6, 12], [10, 16], [12, 18]), BOLD, colors, {
      minzoom: 6,
      maxzoom: 12,
    }),
  ];
}

function roadName(id: string, where: Expression, minzoom: number, size: Expression, colors: Palette): StyleLayer {
  return {
    id: `road-name-${id}`,
    type: "symbol",
    ...from({ layer: "road", filter: all(has("name"), where), minzoom }),
    layout: alongLine(id === "main" ? MEDIUM : REGULAR, size),
    paint: written(colors.roadName, colors),
  };
}

function placeName(
  id: string,
  where: Expression,
  size: Expression,
  font: readonly string[],
  colors: Palette,
  zooms: { readonly minzoom: number; readonly maxzoom: number },
): StyleLayer {
  return {
    id: `place-${id}`,
    type: "symbol",
    ...from({ layer: "place", filter: where, ...zooms }),
    layout: { ...atPoint(font, size), "symbol-sort-key": RANK, "text-padding": 6 },
    paint: written(id === "quarter" ? colors.quarterName : colors.placeName, colors),
  };
}

function alongLine(font: readonly string[], size: Expression) {
  return {
    "symbol-placement": "line",
    "symbol-spacing": 300,
    "text-field": NAME,
    "text-font": font,
    "text-size": size,
    "text-max-angle": 30,
    "text-padding": 3,
  } as const;
}

function atPoint(font: readonly string[], size: Expression) {
  return {
    "text-field": NAME,
    "text-font": font,
    "text-size": size,
    "text-max-width": 8,
    "text-line-height": 1.3,
  } as const;
}

function written(color: string, colors: Palette) {
  return {
    "text-color": color,
    "text-halo-color": colors.halo,
    "text-halo-width": 1.4,
    "text-halo-blur": 0.3,
  } as const;
}
