// Places on the wire: what was suggested, and what is at a coordinate, in both administrative forms.
import { Type } from "typebox";
import { nullable } from "./fields.ts";

export const SuggestedRecord = Type.Object(
  {
    label: Type.String({ examples: ["12 Nguyễn Huệ"] }),
    kind: Type.String({
      description:
        "place, house, street, ward, district, plus_code, or used: an address of your own orders. A ward or district behind a street that the map does not have stands for it.",
    }),
    lat: Type.Number(),
    lng: Type.Number(),
    address: Type.String({ examples: ["12 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh"] }),
    confidence: Type.Number({ description: "0 to 1: how much of it was typed, and how rightly." }),
  },
  { title: "SuggestedPlace" },
);

const Word = nullable(Type.String());

export const NearestRecord = Type.Object(
  {
    address: Type.String({ description: "One line, as far as it is known; the district is that of before July 2025." }),
    kind: Type.String({ description: "house, street, or area where neither is near." }),
    house_number: Word,
    street: Word,
    ward: Word,
    district: Word,
    province: Word,
    lat: nullable(Type.Number({ description: "Of the house or of the street." })),
    lng: nullable(Type.Number()),
    distance: nullable(Type.Number({ description: "Metres from what was asked about." })),
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
