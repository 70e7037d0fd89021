// Where the wards of the seeded cities are, as in force since July 2025: code, centre to three decimals, area in km².
// Wards and districts of before 2025 take their place from the wards they became. Phường Nha Trang is given as its mainland: with
// the islands its middle is in the sea.
import type { LatLng } from "../../domain/geo.ts";
import ROWS from "./ward-figures.json" with { type: "json" };

export type WardFigures = { readonly code: string; readonly centre: LatLng; readonly areaKm2: number };

// "code:lat,lng,km² …" by city.
export const WARD_FIGURES: readonly WardFigures[] = Object.values(ROWS)
  .flatMap((rows) => rows.split(" "))
  .map((row) => {
    const [code = "", lat, lng, areaKm2] = row.split(/[:,]/);
    return { code, centre: { lat: Number(lat), lng: Number(lng) }, areaKm2: Number(areaKm2) };
  });
