// The markers on a map: elements over the canvas, so that a keyboard and a screen reader find them. A driver glides from where it
// is to where it was last seen in about the time between two sightings, or jumps, where the reader wants no motion.
import { type Map as MapLibreMap, Marker } from "maplibre-gl";
import type { MapMarker } from "../map-content.ts";
import styles from "./map-canvas.module.css";
import marks from "./mark.module.css";
import type { LatLng } from "./polyline.ts";

export type MarkerSet = { readonly show: (markers: readonly MapMarker[]) => void; readonly clear: () => void };

type Shown = {
  readonly marker: Marker;
  readonly element: HTMLElement;
  seenMs: number;
  stop: () => void;
  drawn: MapMarker;
};

const GLIDE_MS_MIN = 400;
const GLIDE_MS_MAX = 6_000;
// Further than this is not driving but a new fix; a marker that crosses the city in a second tells nothing.
const GLIDE_DEGREES_MAX = 0.05;

export function openMarkers(map: MapLibreMap): MarkerSet {
  const shown = new Map<string, Shown>();
  return {
    show: (markers) => {
      const wanted = new Set(markers.map((marker) => marker.id));
      for (const [id, { marker, stop }] of shown) {
        if (wanted.has(id)) continue;
        stop();
        marker.remove();
        shown.delete(id);
      }
      for (const wish of markers) {
        const known = shown.get(wish.id);
        if (known) renew(known, wish);
        else shown.set(wish.id, add(map, wish));
      }
    },
    clear: () => {
      for (const { marker, stop } of shown.values()) {
        stop();
        marker.remove();
      }
      shown.clear();
    },
  };
}

function add(map: MapLibreMap, wish: MapMarker): Shown {
  const element = document.createElement(wish.onClick ? "button" : "div");
  const anchor = wish.kind === "pickup" || wish.kind === "delivery" ? "bottom" : "center";
  const marker = new Marker({ element, anchor, draggable: wish.onMove !== undefined })
    .setLngLat([wish.lng, wish.lat])
    .addTo(map);
  const added: Shown = { marker, element, seenMs: performance.now(), stop: () => undefined, drawn: wish };
  dress(added);
  element.addEventListener("click", (event) => {
    const { onClick, onMove } = added.drawn;
    // A click on something that can be held is not one on the map below it.
    if (onClick || onMove) event.stopPropagation();
    onClick?.();
  });
  marker.on("dragend", () => {
    const { lat, lng } = marker.getLngLat();
    added.drawn.onMove?.({ lat, lng });
  });
  return added;
}

function renew(known: Shown, wish: MapMarker): void {
  const moved = known.drawn.lat !== wish.lat || known.drawn.lng !== wish.lng;
  known.drawn = wish;
  known.marker.setDraggable(wish.onMove !== undefined);
  dress(known);
  if (!moved) return;
  const nowMs = performance.now();
  const sinceMs = nowMs - known.seenMs;
  known.seenMs = nowMs;
  known.stop();
  const { lat, lng } = known.marker.getLngLat();
  const isFar = Math.abs(lat - wish.lat) + Math.abs(lng - wish.lng) > GLIDE_DEGREES_MAX;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (wish.kind !== "driver" || isFar || isStill) known.marker.setLngLat([wish.lng, wish.lat]);
  else known.stop = glide(known.marker, { lat, lng }, wish, Math.min(Math.max(sinceMs, GLIDE_MS_MIN), GLIDE_MS_MAX));
}

function glide(marker: Marker, from: LatLng, to: LatLng, durationMs: number): () => void {
  const startedMs = performance.now();
  let frame = 0;
  const step = (): void => {
    const share = Math.min(1, (performance.now() - startedMs) / durationMs);
    marker.setLngLat([from.lng + (to.lng - from.lng) * share, from.lat + (to.lat - from.lat) * share]);
    if (share < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

function dress({ element, drawn }: Shown): void {
  const look = drawn.kind === "mark" ? marks.mark : styles.marker;
  if (look) element.classList.add(look);
  element.dataset.kind = drawn.kind;
  element.dataset.tone = drawn.tone ?? "plain";
  element.title = drawn.label;
  element.setAttribute("aria-label", drawn.label);
  if (!drawn.onClick) element.setAttribute("role", "img");
  if (drawn.shape) element.dataset.shape = drawn.shape;
  if (drawn.vehicle) element.dataset.vehicle = drawn.vehicle;
  if (drawn.onMove) element.dataset.held = "";
  if (drawn.heading === undefined) delete element.dataset.heading;
  else {
    element.dataset.heading = "";
    element.style.setProperty("--heading", `${drawn.heading}deg`);
  }
  if (element.textContent !== (drawn.sign ?? "")) element.textContent = drawn.sign ?? "";
}
