// Places to whoever fills in an address: suggestions while they type, and what is at a coordinate they chose on a map.
import { type Static, Type } from "typebox";
import { field, maybe, nullable } from "../../contract/fields.ts";
import { SUGGEST_COST } from "../../domain/call-costs.ts";
import type { NearestAddress, SuggestedPlace } from "../../domain/places.ts";
import { type openPlaceFinder, type PlacesDeps, reversePlace } from "../../operations/places/find-places.ts";
import { callerOf, isOperator } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";

// Places on the wire: what was suggested, and what is at a coordinate, in both administrative forms.
const SuggestedRecord = Type.Object(
  {
    label: Type.String({ examples: ["12 Nguyễn Huệ"] }),
    kind: field.text(
      "place, house, street, ward, district, plus_code, or used: an address of your own orders. A ward or district behind a street that the map does not have stands for it.",
    ),
    lat: Type.Number(),
    lng: Type.Number(),
    address: Type.String({ examples: ["12 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh"] }),
    confidence: field.number("0 to 1: how much of it was typed, and how rightly."),
  },
  { title: "SuggestedPlace" },
);

const Word = nullable(Type.String());

const NearestRecord = Type.Object(
  {
    address: field.text("One line, as far as it is known; the district is that of before July 2025."),
    kind: field.text("house, street, or area where neither is near."),
    house_number: Word,
    street: Word,
    ward: Word,
    district: Word,
    province: Word,
    lat: nullable(field.number("Of the house or of the street.")),
    lng: nullable(Type.Number()),
    distance: nullable(field.number("Metres from what was asked about.")),
    current: Type.Object(
      { address: Type.String(), ward: Word, province: Word },
      { description: "As in force since July 2025: ward and province." },
    ),
    former: Type.Object(
      { address: Type.String(), ward: Word, district: Word, province: Word },
      { description: "As before: ward, district and province." },
    ),
  },
  { title: "NearestAddress" },
);

const Coordinate = (example: string) => maybe(Type.String({ examples: [example] }));

export type PlaceDoor = PlacesDeps & { readonly placeFinder: ReturnType<typeof openPlaceFinder> };

const call = callsOf<PlaceDoor>("Places");

export const placeCalls = [
  call({
    id: "suggestPlaces",
    at: "GET /v3/places/suggest",
    summary: "What an address that is being typed may mean",
    query: Type.Object({
      q: maybe(field.text("As typed so far.", { examples: ["ben tha"] })),
      lat: Coordinate("10.7769"),
      lng: Coordinate("106.7009"),
      limit: maybe(field.text("1 to 20; 5 without it.")),
    }),
    answer: Type.Object({ places: Type.Array(SuggestedRecord) }, { title: "SuggestedPlaces" }),
    refusals: ["MISSING_REQUIRED_INFO", "BAD_REQUEST"],
    cost: () => SUGGEST_COST,
    run: (request, { placeFinder }) => {
      const { q, lat, lng, limit } = request.query;
      const caller = isOperator(request) ? undefined : callerOf(request);
      return placeFinder.suggest(caller, { text: q, lat, lng, limit });
    },
    encode: (places) => ({ places: places.map(encodeSuggested) }),
  }),
  call({
    id: "reversePlace",
    at: "GET /v3/places/reverse",
    summary: "The address at a coordinate, in both administrative forms",
    query: Type.Object({ lat: Coordinate("10.7725"), lng: Coordinate("106.698") }),
    answer: NearestRecord,
    refusals: ["MISSING_REQUIRED_INFO", "BAD_REQUEST", "NOT_FOUND"],
    run: (request, deps) => reversePlace(deps.places, request.query.lat, request.query.lng),
    encode: encodeNearest,
  }),
];

// Places on the wire: what was suggested, and what is at a coordinate, in both administrative forms.
function encodeSuggested({ label, kind, point, address, confidence }: SuggestedPlace) {
  return { label, kind, lat: point.lat, lng: point.lng, address, confidence } satisfies Static<typeof SuggestedRecord>;
}

function encodeNearest({ nearest, current, former }: NearestAddress): Static<typeof NearestRecord> {
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
