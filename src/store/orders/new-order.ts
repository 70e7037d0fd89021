// Opens an order in one round trip (the function open_order): hold, promo, order, tracking numbers, first event and, for a
// keyed request, its answer. Everything is written, or nothing. Orders that come together share a transaction (open_order_columns), and each is
// written or refused as if it were alone.
import type { Journal } from "../../domain/ledger/journal.ts";
import { trackingNumbersOf } from "../../domain/orders/check/store-check.ts";
import type { Order } from "../../domain/orders/order.ts";
import {
  booleanArray,
  byteaArray,
  instantArray,
  int2Array,
  int4Array,
  int8Array,
  jsonArray,
  textArray,
} from "../array-bytes.ts";
import type { NewEvent } from "../callbacks/events.ts";
import { tracedAlone, tracedTogether } from "../callbacks/traces.ts";
import { codeOf, type Database, isConflict, NOTHING, type Sql } from "../db.ts";
import { type SlotPlace, takingPlace } from "../dispatch/slot-places.ts";
import { grouped, NotSaved, type Verdict } from "../grouped.ts";
import { type Answer, type KeyedCall, keyTaken } from "./idempotency.ts";
import { contentOf, stateOf } from "./order-document.ts";
import { packAnswer } from "./packed-answer.ts";
import { perDatabase } from "./per-database.ts";

export type NewOrder = {
  readonly order: Order;
  readonly actor: string;
  readonly dueAt: Date | null;
  // The hold of a BALANCE order.
  readonly journal: Journal | undefined;
  readonly event: NewEvent;
  // The partner wants no tracking number twice.
  readonly blocksNumbers: boolean;
  // Of a planned service: where it is promised.
  readonly place: SlotPlace | undefined;
  readonly keyed: { readonly call: KeyedCall; readonly answer: Answer; readonly expiresAt: Date } | undefined;
};

// What had moved since it was read. The caller reads and decides again, and then knows which refusal it is, if any.
type Moved = "BALANCE" | "PROMO" | "SLOT" | "TRACKING_NUMBER" | "ORDER_ID";

type Saved = "SAVED" | Moved;
type Sharing = { readonly opened: NewOrder; readonly share: readonly string[] };

// `share`: what it locks that many others need as well.
export function saveNewOrder(db: Database, opened: NewOrder, share: readonly string[]): Promise<Saved> {
  // Whoever waits for a slot keeps nobody else waiting.
  return opened.place ? saveAlone(db.with({ share }), opened) : saverOf(db)({ opened, share });
}

const saverOf = perDatabase((db): ((one: Sharing) => Promise<Saved>) =>
  grouped({
    queueOf: ({ share }) => share[0] ?? "",
    alone: ({ opened, share }) => saveAlone(db.with({ share }), opened),
    together: (group) =>
      saveTogether(
        db,
        group.map(({ opened }) => opened),
      ),
    max: db.groupMax,
  }),
);

async function saveAlone(db: Sql, opened: NewOrder): Promise<Saved> {
  const { order, journal, keyed } = opened;
  const { fromMain, fromBonus } = order.payment;
  const postings = journal?.postings ?? [];
  try {
    await db`
      select open_order(
        ${order.id}, ${order.partnerId}, ${order.ownerPhone}, ${order.serviceId}, ${order.cityId}, ${order.status},
        ${opened.dueAt}, ${order.trackingToken}, ${order.promoCode}, ${fromMain}, ${fromBonus}, ${order.createdAt},
        ${contentOf(order)}, ${stateOf(order)}, ${opened.actor}, ${opened.event.kept},
        ${journal?.kind ?? null}, ${journal?.reference ?? null}, ${postings.map((posting) => posting.account.kind)},
        ${postings.map((posting) => posting.account.owner)}, ${postings.map((posting) => posting.amount)},
        ${trackingNumbersOf(order.points)}, ${opened.blocksNumbers},
        ${keyed?.call.key ?? null}, ${keyed?.call.fingerprint ?? null}, ${keyed?.answer.status ?? null},
        ${keyed ? packAnswer(keyed.answer.body, opened.event) : null}, ${keyed?.expiresAt ?? null}
      )${opened.place ? takingPlace(order, opened.place) : NOTHING}${tracedAlone({ ...opened.event, id: order.id })}`;
    return "SAVED";
  } catch (error) {
    const verdict = verdictOf(error);
    if ("saved" in verdict) return verdict.saved;
    throw verdict.error;
  }
}

