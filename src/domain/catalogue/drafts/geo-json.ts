// Zones and outlines come and go as GeoJSON Polygon or MultiPolygon. Inside the house a zone is rings of corners.
import { isLatLng, type Ring } from "../../geo.ts";
import type { Zone } from "../service.ts";
import type { Form } from "./form.ts";

export type MultiPolygon = {
  readonly type: "MultiPolygon";
  readonly coordinates: readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[];
};

const RINGS_MAX = 200;
const CORNERS_MAX = 20_000;

export function readZone(form: Form, field: string, geometry: unknown): Zone {
  const polygons = polygonsOf(geometry);
  if (!polygons) {
    form.fail(field, `must be a GeoJSON Polygon or MultiPolygon.`);
    return [];
  }
  const rings: Ring[] = [];
  let corners = 0;
  for (const polygon of polygons) {
    // A zone is a union of rings, so a hole could not be told from an island.
    if (!Array.isArray(polygon) || polygon.length !== 1) {
      form.fail(field, `must hold polygons of one ring each: holes are not supported.`);
      return [];
    }
    const ring = readRing(polygon[0]);
    corners += ring?.length ?? 0;
    if (!ring || rings.length >= RINGS_MAX || corners > CORNERS_MAX) {
      const limits = `at most ${RINGS_MAX} rings and ${CORNERS_MAX} corners`;
      form.fail(field, `must hold rings of at least 3 corners, each [lng, lat] in degrees; ${limits}.`);
      return [];
    }
    rings.push(ring);
  }
  if (rings.length === 0) form.fail(field, `must hold at least one polygon.`);
  return rings;
}

export function writeZone(zone: Zone): MultiPolygon {
  return {
    type: "MultiPolygon",
    coordinates: zone.map((ring) => [[...ring, ...ring.slice(0, 1)].map(({ lat, lng }) => [lng, lat] as const)]),
  };
}

function polygonsOf(geometry: unknown): readonly unknown[] | undefined {
  if (typeof geometry !== "object" || geometry === null) return undefined;
  const { type, coordinates } = geometry as { readonly type?: unknown; readonly coordinates?: unknown };
  if (!Array.isArray(coordinates)) return undefined;
  if (type === "Polygon") return [coordinates];
  return type === "MultiPolygon" ? coordinates : undefined;
}

function readRing(coordinates: unknown): Ring | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const corners = coordinates.map(readCorner);
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  const [first, last] = [corners[0], corners.at(-1)];
  // GeoJSON repeats the first corner at the end; our rings do not.
  const isClosed = corners.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng;
  const ring = isClosed ? corners.slice(0, -1) : corners;
  return ring.length >= 3 ? ring : undefined;
}

function readCorner(pair: unknown): { readonly lat: number; readonly lng: number } | undefined {
  if (!Array.isArray(pair) || typeof pair[0] !== "number" || typeof pair[1] !== "number") return undefined;
  const corner = { lng: pair[0], lat: pair[1] };
  return isLatLng(corner) ? corner : undefined;
}
