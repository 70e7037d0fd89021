// Cities on the wire (2.12).
import type { Static } from "typebox";
import type { LegacyCityRecord, OperatorCity } from "../../contract/city.ts";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { City } from "../../domain/catalogue/service.ts";

export function encodeCity(city: City): Static<typeof LegacyCityRecord> {
  // `level` leaves only where the schema of the call has it.
  return {
    _id: city.id,
    name: city.name,
    name_vi_vn: city.nameVi,
    country_id: city.countryId,
    level: city.level,
  };
}

export function encodeOperatorCity(city: City): Static<typeof OperatorCity> {
  return {
    ...encodeCity(city),
    time_zone: city.timeZone,
    enable: city.enabled,
    center: city.center,
    outline: writeZone(city.outline),
  };
}
