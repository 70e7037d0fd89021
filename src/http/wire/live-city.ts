import { LIVE_DRIVERS_MAX, LIVE_ORDERS_MAX, type LiveCity } from "../../contract/live-city.ts";
import type { LiveDriver, LiveOrder } from "../../store/console/live-city.ts";
import { unixSeconds } from "./time.ts";

export function encodeLiveCity(cityId: string, drivers: readonly LiveDriver[], orders: readonly LiveOrder[]): LiveCity {
  return {
    city_id: cityId,
    drivers: drivers.map((driver) => ({
      mobile: driver.phone,
      name: driver.name,
      plate_number: driver.plateNumber,
      vehicle: driver.vehicle,
      lat: driver.lat,
      lng: driver.lng,
      heading: driver.heading,
      heard_time: unixSeconds(driver.heardAt),
      carrying: driver.carrying,
    })),
    orders: orders.map((order) => ({
      order_id: order.id,
      status: order.status,
      service_id: order.serviceId,
      mobile: order.driverPhone ?? "",
      create_time: unixSeconds(order.createdAt),
      due_time: unixSeconds(order.dueAt),
      points: order.points.map(({ lat, lng }) => ({ lat, lng })),
    })),
    full: drivers.length === LIVE_DRIVERS_MAX || orders.length === LIVE_ORDERS_MAX,
  };
}
