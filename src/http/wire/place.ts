// Places on the wire: what was suggested, and what is at a coordinate, in both administrative forms.
import type { Static } from "typebox";
import type { NearestRecord, SuggestedRecord } from "../../contract/place.ts";
import type { NearestAddress, SuggestedPlace } from "../../domain/places.ts";

export function encodeSuggested({ label, kind, point, address, confidence }: SuggestedPlace) {
  return { label, kind, lat: point.lat, lng: point.lng, address, confidence } satisfies Static<typeof SuggestedRecord>;
}

export function encodeNearest({ nearest, current, former }: NearestAddress): Static<typeof NearestRecord> {
  const line = nearest && [nearest.houseNumber, nearest.street].filter(Boolean).join(" ");
  const joined = (...names: readonly (string | undefined)[]): string => [line, ...names].filter(Boolean).join(", ");
  // The three levels where they are known, today's two where not.
  const district = former.district ?? null;
  const { ward, province } = former.ward || former.district ? former : current;
  return {
    address: joined(ward, former.district, province),
    kind: nearest?.kind ?? "area",
    house_number: nearest?.houseNumber ?? null,
    street: nearest?.street ?? null,
    ward: ward ?? null,
    district,
    province: province ?? null,
    lat: nearest?.point.lat ?? null,
    lng: nearest?.point.lng ?? null,
    distance: nearest ? Math.round(nearest.meters) : null,
    current: {
      address: joined(current.ward, current.province),
      ward: current.ward ?? null,
      province: current.province ?? null,
    },
    former: {
      address: joined(former.ward, former.district, former.province),
      ward: former.ward ?? null,
      district,
      province: former.province ?? null,
    },
  };
}
