// A driver as the operator sees him.
import { Type } from "typebox";
import { averageRating, type Driver } from "../../domain/drivers/driver.ts";
import type { DriverWithPlace } from "../../store/drivers/drivers.ts";
import { unixSeconds } from "./time.ts";

export const VehicleField = Type.Union([Type.Literal("BIKE"), Type.Literal("VAN"), Type.Literal("TRUCK")]);

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

export function encodeDriver(driver: Driver) {
  return {
    mobile: driver.phone,
    name: driver.name,
    plate_number: driver.plateNumber,
    vehicle: driver.vehicle,
    city_id: driver.cityId,
    status: driver.status,
    robot: driver.isRobot,
    rating: averageRating(driver) ?? null,
    rating_count: driver.ratingCount,
    create_time: unixSeconds(driver.createdAt),
  };
}

export function encodePlacedDriver(driver: DriverWithPlace) {
  return {
    ...encodeDriver(driver),
    online: driver.online,
    lat: driver.lat,
    lng: driver.lng,
    heard_time: unixSeconds(driver.heardAt),
  };
}
