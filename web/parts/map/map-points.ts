// Many things on a map at once: drawn by the map itself, and where they are close together as one with their number. An element for each, as markers are, would
// hold up the page at some hundred.
import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as MapLibreMap,
  MapMouseEvent,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { MapPoint } from "../map-content.ts";
import { HEADING, LOOK_SIZE, POINT_LOOKS } from "./point-looks.ts";

export type PointSet = { readonly show: (points: readonly MapPoint[]) => void };

type Group = MapPoint["group"];
const GROUPS = ["drivers", "orders"] as const satisfies readonly Group[];
const CLUSTER_COLORS: Readonly<Record<Group, string>> = { drivers: "#0b7285", orders: "#c92a2a" };
// From this zoom on a street is a street, and everybody on it is shown.
const CLUSTERS_UP_TO = 13;
const CLUSTER_PIXELS = 32;
const CLUSTER_MIN = 3;
const FONT = ["Map Regular", "system-ui"];
const ICON_PIXELS = 2;
const LOOKS = { ...POINT_LOOKS, heading: HEADING };

// A style takes all of it with it, as it does with lines.
export function openPoints(map: MapLibreMap, onPoint: (id: string) => void): PointSet {
  const wanted: Record<Group, readonly MapPoint[]> = { drivers: [], orders: [] };
  let isStyled = false;
  map.on("styledataloading", () => {
    isStyled = false;
  });
  map.on("style.load", () => {
    isStyled = true;
    for (const [name, look] of Object.entries(LOOKS)) {
      if (!map.hasImage(name)) map.addImage(name, imageOf(look), { pixelRatio: ICON_PIXELS });
    }
    for (const group of GROUPS) if (wanted[group].length > 0) draw(map, group, wanted[group]);
  });
  for (const group of GROUPS) listen(map, group, onPoint);
  return {
    show: (points) => {
      for (const group of GROUPS) {
        const now = points.filter((point) => point.group === group);
        if (isSame(now, wanted[group])) continue;
        wanted[group] = now;
        if (isStyled) draw(map, group, now);
      }
    },
  };
}

function isSame(one: readonly MapPoint[], other: readonly MapPoint[]): boolean {
  return one.length === other.length && one.every((point, at) => point === other[at]);
}

function draw(map: MapLibreMap, group: Group, points: readonly MapPoint[]): void {
  const data: GeoJSON.FeatureCollection = {
    type: "FeatureCollection",
    features: points.map(({ id, lat, lng, look, heading }) => ({
      type: "Feature",
      properties: { id, look, ...(heading === undefined ? {} : { heading }) },
      geometry: { type: "Point", coordinates: [lng, lat] },
    })),
  };
  const source = map.getSource<GeoJSONSource>(group);
  if (source) source.setData(data);
  else addLayers(map, group, data);
  // For whoever cannot look into a canvas.
  map.getContainer().dataset[group] = String(points.length);
}

const IS_CLUSTER: ExpressionSpecification = ["has", "point_count"];
const IS_POINT: ExpressionSpecification = ["!", IS_CLUSTER];

function addLayers(map: MapLibreMap, group: Group, data: GeoJSON.FeatureCollection): void {
  map.addSource(group, {
    type: "geojson",
    data,
    cluster: true,
    clusterMaxZoom: CLUSTERS_UP_TO,
    clusterRadius: CLUSTER_PIXELS,
    clusterMinPoints: CLUSTER_MIN,
  });
  map.addLayer({
    id: `${group}-clusters`,
    type: "circle",
    source: group,
    filter: IS_CLUSTER,
    paint: {
      "circle-color": CLUSTER_COLORS[group],
      "circle-opacity": 0.85,
      "circle-stroke-color": "#ffffff",
      "circle-stroke-width": 2,
      "circle-radius": ["step", ["get", "point_count"], 13, 10, 16, 100, 20],
    },
  });
  map.addLayer({
    id: `${group}-counts`,
    type: "symbol",
    source: group,
    filter: IS_CLUSTER,
    layout: {
      "text-field": ["get", "point_count_abbreviated"],
      "text-font": FONT,
      "text-size": 12,
      "text-allow-overlap": true,
    },
    paint: { "text-color": "#ffffff" },
  });
  const always: SymbolLayerSpecification["layout"] = { "icon-allow-overlap": true, "icon-ignore-placement": true };
  map.addLayer({
    id: `${group}-headings`,
    type: "symbol",
    source: group,
    filter: ["all", IS_POINT, ["has", "heading"]],
    layout: {
      ...always,
      "icon-image": "heading",
      "icon-rotate": ["get", "heading"],
      "icon-offset": [0, -12],
      "icon-rotation-alignment": "map",
    },
  });
  map.addLayer({
    id: `${group}-points`,
    type: "symbol",
    source: group,
    filter: IS_POINT,
    layout: { ...always, "icon-image": ["get", "look"] },
  });
}

function listen(map: MapLibreMap, group: Group, onPoint: (id: string) => void): void {
  const found = (event: MapMouseEvent, layer: string) =>
    map.getLayer(layer) ? map.queryRenderedFeatures(event.point, { layers: [layer] })[0] : undefined;
  map.on("click", (event) => {
    const point = found(event, `${group}-points`);
    if (point) onPoint(String(point.properties.id));
    const cluster = found(event, `${group}-clusters`);
    if (cluster?.geometry.type !== "Point") return;
    const [lng = 0, lat = 0] = cluster.geometry.coordinates;
    void map
      .getSource<GeoJSONSource>(group)
      ?.getClusterExpansionZoom(Number(cluster.properties.cluster_id))
      .then((zoom) => map.easeTo({ center: [lng, lat], zoom }));
  });
  for (const layer of [`${group}-points`, `${group}-clusters`]) {
    map.on("mouseenter", layer, () => {
      map.getCanvas().style.cursor = "pointer";
    });
    map.on("mouseleave", layer, () => {
      map.getCanvas().style.cursor = "";
    });
  }
}

function imageOf({ path, fill, line }: (typeof LOOKS)[keyof typeof LOOKS]): ImageData {
  const size = LOOK_SIZE * ICON_PIXELS;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (!context) return new ImageData(size, size);
  context.scale(ICON_PIXELS * 0.8, ICON_PIXELS * 0.8);
  context.translate(LOOK_SIZE * 0.125, LOOK_SIZE * 0.125);
  const shape = new Path2D(path);
  context.lineWidth = 3;
  context.strokeStyle = line;
  context.stroke(shape);
  context.fillStyle = fill;
  context.fill(shape);
  return context.getImageData(0, 0, size, size);
}
