// A driver as the operator sees them.
import { Type } from "typebox";
import { VEHICLES } from "../domain/catalogue/service.ts";
import { oneOf } from "./fields.ts";

export const VehicleField = oneOf(VEHICLES);

export const DriverRecord = Type.Object(
  {
    mobile: Type.String(),
    name: Type.String(),
    plate_number: Type.String(),
    vehicle: VehicleField,
    city_id: Type.String(),
    status: Type.String(),
    robot: Type.Boolean(),
    rating: Type.Union([Type.Number(), Type.Null()]),
    rating_count: Type.Integer(),
    create_time: Type.Number(),
  },
  { title: "Driver" },
);

export const PlacedDriverRecord = Type.Object(
  {
    ...DriverRecord.properties,
    online: Type.Boolean(),
    lat: Type.Union([Type.Number(), Type.Null()]),
    lng: Type.Union([Type.Number(), Type.Null()]),
    heard_time: Type.Number({ description: "The last sign of life; 0 when there was none." }),
  },
  { title: "PlacedDriver" },
);
