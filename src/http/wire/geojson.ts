// Zones and outlines on the wire are GeoJSON; inside they are rings of corners.
import { type Static, Type } from "@fastify/type-provider-typebox";
import type { Ring } from "../../domain/geo.ts";

const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 3 });
const LinearRing = Type.Array(Position, { minItems: 4, maxItems: 2_000 });

export const Area = Type.Union(
  [
    Type.Object({ type: Type.Literal("Polygon"), coordinates: Type.Array(LinearRing, { minItems: 1, maxItems: 1 }) }),
    Type.Object({
      type: Type.Literal("MultiPolygon"),
      coordinates: Type.Array(Type.Array(LinearRing, { minItems: 1, maxItems: 1 }), { minItems: 1, maxItems: 100 }),
    }),
  ],
  { title: "Area", description: "GeoJSON Polygon or MultiPolygon without holes." },
);
export type Area = Static<typeof Area>;

export function decodeArea(area: Area): readonly Ring[] {
  const polygons = area.type === "Polygon" ? [area.coordinates] : area.coordinates;
  return polygons.map(([ring]) => openRing((ring ?? []).map(([lng, lat]) => ({ lat: lat ?? 0, lng: lng ?? 0 }))));
}

export function encodeArea(rings: readonly Ring[]): Area {
  const polygons = rings.map((ring) => [[...ring, ...ring.slice(0, 1)].map(({ lat, lng }) => [lng, lat])]);
  const [only] = polygons;
  return polygons.length === 1 && only
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates: polygons };
}

// GeoJSON repeats the first corner at the end; a Ring does not.
function openRing(corners: Ring): Ring {
  const [first, last] = [corners[0], corners.at(-1)];
  return first && last && first.lat === last.lat && first.lng === last.lng ? corners.slice(0, -1) : corners;
}
