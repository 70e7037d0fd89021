// Cities on the wire (2.12).
import { Type } from "typebox";
import { writeZone } from "../../domain/catalogue/drafts/geo-json.ts";
import type { City } from "../../domain/catalogue/service.ts";
import { Area } from "./service.ts";

const fields = {
  _id: Type.String({ description: "City code.", examples: ["SGN"] }),
  name: Type.String(),
  name_vi_vn: Type.String(),
  country_id: Type.String(),
};
export const CityRecord = Type.Object(fields, { title: "City" });
export const LegacyCityRecord = Type.Object({ ...fields, level: Type.Number() }, { title: "CityV1" });

export function encodeCity(city: City): object {
  // `level` leaves only where the schema of the call has it.
  return {
    _id: city.id,
    name: city.name,
    name_vi_vn: city.nameVi,
    country_id: city.countryId,
    level: city.level,
  };
}

export const OperatorCity = Type.Object(
  {
    ...LegacyCityRecord.properties,
    time_zone: Type.String(),
    enable: Type.Boolean(),
    center: Type.Object({ lat: Type.Number(), lng: Type.Number() }),
    outline: Area,
  },
  { title: "OperatorCity" },
);

export function encodeOperatorCity(city: City): object {
  return {
    ...encodeCity(city),
    time_zone: city.timeZone,
    enable: city.enabled,
    center: city.center,
    outline: writeZone(city.outline),
  };
}
