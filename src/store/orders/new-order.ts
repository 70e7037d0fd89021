// Opens an order in one round trip (the function open_order): hold, promo, order, tracking numbers, first event and, for a
// keyed request, its answer. Everything is written, or nothing. Orders that come together share a transaction (open_orders), and each is
// written or refused as if it were alone.
import type { Journal } from "../../domain/ledger/journal.ts";
import { trackingNumbersOf } from "../../domain/orders/check/store-check.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { NewEvent } from "../callbacks/events.ts";
import { tracedAlone, tracedTogether } from "../callbacks/traces.ts";
import { codeOf, type Database, isConflict, NOTHING, type Sql } from "../db.ts";
import { type SlotPlace, takingPlace } from "../dispatch/slot-places.ts";
import { grouped, inOneText, NotSaved, type Verdict } from "../grouped.ts";
import { type Answer, type KeyedCall, keyTaken } from "./idempotency.ts";
import { contentOf, stateOf } from "./order-document.ts";
import { packAnswer } from "./packed-answer.ts";

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

const savers = new WeakMap<Database, (one: Sharing) => Promise<Saved>>();

// `share`: what it locks that many others need as well.
export function saveNewOrder(db: Database, opened: NewOrder, share: readonly string[]): Promise<Saved> {
  const save = savers.get(db) ?? openSaver(db);
  savers.set(db, save);
  // Whoever waits for a slot keeps nobody else waiting.
  return opened.place ? saveAlone(db.with({ share }), opened) : save({ opened, share });
}

function openSaver(db: Database): (one: Sharing) => Promise<Saved> {
  return grouped({
    queueOf: ({ share }) => share[0] ?? "",
    alone: ({ opened, share }) => saveAlone(db.with({ share }), opened),
    together: (group) =>
      saveTogether(
        db,
        group.map(({ opened }) => opened),
      ),
    max: db.groupMax,
  });
}

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

async function saveTogether(db: Sql, group: readonly NewOrder[]): Promise<readonly Verdict<Saved>[]> {
  return inOneText(group.map(textOf), async (text) => {
    const rows = await db<{ code: string | null; violated: string | null }>`
      select code, violated${tracedTogether(group, text)}
      from open_orders(${text}::json)
      order by nth`;
    return rows.map(({ code, violated }) =>
      code === null ? { saved: "SAVED" } : verdictOf(new NotSaved(code, violated)),
    );
  });
}

function verdictOf(error: unknown): Verdict<Saved> {
  const moved = movedBy(error);
  if (moved) return { saved: moved };
  const taken = keyTaken(error);
  return { error: taken ?? error, isLast: taken !== undefined };
}

// As the type order_to_open has it, dates as texts: JSON.stringify takes twice as long where it meets one. What is JSON already goes in as it is,
// and comes out as the same bytes.
function textOf(opened: NewOrder): string {
  const { order, keyed, journal } = opened;
  const plain = JSON.stringify({
    id: order.id,
    partner: order.partnerId,
    creator: order.ownerPhone,
    service: order.serviceId,
    city: order.cityId,
    status: order.status,
    due: opened.dueAt?.toJSON(),
    token: order.trackingToken,
    promo: order.promoCode,
    main: order.payment.fromMain,
    bonus: order.payment.fromBonus,
    at: order.createdAt.toJSON(),
    journal: journal?.kind,
    reference: journal?.reference,
    kinds: journal?.postings.map(({ account }) => account.kind),
    owners: journal?.postings.map(({ account }) => account.owner),
    amounts: journal?.postings.map(({ amount }) => amount),
    actor: opened.actor,
    numbers: trackingNumbersOf(order.points),
    blocks: opened.blocksNumbers,
    key: keyed?.call.key,
    fingerprint: keyed && `\\x${keyed.call.fingerprint.toString("hex")}`,
    answer_status: keyed?.answer.status,
    answer: keyed && packAnswer(keyed.answer.body, opened.event),
    expiry: keyed?.expiresAt.toJSON(),
    traceparent: opened.event.traceparent,
    body: opened.event.kept,
  });
  return `${plain.slice(0, -1)},"content":${contentOf(order)},"state":${stateOf(order)}}`;
}

function movedBy(error: unknown): Moved | undefined {
  if (codeOf(error) === "GI001") return "BALANCE";
  if (codeOf(error) === "GI002") return "PROMO";
  if (codeOf(error) === "GI007") return "SLOT";
  if (isConflict(error, "tracking_numbers_blocked")) return "TRACKING_NUMBER";
  if (isConflict(error, "orders_pkey") || isConflict(error, "orders_tracking_token")) return "ORDER_ID";
  return undefined;
}
