// Messages to recipients: queued with the pickup (orders/save-step.ts), claimed by one worker at a time, and kept with what became of them.
import type { Language, RecipientMessage } from "../domain/recipient-message.ts";
import { hasOneRow, type Sql } from "./db.ts";

export type ClaimedMessage = RecipientMessage & { readonly language: Language };

// Those that are due, for the one who asks: until `until` nobody else gets them.
export async function claimDueMessages(db: Sql, now: Date, until: Date, limit: number) {
  return db<ClaimedMessage>`
    with due as (
      select order_id, path_index
      from recipient_messages
      where due_at <= ${now}
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update recipient_messages as message
    set due_at = ${until},
      tries = message.tries + 1
    from due
    join orders on orders.id = due.order_id
    join partners on partners.id = orders.partner_id
    where message.order_id = due.order_id
      and message.path_index = due.path_index
    returning message.order_id, message.path_index, message.queued_at, message.tries - 1 as tries_before, message.error,
      partners.language`;
}

export async function noteSent(db: Sql, { orderId, pathIndex }: RecipientMessage, at: Date): Promise<void> {
  await db`
    update recipient_messages
    set status = 'sent',
      due_at = null,
      ended_at = ${at},
      error = ''
    where order_id = ${orderId}
      and path_index = ${pathIndex}
      and status = 'waiting'`;
}

export async function putOff(
  db: Sql,
  { orderId, pathIndex }: RecipientMessage,
  dueAt: Date,
  error: string,
): Promise<void> {
  await db`
    update recipient_messages
    set due_at = ${dueAt},
      error = ${error}
    where order_id = ${orderId}
      and path_index = ${pathIndex}
      and status = 'waiting'`;
}

// False when it had ended before.
export async function noteFailed(
  tx: Sql,
  { orderId, pathIndex }: RecipientMessage,
  at: Date,
  error: string,
): Promise<boolean> {
  return hasOneRow(tx`
    update recipient_messages
    set status = 'failed',
      due_at = null,
      ended_at = ${at},
      error = ${error}
    where order_id = ${orderId}
      and path_index = ${pathIndex}
      and status = 'waiting'
    returning order_id`);
}

export type MessageRow = {
  readonly pathIndex: number;
  readonly status: "waiting" | "sent" | "failed";
  readonly queuedAt: Date;
  readonly tries: number;
  readonly error: string;
  readonly endedAt: Date | null;
};

export async function listMessages(db: Sql, orderId: string) {
  return db<MessageRow>`
    select path_index, status, queued_at, tries, error, ended_at
    from recipient_messages
    where order_id = ${orderId}
    order by path_index
    limit 100`;
}

export async function countMessages(
  db: Sql,
  failedSince: Date,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  const [row] = await db<{ waiting: number; failed: number }>`
    select
      (select count(*)::int from recipient_messages where due_at is not null) as waiting,
      (select count(*)::int from recipient_messages where status = 'failed' and ended_at > ${failedSince}) as failed`;
  return row ?? { waiting: 0, failed: 0 };
}
