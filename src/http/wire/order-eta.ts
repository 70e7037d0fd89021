// When the driver is expected and where they are, beside the order's record: fields that only its detail has.

import type { OrderRecord } from "../../contract/order.ts";
import type { Position } from "../../domain/drivers/position.ts";
import type { StoredEta } from "../../store/dispatch/etas.ts";
import { unixSeconds } from "./time.ts";

export function withEta(record: OrderRecord, eta: StoredEta | undefined): OrderRecord {
  if (!eta) return record;
  const last = eta.deliveryAt.findLast((at) => at !== null);
  return {
    ...record,
    pickup_eta: unixSeconds(eta.pickupAt),
    delivery_eta: unixSeconds(last),
    path: record.path.map((point, index) =>
      index === 0 ? point : { ...point, eta: unixSeconds(eta.deliveryAt[index - 1]) },
    ),
  };
}

export function withPosition(record: OrderRecord, position: Position | undefined): OrderRecord {
  if (!position) return record;
  const { lat, lng, heading, speed, at } = position;
  return {
    ...record,
    driver_position: {
      lat,
      lng,
      ...(heading === null ? {} : { heading }),
      ...(speed === null ? {} : { speed }),
      at: unixSeconds(at),
    },
  };
}
