// When the driver is expected, beside the order's record: additive fields that are 0 while nothing is known.
import type { StoredEta } from "../../store/dispatch/etas.ts";
import type { OrderRecord } from "./order.ts";
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
