// Cities on the wire (2.12).
import { Type } from "@fastify/type-provider-typebox";
import type { City } from "../../domain/catalogue/service.ts";

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
