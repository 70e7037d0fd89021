// What the rest of the house asks about addresses, whoever answers it. Only values; places/ answers them.
import type { LatLng } from "./geo.ts";
import type { Refusal } from "./refusal.ts";

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
export type Geocode = (address: string) => Promise<GeocodeHit | undefined | Refusal<"GEOCODER_AWAY">>;
export type GeocodeHit = { readonly point: LatLng; readonly matched: string };

export type Area = { readonly province?: string; readonly district?: string; readonly ward?: string };

export type Places = {
  // Judges the format only; undefined when the address is well formed.
  readonly judge: (address: string) => Refusal<"ADDRESS_MALFORMED"> | undefined;
  readonly locate: (address: string) => Promise<Located | Refusal<LocateRefusal>>;
  readonly areaOf: (point: LatLng) => Area;
};
