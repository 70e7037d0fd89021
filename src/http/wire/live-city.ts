import type { LiveCity } from "../../contract/live-city.ts";
import { toDegrees, toSteps } from "../../domain/board/live-moves.ts";
import type { LiveDriver, LiveOrder } from "../../store/console/live-city.ts";
import { unixSeconds } from "./time.ts";

// To the metre, which is where moves go on from.
export function encodeLiveDriver(driver: LiveDriver, n: number): LiveCity["drivers"][number] {
  return {
    n,
    mobile: driver.phone,
    name: driver.name,
    plate_number: driver.plateNumber,
    vehicle: driver.vehicle,
    lat: toDegrees(toSteps(driver.lat)),
    lng: toDegrees(toSteps(driver.lng)),
    heading: driver.heading,
    heard_time: unixSeconds(driver.heardAt),
    carrying: driver.carrying,
  };
}

export function encodeLiveOrder(order: LiveOrder): LiveCity["orders"][number] {
  return {
    order_id: order.id,
    status: order.status,
    service_id: order.serviceId,
    mobile: order.driverPhone ?? "",
    create_time: unixSeconds(order.createdAt),
    due_time: unixSeconds(order.dueAt),
    points: order.points.map(({ lat, lng }) => ({ lat, lng })),
  };
}
