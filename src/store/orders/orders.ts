// Rows of orders: found, and locked where more than a step (save-step.ts) is to be saved.

import { trackingNumbersOf } from "../../domain/orders/check/store-check.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isOrderId } from "../../domain/orders/order-ids.ts";
import type { Status, SubStatus } from "../../domain/orders/order-life.ts";
import type { StepEvent } from "../../domain/orders/order-step.ts";
import type { Phone } from "../../domain/phone.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { batched } from "../batched.ts";
import { type Database, inTransaction, isConflict, type Sql, sql, type WaitOptions } from "../db.ts";
import { type OrderRow, orderOf, stateOf } from "./order-document.ts";
import { perDatabase } from "./per-database.ts";

export const ORDER_COLUMNS = sql`
  orders.id, tracking_token, orders.partner_id, creator_phone as owner_phone, service_id, city_id, status, seq, promo_code,
  orders.created_at, content, state`;

export type NumberedOrder = { readonly number: number; readonly order: Order };

// Those that its template chooses, from `where` on.
export function selectOrders(db: Sql) {
  return async (...which: Parameters<typeof sql>): Promise<readonly Order[]> => {
    const rows = await db<OrderRow>`select ${ORDER_COLUMNS} from orders ${sql(...which)}`;
    return rows.map(orderOf);
  };
}

// The same with the numbers they were made under.
export function selectNumberedOrders(db: Sql) {
  return async (...which: Parameters<typeof sql>): Promise<readonly NumberedOrder[]> => {
    const rows = await db<OrderRow & { number: number }>`select number, ${ORDER_COLUMNS} from orders ${sql(...which)}`;
    return rows.map((row) => ({ number: row.number, order: orderOf(row) }));
  };
}

// Of all orders; 0 where there are none.
export async function readNewestNumber(db: Sql): Promise<number> {
  const [row] = await db<{ number: number }>`select number from orders order by number desc limit 1`;
  return row?.number ?? 0;
}

// Of the last order that was made before a moment.
export async function readNumberBefore(db: Sql, at: Date): Promise<number> {
  const [row] = await db<{ number: number }>`select order_number_at(${at}) - 1 as number`;
  return row!.number;
}

// undefined: there is no such order.
export async function findCityOfOrder(db: Sql, orderId: string): Promise<string | undefined> {
  if (!isOrderId(orderId)) return undefined;
  const [row] = await db<{ cityId: string }>`select city_id from orders where id = ${orderId}`;
  return row?.cityId;
}

// What cannot be an id is not asked for: it may hold characters that PostgreSQL refuses.
export async function findOrder(db: Sql, orderId: string): Promise<Order | undefined> {
  if (!isOrderId(orderId)) return undefined;
  return (await selectOrders(db)`where id = ${orderId}`)[0];
}

export async function listOrdersById(db: Sql, orderIds: readonly string[]): Promise<readonly Order[]> {
  return selectOrders(db)`where id = any(${orderIds})`;
}

// The same for many askers at once.
export function openOrderReader(db: Sql): (orderId: string) => Promise<Order | undefined> {
  const read = batched(
    async (orderIds) => new Map((await listOrdersById(db, orderIds)).map((order) => [order.id, order])),
  );
  return async (orderId) => (isOrderId(orderId) ? read(orderId) : undefined);
}

// One transaction on an order, of which its account's share of the connections is taken before one is.
export async function inOrder<T>(
  db: Database,
  orderId: string,
  work: (order: Order | undefined, tx: Sql) => Promise<T>,
  options: Pick<WaitOptions, "isPatient"> = {},
): Promise<T> {
  const owner = await ownerOf(db, orderId);
  const share = owner === undefined ? [] : [owner];
  return inTransaction(db.with({ ...options, share }), async (tx) => work(await lockOrder(tx, orderId), tx));
}

async function lockOrder(tx: Sql, orderId: string): Promise<Order | undefined> {
  if (!isOrderId(orderId)) return undefined;
  return (await selectOrders(tx)`where id = ${orderId} for no key update`)[0];
}

export async function saveTrackingNumbers(tx: Sql, before: Order, after: Order): Promise<void> {
  const [had, has] = [trackingNumbersOf(before.points), trackingNumbersOf(after.points)];
  const gone = had.filter((number) => !has.includes(number));
  const added = has.filter((number) => !had.includes(number));
  if (gone.length > 0) {
    await tx`delete from tracking_numbers where order_id = ${after.id} and tracking_number = any(${gone})`;
  }
  if (added.length > 0) {
    await tx`
      insert into tracking_numbers (partner_id, tracking_number, order_id, order_number, created_at, blocks)
      select partner_id, tracking_number, orders.id, number, orders.created_at, block_duplicate_tracking_numbers
      from orders
      join partners on partners.id = partner_id
      cross join unnest(${added}::text[]) as given (tracking_number)
      where orders.id = ${after.id}`;
  }
}

// Another order took a number that was free when it was looked for.
export function isNumberTaken(error: unknown): boolean {
  return isConflict(error, "tracking_numbers_blocked");
}

// Ratings are no step of the life: they change the record and nothing else.
export async function saveRating(
  tx: Sql,
  order: Order,
  rating: {
    readonly by: "user" | "receiver";
    readonly driverPhone: string;
    readonly rating: number;
    readonly comment: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx`
    insert into ratings (order_id, rated_by, driver_phone, rating, comment, rated_at)
    values (${order.id}, ${rating.by}, ${rating.driverPhone}, ${rating.rating}, ${rating.comment}, ${rating.at})`;
  await tx`update orders set state = ${stateOf(order)} where id = ${order.id}`;
}

export type DueOrder = { readonly id: string; readonly ownerPhone: string };

// Orders for which something is due, the longest overdue first.
export async function listDueOrders(db: Sql, now: Date, exceptOf: readonly string[], limit: number) {
  return db<DueOrder>`
    select id, creator_phone as owner_phone
    from orders
    where due_at <= ${now}
      and creator_phone <> all(${exceptOf})
    order by due_at
    limit ${limit}`;
}

export type HistoryRow = {
  readonly seq: number;
  readonly event: StepEvent;
  readonly actor: string;
  readonly status: Status;
  readonly subStatus: SubStatus;
  readonly happenedAt: Date;
};

const HISTORY_MAX = 500;

export async function listHistory(db: Sql, orderId: string) {
  return db<HistoryRow>`
    select seq, event, actor, status, sub_status, happened_at
    from order_history
    where order_id = ${orderId}
    order by seq
    limit ${HISTORY_MAX}`;
}

// Whose account an order belongs to. That never changes, so it is read once and kept for those orders that are in use.
const KEPT_MAX = 20_000;

async function ownerOf(db: Database, orderId: string): Promise<Phone | undefined> {
  return isOrderId(orderId) ? ownersIn(db)(orderId) : undefined;
}

const ownersIn = perDatabase((db) => {
  const kept = new NewestMap<string, Phone>(KEPT_MAX);
  const read = batched(async (orderIds) => {
    const rows = await db<{ id: string; phone: Phone }>`
      select id, creator_phone as phone
      from orders
      where id = any(${orderIds})`;
    return new Map(rows.map(({ id, phone }) => [id, phone]));
  });
  return async (orderId: string): Promise<Phone | undefined> => {
    const owner = kept.get(orderId) ?? (await read(orderId));
    if (owner !== undefined) kept.set(orderId, owner);
    return owner;
  };
});
