// Opens an order in one round trip (the function open_order): hold, promo, order, tracking numbers, first event and, for a
// keyed request, its answer. Everything is written, or nothing.

import type { Journal } from "../../domain/ledger/journal.ts";
import { trackingNumbersOf } from "../../domain/orders/check/store-check.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { NewEvent } from "../callbacks/events.ts";
import { codeOf, isConflict, type Sql } from "../db.ts";
import { type Answer, type KeyedCall, keyTaken } from "./idempotency.ts";
import { contentOf, stateOf } from "./order-document.ts";

export type NewOrder = {
  readonly order: Order;
  readonly actor: string;
  readonly dueAt: Date | null;
  // The hold of a BALANCE order.
  readonly journal: Journal | undefined;
  readonly event: NewEvent;
  // The partner wants no tracking number twice.
  readonly blocksNumbers: boolean;
  readonly keyed: { readonly call: KeyedCall; readonly answer: Answer; readonly expiresAt: Date } | undefined;
};

// What had moved since it was read. The caller reads and decides again, and then knows which refusal it is, if any.
export type Moved = "BALANCE" | "PROMO" | "TRACKING_NUMBER" | "ORDER_ID";

export async function saveNewOrder(db: Sql, opened: NewOrder): Promise<"SAVED" | Moved> {
  const { order, journal, keyed } = opened;
  const { fromMain, fromBonus } = order.payment;
  const postings = journal?.postings ?? [];
  try {
    await db`
      select open_order(
        ${order.id}, ${order.partnerId}, ${order.ownerPhone}, ${order.serviceId}, ${order.cityId}, ${order.status},
        ${opened.dueAt}, ${order.trackingToken}, ${order.promoCode}, ${fromMain}, ${fromBonus}, ${order.createdAt},
        ${contentOf(order)}, ${stateOf(order)}, ${opened.actor}, ${opened.event.body},
        ${journal?.kind ?? null}, ${journal?.reference ?? null}, ${postings.map((posting) => posting.account.kind)},
        ${postings.map((posting) => posting.account.owner)}, ${postings.map((posting) => posting.amount)},
        ${trackingNumbersOf(order.points)}, ${opened.blocksNumbers},
        ${keyed?.call.key ?? null}, ${keyed?.call.fingerprint ?? null}, ${keyed?.answer.status ?? null},
        ${keyed?.answer.body ?? null}, ${keyed?.expiresAt ?? null}
      )`;
    return "SAVED";
  } catch (error) {
    const moved = movedBy(error);
    if (moved) return moved;
    throw keyTaken(error) ?? error;
  }
}

function movedBy(error: unknown): Moved | undefined {
  if (codeOf(error) === "GI001") return "BALANCE";
  if (codeOf(error) === "GI002") return "PROMO";
  if (isConflict(error, "tracking_numbers_blocked")) return "TRACKING_NUMBER";
  if (isConflict(error, "orders_pkey") || isConflict(error, "orders_tracking_token")) return "ORDER_ID";
  return undefined;
}
