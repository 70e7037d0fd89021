// What is told by alert rules: queued with what it tells of, claimed by one worker at a time, and kept with what became of it.
import type { AlertKind } from "../../domain/alerts/alert-rule.ts";
import type { AlertOccasion } from "../../domain/alerts/alert-text.ts";
import type { Facts } from "../../domain/alerts/incidents.ts";
import type { Language } from "../../domain/recipient-message.ts";
import { type Sql, sql } from "../db.ts";

export const ALERT_WAYS = ["mail", "push", "webhook"] as const;
type AlertWay = (typeof ALERT_WAYS)[number];

export type NewMessage = {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: AlertKind;
  readonly occasion: AlertOccasion;
  readonly incidentId: number | null;
  readonly subject: string;
  readonly day: string | null;
  readonly way: AlertWay;
  readonly address: string;
  readonly sessionHash: Buffer | null;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  readonly facts: Facts;
  readonly queuedAt: Date;
  // null: there is nobody to send it to, which `error` says.
  readonly dueAt: Date | null;
  readonly error: string;
};

// One that is there already stays as it is: a day is told once.
export async function insertMessage(tx: Sql, message: NewMessage): Promise<void> {
  const { dueAt, queuedAt } = message;
  await tx`
    insert into alert_messages (
      id, rule_id, rule_name, kind, occasion, incident_id, subject, day, way, address, session_hash, language, title, body, facts,
      queued_at, due_at, status, error, ended_at
    )
    values (
      ${message.id}, ${message.ruleId}, ${message.ruleName}, ${message.kind}, ${message.occasion}, ${message.incidentId},
      ${message.subject}, ${message.day}::date, ${message.way}, ${message.address}, ${message.sessionHash}, ${message.language},
      ${message.title}, ${message.body}, ${JSON.stringify(message.facts)}::jsonb, ${queuedAt}, ${dueAt},
      ${dueAt ? "waiting" : "failed"}, ${message.error}, ${dueAt ? null : queuedAt}
    )
    on conflict do nothing`;
}

export async function isDayTold(tx: Sql, ruleId: string, day: string): Promise<boolean> {
  const rows = await tx`select from alert_messages where rule_id = ${ruleId} and day = ${day}::date limit 1`;
  return rows.length > 0;
}

export type ClaimedAlert = Omit<NewMessage, "day" | "dueAt" | "error"> & {
  readonly number: number;
  // This one among them.
  readonly tries: number;
};

const claimed = sql`message.number, message.id, message.rule_id, message.rule_name, message.kind, message.occasion,
  message.incident_id, message.subject, message.way, message.address, message.session_hash, message.language, message.title,
  message.body, message.facts, message.queued_at, message.tries`;

// Those that are due, for the one who asks: until `until` nobody else gets them. That something is over is not told before that it began.
export async function claimDueAlerts(db: Sql, now: Date, until: Date, limit: number) {
  return db<ClaimedAlert>`
    with due as (
      select number
      from alert_messages as one
      where due_at <= ${now}
        and not exists (
          select
          from alert_messages as earlier
          where earlier.incident_id = one.incident_id
            and earlier.due_at is not null
            and earlier.way = one.way
            and earlier.address = one.address
            and earlier.number < one.number
        )
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update alert_messages as message
    set due_at = ${until},
      tries = message.tries + 1
    from due
    where message.number = due.number
    returning ${claimed}`;
}

// Of those that were just queued, which nobody else has claimed since.
export async function claimAlerts(db: Sql, ids: readonly string[], until: Date) {
  return db<ClaimedAlert>`
    update alert_messages as message
    set due_at = ${until},
      tries = message.tries + 1
    where id = any(${ids})
      and tries = 0
      and due_at is not null
    returning ${claimed}`;
}

export type AfterSending =
  | { readonly step: "sent" }
  | { readonly step: "again"; readonly at: Date; readonly error: string }
  | { readonly step: "failed"; readonly error: string };

export async function noteAlert(
  db: Sql,
  { number }: Pick<ClaimedAlert, "number">,
  after: AfterSending,
  now: Date,
): Promise<void> {
  const isOver = after.step !== "again";
  await db`
    update alert_messages
    set status = ${isOver ? after.step : "waiting"},
      due_at = ${isOver ? null : after.at},
      ended_at = ${isOver ? now : null},
      error = ${after.step === "sent" ? "" : after.error}
    where number = ${number}
      and status = 'waiting'`;
}

// Of a rule that is off or gone.
export async function dropWaitingAlerts(tx: Sql, ruleId: string, now: Date, why: string): Promise<void> {
  await tx`
    update alert_messages
    set status = 'failed', due_at = null, ended_at = ${now}, error = ${why}
    where rule_id = ${ruleId}
      and status = 'waiting'`;
}

export type ToldRow = Pick<
  NewMessage,
  "id" | "ruleId" | "ruleName" | "kind" | "occasion" | "subject" | "way" | "address" | "title" | "body" | "queuedAt"
> & {
  readonly number: number;
  readonly status: "waiting" | "sent" | "failed";
  readonly tries: number;
  readonly error: string;
  readonly dueAt: Date | null;
  readonly endedAt: Date | null;
};

export type ToldFilter = { readonly ruleId?: string | undefined; readonly beforeNumber?: number | undefined };

export async function listAlerts(db: Sql, { ruleId, beforeNumber }: ToldFilter, limit: number) {
  return db<ToldRow>`
    select number, id, rule_id, rule_name, kind, occasion, subject, way, address, title, body, queued_at, status, tries, error,
      due_at, ended_at
    from alert_messages
    where (${ruleId ?? null}::text is null or rule_id = ${ruleId ?? null})
      and (${beforeNumber ?? null}::bigint is null or number < ${beforeNumber ?? null})
    order by number desc
    limit ${limit}`;
}

export async function listAlertsById(db: Sql, ids: readonly string[]) {
  return db<ToldRow>`
    select number, id, rule_id, rule_name, kind, occasion, subject, way, address, title, body, queued_at, status, tries, error,
      due_at, ended_at
    from alert_messages
    where id = any(${ids})
    order by number`;
}

export async function removeOldAlerts(db: Sql, before: Date): Promise<void> {
  await db`
    delete from alert_messages
    where number in (select number from alert_messages where queued_at < ${before} and due_at is null limit 1000)`;
}

export type AlertCounts = { readonly waiting: number; readonly failed: number; readonly open: number };

// For the operator's monitoring: messages that wait and that failed since, and troubles that go on. Tries of a rule, which somebody watched, and what a rule
// that is off or gone would have told are missed by nobody.
export async function countAlerts(db: Sql, failedSince: Date): Promise<AlertCounts> {
  const [row] = await db<AlertCounts>`
    select
      (select count(*)::int from alert_messages where due_at is not null) as waiting,
      (
        select count(*)::int
        from alert_messages
        where queued_at > ${failedSince}
          and status = 'failed'
          and occasion <> 'test'
          and rule_id in (select id from alert_rules where is_on)
      ) as failed,
      (select count(*)::int from alert_incidents where ended_at is null) as open`;
  return row ?? { waiting: 0, failed: 0, open: 0 };
}
