import { averageRating, type Driver } from "../../domain/drivers/driver.ts";
import type { DriverWithPlace } from "../../store/drivers/drivers.ts";
import { unixSeconds } from "./time.ts";

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
    suspended_reason: driver.suspendedReason ?? "",
    heard_time: unixSeconds(driver.heardAt),
  };
}
