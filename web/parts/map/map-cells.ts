// Squares of a map, coloured by how much of something there is in each: under the lines and points.
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { CELLS_A_DEGREE } from "../../../src/domain/figures/spans.ts";
import type { MapCell } from "../map-content.ts";

const SOURCE = "cells";
const HALF = 0.5 / CELLS_A_DEGREE;

export type CellSet = { readonly show: (cells: readonly MapCell[]) => void };

// As lines are (map-lines.ts): a style takes them with it.
export function openCells(map: MapLibreMap): CellSet {
  let wanted: readonly MapCell[] = [];
  let isStyled = false;
  map.on("styledataloading", () => {
    isStyled = false;
  });
  map.on("style.load", () => {
    isStyled = true;
    drawCells(map, wanted);
  });
  return {
    show: (cells) => {
      wanted = cells;
      if (isStyled) drawCells(map, cells);
    },
  };
}

function drawCells(map: MapLibreMap, cells: readonly MapCell[]): void {
  const collection: GeoJSON.FeatureCollection = {
    type: "FeatureCollection",
    features: cells.map(({ lat, lng, weight, tone }) => ({
      type: "Feature",
      properties: { weight, tone },
      geometry: { type: "Polygon", coordinates: [ringAround(lat, lng)] },
    })),
  };
  const source = map.getSource<GeoJSONSource>(SOURCE);
  if (source) {
    source.setData(collection);
    return;
  }
  if (cells.length === 0) return;
  map.addSource(SOURCE, { type: "geojson", data: collection });
  map.addLayer({
    id: SOURCE,
    type: "fill",
    source: SOURCE,
    paint: {
      "fill-color": ["match", ["get", "tone"], "unmet", "#e03131", "#0b7285"],
      "fill-opacity": ["interpolate", ["linear"], ["get", "weight"], 0, 0.15, 1, 0.75],
    },
  });
}

function ringAround(lat: number, lng: number): number[][] {
  const [west, east, south, north] = [lng - HALF, lng + HALF, lat - HALF, lat + HALF];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
