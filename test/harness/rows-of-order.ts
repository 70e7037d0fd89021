// What is written of an order, to be compared with what is written of another.
import { listOrderEvents } from "../../src/store/callbacks/events.ts";
import type { Sql } from "../../src/store/db.ts";

// Of every table, without what no two orders share: ids, places in the stream, moments, links. An event's body is compared as it is told: a
// process that has just started does not know yet that it may pack it.
export async function rowsOfOrder(db: Sql, orderId: string): Promise<readonly unknown[]> {
  const rows = await db<{ row: object }>`
    select to_jsonb(orders) - '{id,number,tracking_token,created_at,due_at}'::text[] as row from orders where id = ${orderId}
    union all
    select to_jsonb(order_history) - '{order_id,happened_at}'::text[] from order_history where order_id = ${orderId}
    union all
    select to_jsonb(callback_events) - '{order_id,position,happened_at,body,packed}'::text[] from callback_events where order_id = ${orderId}
    union all
    select to_jsonb(callback_queue) - '{order_id,queued_at,due_at,scheduled_at,tries,failures}'::text[] from callback_queue where order_id = ${orderId}
    union all
    select to_jsonb(tracking_numbers) - '{order_id,order_number,created_at}'::text[] from tracking_numbers where order_id = ${orderId}
    union all
    select to_jsonb(offers) - '{id,order_id,seq,offered_at,expires_at,answered_at}'::text[] from offers where order_id = ${orderId}
    union all
    select to_jsonb(journals) - '{id,reference,order_id,posted_at}'::text[] from journals where order_id = ${orderId}
    union all
    select to_jsonb(postings) - '{journal_id}'::text[]
    from postings
    where journal_id in (select id from journals where order_id = ${orderId})
    union all
    select to_jsonb(idempotency_keys) - '{key,expires_at,body}'::text[] from idempotency_keys where body like ${`%${orderId}%`}`;
  const plain = (text: string) =>
    text
      .replaceAll(orderId, "ID")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
      .replace(/(time|until|_at)(\\*":)1\d{9}(\.\d+)?/g, "$1$2SECONDS")
      .replace(/"h":[\d.]+/g, '"h":HOUR')
      .replace(/\/t\/[0-9A-Za-z]+/g, "LINK");
  const told = (await listOrderEvents(db, orderId)).map(({ body }) => ({ row: body }));
  return [...rows, ...told].map(({ row }) => plain(JSON.stringify(row))).sort();
}
