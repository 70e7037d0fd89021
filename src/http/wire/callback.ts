// Callbacks on the wire: the log (2.15), the settings, the queue, and what a receiver check found.
import type { Static } from "typebox";
import {
  type CallbackLog,
  type EndpointRecord,
  type EventLogRecord,
  LOG_PAGE,
  type ReportRecord,
  type TryRecord,
} from "../../contract/callback.ts";
import { isAccountSubject } from "../../domain/callbacks/account-event.ts";
import type { CallbackAuth } from "../../domain/callbacks/callback-settings.ts";
import type { CallbackResult } from "../../domain/callbacks/delivery-state.ts";
import { eventIdOf } from "../../domain/callbacks/event-id.ts";
import type { ReceiverReport } from "../../domain/callbacks/receiver-report.ts";
import type { EventFilter, EventLogPage } from "../../operations/callbacks/event-log.ts";
import type { EndpointState } from "../../operations/callbacks/manage-endpoint.ts";
import type { LastTry } from "../../store/callbacks/event-log.ts";
import type { LoggedTry } from "../../store/callbacks/tries.ts";
import { instant, unixSeconds } from "./time.ts";

export function logLimit(limit: string | undefined): number {
  return Number(limit ?? LOG_PAGE);
}

// The event may have been pruned since; its order's id is still known.
export function encodeTry(logged: LoggedTry, trackingNumber: string): Static<typeof CallbackLog> {
  return {
    partner: logged.partnerId,
    tracking_number: trackingNumber,
    response_text: logged.responseText,
    response_code: logged.code,
    response_time: logged.elapsedMs / 1000,
    callback_time: unixSeconds(logged.triedAt),
    request: logged.body === null ? { _id: logged.orderId, status: "" } : JSON.parse(logged.body),
    event_id: eventIdOf(logged),
    try: logged.try,
    outcome: logged.outcome,
    error: logged.error,
  };
}

export function encodeTryOfEvent(one: LastTry): Static<typeof TryRecord> {
  return {
    try: one.try,
    callback_time: unixSeconds(one.triedAt),
    outcome: one.outcome,
    response_code: one.code,
    response_time: one.elapsedMs / 1000,
    response_text: one.responseText,
    error: one.error,
  };
}

export function encodeEventLog({ events, next }: EventLogPage): Static<typeof EventLogRecord> {
  return {
    events: events.map((event) => ({
      event_id: eventIdOf(event),
      event_type: event.type,
      event_time: unixSeconds(event.happenedAt),
      order_id: isAccountSubject(event.orderId) ? "" : event.orderId,
      state: event.state,
      next_try_time: event.state === "waiting" ? unixSeconds(event.dueAt) : 0,
      last_try: event.lastTry ? encodeTryOfEvent(event.lastTry) : null,
    })),
    ...(next === undefined ? {} : { next }),
  };
}

const EVENTS_PAGE = 50;

export const eventLogLimit = (limit: string | undefined): number => Number(limit ?? EVENTS_PAGE);

type FilterFields = {
  readonly order_id?: string;
  readonly event_type?: string;
  readonly result?: CallbackResult;
  readonly from_time?: string | number;
  readonly to_time?: string | number;
};

export function eventFilterOf({ order_id, event_type, result, from_time, to_time }: FilterFields): EventFilter {
  return {
    order: order_id?.trim() || undefined,
    type: event_type || undefined,
    result,
    from: instant(from_time),
    to: instant(to_time),
  };
}

export function encodeEndpoint({ endpoint, queue }: EndpointState): Static<typeof EndpointRecord> {
  return {
    url: endpoint?.url ?? "",
    auth: { type: (endpoint?.auth ?? ({ type: "none" } satisfies CallbackAuth)).type },
    account_events: {
      balance_low: endpoint?.balanceLow ?? 0,
      cod_paid_out: endpoint?.tellsCodPaidOut ?? false,
    },
    stopped: Boolean(endpoint?.stoppedAt),
    failures: endpoint?.failures ?? 0,
    waiting: queue.waiting,
    given_up: queue.givenUp,
    oldest_waiting_time: unixSeconds(queue.oldestQueuedAt),
  };
}

export function encodeReport(report: ReceiverReport): Static<typeof ReportRecord> {
  return {
    grade: report.grade,
    checks: report.checks.map(({ check, result, sent, answered, advice }) => ({
      check,
      result,
      sent,
      answered: [...answered],
      ...(advice === undefined ? {} : { advice }),
    })),
  };
}

// What test calls carry: an order as a receiver knows it, that no receiver can mistake for one of its own.
export function sampleOrder(partnerId: string, now: Date): Readonly<Record<string, unknown>> {
  return {
    _id: "00TEST00",
    status: "ASSIGNING",
    sub_status: "",
    partner: partnerId,
    service_id: "SGN-BIKE",
    city_id: "SGN",
    currency: "VND",
    total_fee: 0,
    create_time: unixSeconds(now),
    path: [
      { address: "Test pickup", name: "Test", mobile: "84900000000", status: "" },
      { address: "Test delivery", name: "Test", mobile: "84900000000", status: "", tracking_number: "TEST" },
    ],
  };
}
