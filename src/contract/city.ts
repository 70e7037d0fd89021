// Cities on the wire (2.12).
import { Type } from "typebox";
import { field } from "./fields.ts";
import { Area } from "./service.ts";

const fields = {
  _id: field.text("City code.", { examples: ["SGN"] }),
  name: Type.String(),
  name_vi_vn: Type.String(),
  country_id: Type.String(),
};
const timeZone = field.text("Its own clock, in which its hours and surge rules are.", {
  examples: ["Asia/Ho_Chi_Minh"],
});
export const CityRecord = Type.Object({ ...fields, time_zone: timeZone }, { title: "City" });
export const LegacyCityRecord = Type.Object({ ...fields, level: Type.Number() }, { title: "CityV1" });

export const OperatorCity = Type.Object(
  {
    ...LegacyCityRecord.properties,
    time_zone: timeZone,
    enable: Type.Boolean(),
    center: Type.Object({ lat: Type.Number(), lng: Type.Number() }),
    outline: Area,
  },
  { title: "OperatorCity" },
);
