// The trace under which a change was made, kept with its callback until that is delivered (trace_callback). Nothing is asked of the database
// where nothing is traced.
import { isTracing } from "../../ports/tracing.ts";
import { NOTHING, sql } from "../db.ts";
import type { NewEvent } from "./events.ts";

type Saved = { readonly id: string; readonly seq: number } & Pick<NewEvent, "traceparent">;

// One more column of the statement that saves an order or a step.
export function tracedAlone({ id, seq, traceparent }: Saved) {
  return traceparent === undefined
    ? NOTHING
    : sql`, trace_callback(null, ${JSON.stringify({ id, seq, traceparent })}::json)`;
}

// The same for the rows of several, which the list holds in their order.
export function tracedTogether(
  group: readonly { readonly event: Pick<NewEvent, "traceparent"> }[],
  listOf: () => Buffer | string,
) {
  return group.some(({ event }) => event.traceparent !== undefined)
    ? sql`, trace_callback(code, ${listOf()}::json -> (nth - 1))`
    : NOTHING;
}

// One more column of the question for what is `due`.
export function traceOfDue() {
  if (!isTracing()) return sql`null::text`;
  return sql`(
      select traceparent
      from callback_queue
      where callback_queue.order_id = due.order_id
        and callback_queue.seq = due.seq
    )`;
}
