// The lines on a map, each kind a layer of its own; a route has a pale edge, so that it stays readable over streets. What is behind the driver has none: on a dark
// map the edge would make it the brightest thing there.
import type { GeoJSONSource, LineLayerSpecification, Map as MapLibreMap } from "maplibre-gl";
import type { MapLine } from "../map-content.ts";

const SOURCE = "lines";
const PAINTS: Readonly<Record<MapLine["kind"], NonNullable<LineLayerSpecification["paint"]>>> = {
  done: { "line-color": "#868e96", "line-width": 4, "line-opacity": 0.7 },
  route: { "line-color": "#0b7285", "line-width": 5 },
  dashed: { "line-color": "#0b7285", "line-width": 3, "line-dasharray": [1.5, 1.5] },
};

export type LineSet = { readonly show: (lines: readonly MapLine[]) => void };

// A style takes the lines with it, so they are drawn again with each. Whether it is there is remembered from its events:
// `isStyleLoaded` also says no while tiles are on their way, and lines that came then would never be drawn.
export function openLines(map: MapLibreMap): LineSet {
  let wanted: readonly MapLine[] = [];
  let isStyled = false;
  map.on("styledataloading", () => {
    isStyled = false;
  });
  map.on("style.load", () => {
    isStyled = true;
    drawLines(map, wanted);
  });
  return {
    show: (lines) => {
      wanted = lines;
      if (isStyled) drawLines(map, lines);
    },
  };
}

function drawLines(map: MapLibreMap, lines: readonly MapLine[]): void {
  const collection: GeoJSON.FeatureCollection = {
    type: "FeatureCollection",
    features: lines.map((line) => ({
      type: "Feature",
      properties: { kind: line.kind },
      geometry: { type: "LineString", coordinates: line.points.map(({ lat, lng }) => [lng, lat]) },
    })),
  };
  const source = map.getSource<GeoJSONSource>(SOURCE);
  if (source) {
    source.setData(collection);
    return;
  }
  map.addSource(SOURCE, { type: "geojson", data: collection });
  const round = { "line-cap": "round", "line-join": "round" } as const;
  map.addLayer({
    id: `${SOURCE}-edge`,
    type: "line",
    source: SOURCE,
    filter: ["==", ["get", "kind"], "route"],
    layout: round,
    paint: { "line-color": "#ffffff", "line-width": 9, "line-opacity": 0.85 },
  });
  for (const kind of ["done", "route", "dashed"] as const) {
    map.addLayer({
      id: `${SOURCE}-${kind}`,
      type: "line",
      source: SOURCE,
      filter: ["==", ["get", "kind"], kind],
      layout: round,
      paint: PAINTS[kind],
    });
  }
}
