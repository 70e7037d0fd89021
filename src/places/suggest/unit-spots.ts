// Wards and districts as spots to be suggested, of today and of before July 2025: those whose whereabouts are known without a map.
import type { LatLng } from "../../domain/geo.ts";
import { type District, districtSpot, type Gazetteer, type Ward, wardSpot } from "../gazetteer/gazetteer.ts";
import { packPoints } from "../map-index/tables.ts";
import { buildNames, type Named } from "./names.ts";
import type { SpotTables } from "./spot-search.ts";

export type UnitSpots = { readonly tables: SpotTables; readonly units: readonly (Ward | District)[] };

// Of two that fit as well, the one in force.
const WEIGHT = { current: 3, former: 1 } as const;

export function unitSpots(gazetteer: Gazetteer): UnitSpots {
  const placed: { readonly unit: Ward | District; readonly point: LatLng; readonly weight: number }[] = [];
  for (const ward of gazetteer.wards) {
    const spot = wardSpot(ward);
    if (spot) placed.push({ unit: ward, point: spot.centre, weight: ward.district ? WEIGHT.former : WEIGHT.current });
  }
  for (const district of gazetteer.districts) {
    const spot = districtSpot(district);
    if (spot) placed.push({ unit: district, point: spot.centre, weight: WEIGHT.current });
  }
  const names = placed.map(({ unit }, owner): Named => ({ owner, text: unit.name, isWholeOnly: false }));
  return {
    units: placed.map(({ unit }) => unit),
    tables: {
      ...buildNames(names),
      spotPointStart: Uint32Array.from({ length: placed.length + 1 }, (_, at) => at),
      spotPoints: packPoints(placed.map(({ point }) => point)),
      spotWeight: Uint8Array.from(placed, ({ weight }) => weight),
    },
  };
}
