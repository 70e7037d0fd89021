// Which orders a list is asked for, as its query says it.
import type { OwnOrderFilter } from "../../operations/orders/see-orders.ts";
import { instant } from "./time.ts";

type ListQuery = Pick<OwnOrderFilter, "status" | "outcome"> & {
  readonly [Field in "service_id" | "from_time" | "to_time" | "after"]?: string;
};

export function orderFilterOf({ status, outcome, service_id, from_time, to_time, after }: ListQuery): OwnOrderFilter {
  const beforeNumber = after === undefined ? undefined : Number(after);
  return { status, outcome, serviceId: service_id, from: instant(from_time), to: instant(to_time), beforeNumber };
}
