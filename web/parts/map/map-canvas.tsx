// The drawn map. Loaded on its own (map-view.tsx), with MapLibre and its worker as files of this server, as the policy wants.
import "maplibre-gl/dist/maplibre-gl.css";
import { useComputedColorScheme } from "@mantine/core";
import { LngLatBounds, Map as MapLibreMap, NavigationControl, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useRef, useState } from "react";
import { mapControls } from "../../words/map-controls.ts";
import { type Language, useLanguage } from "../language.tsx";
import type { MapContent } from "../map-content.ts";
import styles from "./map-canvas.module.css";
import { type CellSet, openCells } from "./map-cells.ts";
import { type LineSet, openLines } from "./map-lines.ts";
import { type MarkerSet, openMarkers } from "./map-markers.ts";
import { openPoints, type PointSet } from "./map-points.ts";
import { mapStyle } from "./map-style.ts";
import type { LatLng } from "./polyline.ts";

setWorkerUrl(workerUrl);

const FIT_PADDING = 56;
const FIT_ZOOM_MAX = 16;
const FIRST_ZOOM = 13;
// Hồ Chí Minh City's centre: somewhere to look at before there is anything to show.
const FIRST_CENTER: LatLng = { lat: 10.776, lng: 106.7 };

type Props = MapContent & { readonly onFail: () => void; readonly onDrawn: () => void };
type Drawn = {
  readonly map: MapLibreMap;
  readonly markers: MarkerSet;
  readonly lines: LineSet;
  readonly points: PointSet;
  readonly cells: CellSet;
};
const NO_LINES: NonNullable<MapContent["lines"]> = [];
const NO_POINTS: NonNullable<MapContent["points"]> = [];
const NO_CELLS: NonNullable<MapContent["cells"]> = [];

// Drawn anew in another language, because MapLibre's own words are given once.
export function MapCanvas(props: Props) {
  const { language } = useLanguage();
  return <Canvas key={language} language={language} {...props} />;
}

function Canvas(props: Props & { readonly language: Language }) {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn>();
  // Known at once: a second style would be fetched and drawn for a blink.
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!place.current) return undefined;
    const map = openMap(place.current, latest.current, latest.current.language);
    if (!map) {
      latest.current.onFail();
      return undefined;
    }
    const markers = openMarkers(map);
    const cells = openCells(map);
    const lines = openLines(map);
    const points = openPoints(map, (id) => latest.current.onPoint?.(id));
    map.on("idle", () => {
      // Lines alone do not make a map: there is a ground once the base map's style is there.
      if (!map.getStyle().layers.some(({ type }) => type === "background")) return;
      map.getContainer().dataset.map = "drawn";
      latest.current.onDrawn();
    });
    map.on("click", (event) => latest.current.onClick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng }));
    setDrawn({ map, markers, lines, points, cells });
    return () => {
      markers.clear();
      map.remove();
      setDrawn(undefined);
    };
  }, []);

  useEffect(() => {
    let wanted = true;
    void mapStyle(scheme, window.location.origin, latest.current.language).then((style) => {
      // Without comparing: a comparison would take our lines for leftovers of the old style and remove them silently.
      if (wanted) drawn?.map.setStyle(style, { diff: false });
    });
    return () => {
      wanted = false;
    };
  }, [drawn, scheme]);

  useEffect(() => drawn?.markers.show(props.markers), [drawn, props.markers]);

  const { lines = NO_LINES, points = NO_POINTS, cells = NO_CELLS } = props;
  useEffect(() => drawn?.cells.show(cells), [drawn, cells]);
  useEffect(() => drawn?.lines.show(lines), [drawn, lines]);
  useEffect(() => drawn?.points.show(points), [drawn, points]);

  const { fitKey = "once" } = props;
  const fitted = useRef<string>(undefined);
  useEffect(() => {
    const isEmpty =
      props.markers.length + (props.lines ?? []).length + (props.points ?? []).length + cells.length === 0;
    if (!drawn || fitKey === "" || fitted.current === fitKey || isEmpty) return;
    lookAtAll(drawn.map, props, fitted.current !== undefined);
    fitted.current = fitKey;
  }, [drawn, fitKey, props, cells]);

  return <div ref={place} className={styles.map} data-clickable={props.onClick !== undefined} />;
}

function openMap(container: HTMLDivElement, content: MapContent, language: Language): MapLibreMap | undefined {
  const { isPicture = false } = content;
  const center = content.center ?? content.markers[0] ?? FIRST_CENTER;
  try {
    const map = new MapLibreMap({
      container,
      locale: mapControls[language],
      style: { version: 8, sources: {}, layers: [] },
      center: [center.lng, center.lat],
      zoom: content.zoom ?? FIRST_ZOOM,
      attributionControl: { compact: !isPicture },
      interactive: !isPicture,
      // A page is scrolled with one finger; the map moves with two.
      cooperativeGestures: window.matchMedia("(pointer: coarse)").matches,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
    });
    map.getCanvas().setAttribute("aria-label", content.label);
    map.touchZoomRotate.disableRotation();
    if (!isPicture) map.addControl(new NavigationControl({ showCompass: false }), "top-right");
    return map;
  } catch {
    // No WebGL after all: the caller shows a list.
    return undefined;
  }
}

function lookAtAll(map: MapLibreMap, content: MapContent, animate: boolean): void {
  const bounds = new LngLatBounds();
  const { markers, lines = [], points = [], cells = [] } = content;
  const ahead = lines.filter((line) => !line.isBackground);
  const looked = markers.length + ahead.length > 0 ? ahead : lines;
  for (const { lat, lng } of [...markers, ...points, ...cells, ...looked.flatMap((line) => line.points)])
    bounds.extend([lng, lat]);
  map.fitBounds(bounds, { padding: FIT_PADDING, maxZoom: FIT_ZOOM_MAX, animate });
}