async function saveTogether(db: Sql, opened: readonly NewOrder[]): Promise<readonly Verdict<Saved>[]> {
  const orders = opened.map(({ order }) => order);
  const postings = opened.flatMap(({ journal }, at) =>
    (journal?.postings ?? []).map(({ account, amount }, line) => ({ order: at + 1, line, account, amount })),
  );
  const numbers = orders.flatMap(({ points }, at) =>
    trackingNumbersOf(points).map((number) => ({ order: at + 1, number })),
  );
  // Mostly nobody has one.
  const keyed = opened.some((one) => one.keyed) ? opened.map((one) => one.keyed) : [];
  const rows = await db<{ code: string | null; violated: string | null }>`
    select code, violated${tracedTogether(opened, () => JSON.stringify(opened.map(traceOf)))}
    from open_order_columns(
      ${textArray(orders.map(({ id }) => id))}, ${textArray(orders.map(({ partnerId }) => partnerId))},
      ${textArray(orders.map(({ ownerPhone }) => ownerPhone))}, ${textArray(orders.map(({ serviceId }) => serviceId))},
      ${textArray(orders.map(({ cityId }) => cityId))}, ${textArray(orders.map(({ status }) => status))},
      ${instantArray(opened.map(({ dueAt }) => dueAt))}, ${textArray(orders.map(({ trackingToken }) => trackingToken))},
      ${textArray(orders.map(({ promoCode }) => promoCode))}, ${int8Array(orders.map(({ payment }) => payment.fromMain))},
      ${int8Array(orders.map(({ payment }) => payment.fromBonus))}, ${instantArray(orders.map(({ createdAt }) => createdAt))},
      ${jsonArray(orders.map(contentOf))}, ${jsonArray(orders.map(stateOf))},
      ${textArray(opened.map(({ actor }) => actor))}, ${textArray(opened.map(({ event }) => event.kept))},
      ${textArray(opened.map(({ journal }) => journal?.kind))}, ${textArray(opened.map(({ journal }) => journal?.reference))},
      ${int4Array(postings.map(({ order }) => order))}, ${int2Array(postings.map(({ line }) => line))},
      ${textArray(postings.map(({ account }) => account.kind))}, ${textArray(postings.map(({ account }) => account.owner))},
      ${int8Array(postings.map(({ amount }) => amount))},
      ${int4Array(numbers.map(({ order }) => order))}, ${textArray(numbers.map(({ number }) => number))},
      ${booleanArray(opened.map(({ blocksNumbers }) => blocksNumbers))},
      ${textArray(keyed.map((one) => one?.call.key))}, ${byteaArray(keyed.map((one) => one?.call.fingerprint))},
      ${int2Array(keyed.map((one) => one?.answer.status))},
      ${textArray(keyed.map((one, at) => one && packAnswer(one.answer.body, opened[at]!.event)))},
      ${instantArray(keyed.map((one) => one?.expiresAt))}
    )
    order by nth`;
  return rows.map(({ code, violated }) =>
    code === null ? { saved: "SAVED" } : verdictOf(new NotSaved(code, violated)),
  );
}

const traceOf = ({ order, event }: NewOrder) => ({ id: order.id, traceparent: event.traceparent });

function verdictOf(error: unknown): Verdict<Saved> {
  const moved = movedBy(error);
  if (moved) return { saved: moved };
  const taken = keyTaken(error);
  return { error: taken ?? error, isLast: taken !== undefined };
}

function movedBy(error: unknown): Moved | undefined {
  if (codeOf(error) === "GI001") return "BALANCE";
  if (codeOf(error) === "GI002") return "PROMO";
  if (codeOf(error) === "GI007") return "SLOT";
  if (isConflict(error, "tracking_numbers_blocked")) return "TRACKING_NUMBER";
  if (isConflict(error, "orders_pkey") || isConflict(error, "orders_tracking_token")) return "ORDER_ID";
  return undefined;
}
