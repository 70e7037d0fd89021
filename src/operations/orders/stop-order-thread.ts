// The thread that puts many stops in order; see order-many-stops.ts.
import { orderStops, type StopCosts, type StopOrder } from "../../domain/stop-order/stop-order.ts";
import { answerOnThread } from "../../ports/thread-pool.ts";

answerOnThread((costs: StopCosts): readonly [StopOrder, readonly []] => [orderStops(costs), []]);
