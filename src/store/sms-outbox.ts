// The sandbox's sender: messages are kept here instead of being sent, for the operator to read.
import { countRows, type Sql } from "./db.ts";

export type SentSms = {
  readonly to: string;
  readonly text: string;
  readonly code: string | null;
  readonly sentAt: Date;
};

// One with an id is kept once.
export async function keepSms(db: Sql, sms: SentSms & { readonly id: string | null }): Promise<void> {
  await db`
    insert into sms_outbox (recipient, body, code, sent_at, message_id)
    values (${sms.to}, ${sms.text}, ${sms.code}, ${sms.sentAt}, ${sms.id})
    on conflict (message_id) do nothing`;
}

export async function listSms(db: Sql, to: string | null, limit: number) {
  return db<SentSms>`
    select recipient as to, body as text, code, sent_at
    from sms_outbox
    where ${to}::text is null or recipient = ${to}
    order by id desc
    limit ${limit}`;
}

// Messages sent before a moment, and the oldest beyond `keptMax`. Says how many went.
export async function removeOldSms(db: Sql, before: Date, keptMax: number, limit: number): Promise<number> {
  return countRows(db`
    delete from sms_outbox
    where id in (
      select id
      from (select id, sent_at from sms_outbox order by id limit ${limit}) as oldest
      where sent_at <= ${before}
        or id <= (select id from sms_outbox order by id desc offset ${keptMax} limit 1)
    )
    returning 1 as gone`);
}
