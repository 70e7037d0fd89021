// What the rest of the house asks about addresses, whoever answers it. Only values; places/ answers them.
import type { LatLng } from "./geo.ts";
import type { Promised, Refusal } from "./refusal.ts";

export type LocateRefusal =
  | "ADDRESS_MALFORMED" // breaks the format of 2.8, or names a unit that is not there; `why` says how
  | "PROVINCE_UNKNOWN"; // its own answer (D3)

export type LocatedBy =
  | "plus_code"
  | "house" // the very number
  | "interpolated" // the alley it stands in, or between two known numbers
  | "street"
  | "ward"
  | "district"
  | "province"
  | "geocoder";

export type Located = {
  readonly point: LatLng;
  readonly by: LocatedBy;
  // 0 to 1: how sure we are that the point is within a few hundred metres of the door.
  readonly confidence: number;
  // What the words were matched to, as one readable line.
  readonly matched: string;
};

// An outside geocoder: a point and what it matched, nothing, or that it is away.
export type Geocode = (address: string) => Promised<GeocodeHit | undefined, "GEOCODER_AWAY">;
export type GeocodeHit = { readonly point: LatLng; readonly matched: string };

export type Area = { readonly province?: string; readonly district?: string; readonly ward?: string };

export type SuggestKind = "place" | "house" | "street" | "ward" | "district" | "used" | "plus_code";

export type SuggestedPlace = {
  // What was found, without its units: "12 Nguyễn Huệ", "Chợ Bến Thành".
  readonly label: string;
  readonly kind: SuggestKind;
  readonly point: LatLng;
  readonly address: string;
  // 0 to 1: how much of it was typed, and how rightly.
  readonly confidence: number;
};

// An address somebody has used before.
export type UsedPlace = { readonly address: string; readonly point: LatLng };

export type SuggestQuestion = {
  readonly text: string;
  // Where whoever asks is, or looks.
  readonly near: LatLng | undefined;
  readonly limit: number;
  // The same list again costs less than an equal one.
  readonly used: readonly UsedPlace[];
};

// As in force since July 2025, and as before.
export type UnitsInBothForms = {
  readonly current: { readonly ward: string | undefined; readonly province: string | undefined };
  readonly former: {
    readonly ward: string | undefined;
    readonly district: string | undefined;
    readonly province: string | undefined;
  };
};

// What is at a point. A house or a street only where one is near.
export type NearestAddress = UnitsInBothForms & {
  readonly nearest:
    | {
        readonly kind: "house" | "street";
        readonly houseNumber: string | undefined;
        readonly street: string;
        readonly point: LatLng;
        readonly meters: number;
      }
    | undefined;
};

export type Places = {
  // Judges the format only; undefined when the address is well formed.
  readonly judge: (address: string) => Refusal<"ADDRESS_MALFORMED"> | undefined;
  readonly locate: (address: string) => Promised<Located, LocateRefusal>;
  readonly areaOf: (point: LatLng) => Area;
  // What somebody who has typed this much may mean, the likeliest first.
  readonly suggest: (question: SuggestQuestion) => readonly SuggestedPlace[];
  readonly reverse: (point: LatLng) => NearestAddress;
};
