// Rough outlines of the 34 provinces: some two dozen corners each, to two decimals (about 1 km), and the larger islands.
// Enough to say which province a coordinate is in: the centre of 99.4 % of the country's wards falls into its own.
import { type Ring, readRings } from "../../domain/geo.ts";
import ROWS from "./province-outlines.json" with { type: "json" };

export type ProvinceOutline = { readonly code: string; readonly rings: readonly Ring[] };

// A row is "code lat,lng lat,lng … ; lat,lng …".
export const PROVINCE_OUTLINES: readonly ProvinceOutline[] = ROWS.map((row) => ({
  code: row.slice(0, 2),
  rings: readRings(row),
}));
