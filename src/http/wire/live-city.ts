// A city at this moment on the wire.
import { type Static, Type } from "typebox";
import { LIVE_DRIVERS_MAX, LIVE_ORDERS_MAX, type LiveDriver, type LiveOrder } from "../../store/console/live-city.ts";
import { unixSeconds } from "./time.ts";

const text = Type.String();
const place = { lat: Type.Number(), lng: Type.Number() };

export const LiveCity = Type.Object(
  {
    city_id: text,
    drivers: Type.Array(
      Type.Object({
        mobile: text,
        name: text,
        plate_number: text,
        vehicle: text,
        ...place,
        heading: Type.Union([Type.Number(), Type.Null()]),
        heard_time: Type.Number(),
        carrying: Type.Integer({ description: "Orders in hand." }),
      }),
      { description: `Online, or with an order in hand; at most ${LIVE_DRIVERS_MAX}.` },
    ),
    orders: Type.Array(
      Type.Object({
        order_id: text,
        status: text,
        service_id: text,
        mobile: Type.String({ description: "Of the driver; empty while there is none." }),
        create_time: Type.Number(),
        due_time: Type.Number({ description: "When the search for a driver ends; 0 when none is under way." }),
        points: Type.Array(Type.Object(place)),
      }),
      { description: `Open ones, newest first; at most ${LIVE_ORDERS_MAX}.` },
    ),
    full: Type.Boolean({ description: "There is more than is shown." }),
  },
  { title: "LiveCity" },
);
export type LiveCity = Static<typeof LiveCity>;

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
