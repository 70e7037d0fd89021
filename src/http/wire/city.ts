// Cities on the wire (2.12).
import type { Static } from "typebox";
import type { CityRecord, LegacyCityRecord, OperatorCity } from "../../contract/city.ts";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { City } from "../../domain/catalogue/service.ts";

export function encodeCity(city: City): Static<typeof LegacyCityRecord> & Static<typeof CityRecord> {
  // `level` and `time_zone` leave only where the schema of the call has them.
  return {
    _id: city.id,
    name: city.name,
    name_vi_vn: city.nameVi,
    country_id: city.countryId,
    level: city.level,
    time_zone: city.timeZone,
  };
}

export function encodeOperatorCity(city: City): Static<typeof OperatorCity> {
  return {
    ...encodeCity(city),
    enable: city.enabled,
    center: city.center,
    outline: writeZone(city.outline),
  };
}
