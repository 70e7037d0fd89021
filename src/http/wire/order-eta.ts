// When the driver is expected and where they are, beside the order's record: fields that only its detail has.

import type { OrderRecord } from "../../contract/order.ts";
import type { Position } from "../../domain/drivers/position.ts";
import type { TimeWindow } from "../../domain/eta/order-eta.ts";
import type { StoredEta } from "../../store/dispatch/etas.ts";
import { unixSeconds } from "./time.ts";

export function withEta(record: OrderRecord, eta: StoredEta | undefined): OrderRecord {
  if (!eta) return record;
  const { pickup, delivery } = eta;
  const last = delivery.findLast((door) => door !== null);
  return {
    ...record,
    pickup_eta: unixSeconds(pickup?.at),
    pickup_eta_low: unixSeconds(pickup?.low),
    pickup_eta_high: unixSeconds(pickup?.high),
    delivery_eta: unixSeconds(last?.at),
    delivery_eta_low: unixSeconds(last?.low),
    delivery_eta_high: unixSeconds(last?.high),
    path: record.path.map((point, index) => (index === 0 ? point : { ...point, ...pointTimes(delivery[index - 1]) })),
  };
}

function pointTimes(window: TimeWindow | null | undefined) {
  return { eta: unixSeconds(window?.at), eta_low: unixSeconds(window?.low), eta_high: unixSeconds(window?.high) };
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
