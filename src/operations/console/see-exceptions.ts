// What needs a person now, in a city or in all of them, the most pressing first.

import {
  byUrgency,
  EXCEPTION_KINDS,
  type ExceptionKind,
  exceptionOf,
  type OrderException,
} from "../../domain/board/exceptions.ts";
import { lateAfter } from "../../domain/dispatch/order-task.ts";
import { dayAfter } from "../../domain/joining/documents.ts";
import { HOME_ZONE, startOfDate } from "../../domain/local-time.ts";
import type { Order } from "../../domain/orders/order.ts";
import { expiryOf } from "../../domain/orders/steps/by-clock.ts";
import { mapInSlices } from "../../ports/slices.ts";
import {
  type DownEndpoint,
  listDownEndpoints,
  listWatchedOrders,
  type WatchedOrder,
} from "../../store/console/exceptions.ts";
import type { EndingDocument } from "../../store/joining/documents.ts";
import { type DispatchMemory, readOrders } from "../dispatch/dispatch-memory.ts";
import { type EndedDocumentDeps, listEnding } from "../joining/ended-documents.ts";

export type ExceptionDeps = EndedDocumentDeps & {
  // Orders as they were read last: a list that is looked at every few seconds reads only what has changed.
  readonly exceptionMemory: DispatchMemory;
};

export type SeenException =
  | (OrderException & { readonly order: Order })
  | { readonly kind: "ENDPOINT_DOWN"; readonly since: Date; readonly endpoint: DownEndpoint }
  | { readonly kind: "DOCUMENT_ENDS"; readonly since: Date; readonly document: EndingDocument };

export type SeenExceptions = {
  readonly now: Date;
  readonly exceptions: readonly SeenException[];
  readonly counts: Readonly<Record<ExceptionKind, number>>;
};

const LOOKED_AT_MAX = 5_000;
const ENDPOINTS_MAX = 200;
const DOCUMENTS_MAX = 200;

// `isLimited`: to somebody who works in some cities only. Whether a partner's endpoint answers concerns all of them.
export async function seeExceptions(
  deps: ExceptionDeps,
  cityIds: readonly string[] | undefined,
  isLimited: boolean,
  limit: number,
): Promise<SeenExceptions> {
  const now = deps.clock.now();
  const [watched, endpoints, documents] = await Promise.all([
    listWatchedOrders(deps.db, cityIds, LOOKED_AT_MAX),
    isLimited ? [] : listDownEndpoints(deps.db, ENDPOINTS_MAX),
    listEnding(deps, cityIds, DOCUMENTS_MAX),
  ]);
  const orders = await readOrders(deps.db, deps.exceptionMemory, watched);
  const found = await mapInSlices(watched, (one): readonly SeenException[] => {
    const order = orders.get(one.id);
    const exception = order && exceptionOf(factsOf(order, one), now);
    return exception ? [{ ...exception, order }] : [];
  });
  const all = [
    ...found.flat(),
    ...endpoints.map((endpoint) => ({ kind: "ENDPOINT_DOWN", since: endpoint.since, endpoint }) as const),
    ...documents.map((document) => {
      // Since the reminder was due, so that the one that ends first is the oldest.
      const dueOn = dayAfter(document.expiresOn, -deps.settings.documents.reminderDays);
      return { kind: "DOCUMENT_ENDS", since: startOfDate(HOME_ZONE, dueOn) ?? now, document } as const;
    }),
  ];
  const counts = Object.fromEntries(
    EXCEPTION_KINDS.map((kind) => [kind, all.filter((one) => one.kind === kind).length]),
  ) as Record<ExceptionKind, number>;
  return { now, exceptions: all.sort(byUrgency).slice(0, limit), counts };
}

function factsOf(
  order: Order,
  { isDriverSuspended, heardAt, expectedAt }: WatchedOrder,
): Parameters<typeof exceptionOf>[0] {
  const { assigningAt, points, afterFees } = order;
  const failed = points.flatMap(({ status, doneAt }) => (status === "FAILED" && doneAt ? [doneAt.getTime()] : []));
  return {
    ...order,
    searchEndsAt: assigningAt && expiryOf(order, assigningAt),
    isDriverSuspended,
    driverHeardAt: heardAt,
    expectedAt,
    lateAfter: lateAfter(order),
    failedAt: failed.length === 0 ? null : new Date(Math.max(...failed)),
    isReturnAsked: afterFees.some(({ kind }) => kind === "return"),
  };
}
