// Puts stops in order without holding up the event loop: a few in place, many on a thread. The order found is the same.
import { EXACT_STOPS_MAX, orderStops, type StopCosts, type StopOrder } from "../../domain/stop-order/stop-order.ts";
import { thisWork } from "../../ports/deadline.ts";
import { openThreadPool } from "../../ports/thread-pool.ts";

// Its threads start with the first long order and keep no program alive.
const threads = openThreadPool<StopCosts, StopOrder>(new URL("./stop-order-thread.ts", import.meta.url), undefined);

export function orderManyStops(costs: StopCosts): StopOrder | Promise<StopOrder> {
  // Few take a millisecond, twenty-five four, a hundred eighty.
  return costs.size - 1 <= EXACT_STOPS_MAX ? orderStops(costs) : threads.ask(costs, thisWork());
}
