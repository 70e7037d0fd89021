// The operator's rules of when people are told something, and what troubles they see at the moment.
import type { AlertRule } from "../../domain/alerts/alert-rule.ts";
import type { Facts, Incident } from "../../domain/alerts/incidents.ts";
import type { Place, Vault } from "../../ports/vault.ts";
import { first, hasOneRow, type Sql, sql } from "../db.ts";
import type { Seal } from "../secrets/sealer.ts";

export type KeptRule = AlertRule & {
  readonly activeSince: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
};

export function placeOfWebhook(ruleId: string): Place {
  return { ruleId, field: "alert_rules.webhook_url" };
}

const COLUMNS = sql`id, name, kind, terms, city_id, language, mail, push, webhook_url, webhook_shape, is_on, active_since, created_at, created_by`;

function opened(rule: KeptRule, vault: Vault): KeptRule {
  const { webhookUrl } = rule;
  return { ...rule, webhookUrl: webhookUrl && vault.open(placeOfWebhook(rule.id), webhookUrl) };
}

export async function listAlertRules(db: Sql, vault: Vault, limit: number): Promise<readonly KeptRule[]> {
  const rules = await db<KeptRule>`
    select ${COLUMNS}
    from alert_rules
    order by created_at, id
    limit ${limit}`;
  return rules.map((rule) => opened(rule, vault));
}

export async function findAlertRule(db: Sql, vault: Vault, id: string): Promise<KeptRule | undefined> {
  const rule = await first(db<KeptRule>`select ${COLUMNS} from alert_rules where id = ${id}`);
  return rule && opened(rule, vault);
}

export async function lockAlertRule(tx: Sql, vault: Vault, id: string): Promise<KeptRule | undefined> {
  const rule = await first(tx<KeptRule>`select ${COLUMNS} from alert_rules where id = ${id} for update`);
  return rule && opened(rule, vault);
}

export async function countAlertRules(tx: Sql): Promise<number> {
  const [row] = await tx<{ count: number }>`select count(*)::int as count from alert_rules`;
  return row?.count ?? 0;
}

// Made anew, or what it was before is replaced.
export async function saveAlertRule(tx: Sql, seal: Seal, rule: KeptRule): Promise<void> {
  const webhookUrl = rule.webhookUrl && seal(placeOfWebhook(rule.id), rule.webhookUrl);
  await tx`
    insert into alert_rules (
      id, name, kind, terms, city_id, language, mail, push, webhook_url, webhook_shape, is_on, active_since, created_at, created_by
    )
    values (
      ${rule.id}, ${rule.name}, ${rule.kind}, ${JSON.stringify(rule.terms)}::jsonb, ${rule.cityId}, ${rule.language}, ${rule.mail},
      ${rule.push}, ${webhookUrl}, ${rule.webhookShape}, ${rule.isOn}, ${rule.activeSince}, ${rule.createdAt}, ${rule.createdBy}
    )
    on conflict (id) do update
    set name = excluded.name, kind = excluded.kind, terms = excluded.terms, city_id = excluded.city_id, language = excluded.language,
      mail = excluded.mail, push = excluded.push, webhook_url = excluded.webhook_url, webhook_shape = excluded.webhook_shape,
      is_on = excluded.is_on, active_since = excluded.active_since`;
}

export async function removeAlertRule(tx: Sql, id: string): Promise<boolean> {
  return hasOneRow(tx`delete from alert_rules where id = ${id} returning id`);
}

export type KeptIncident = Incident & { readonly ruleId: string; readonly facts: Facts };

// Of more than can be going on.
const INCIDENTS_MAX = 5_000;

// Those that are not over, of all rules.
export async function listOpenIncidents(db: Sql): Promise<readonly KeptIncident[]> {
  return db<KeptIncident>`
    select id, rule_id, subject, facts, began_at, calm_since
    from alert_incidents
    where ended_at is null
    order by began_at, id
    limit ${INCIDENTS_MAX}`;
}

export async function insertIncident(
  tx: Sql,
  { ruleId, subject, facts, beganAt }: Pick<KeptIncident, "ruleId" | "subject" | "facts" | "beganAt">,
): Promise<number> {
  const [row] = await tx<{ id: number }>`
    insert into alert_incidents (rule_id, subject, facts, began_at)
    values (${ruleId}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${beganAt})
    returning id`;
  return row!.id;
}

export async function markCalm(tx: Sql, ids: readonly number[], calmSince: Date | null): Promise<void> {
  if (ids.length > 0) await tx`update alert_incidents set calm_since = ${calmSince} where id = any(${ids}::bigint[])`;
}

export async function endIncidents(tx: Sql, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0) await tx`update alert_incidents set ended_at = ${now} where id = any(${ids}::bigint[])`;
}

// What was going on by a rule that now watches something else is over, and nobody is told.
export async function forgetIncidents(tx: Sql, ruleId: string, now: Date): Promise<void> {
  await tx`update alert_incidents set ended_at = ${now} where rule_id = ${ruleId} and ended_at is null`;
}

export async function removeOldIncidents(db: Sql, before: Date): Promise<void> {
  await db`
    delete from alert_incidents
    where id in (select id from alert_incidents where ended_at < ${before} limit 1000)`;
}

export type Progress = { readonly ledgerCheckedAt: Date | null; readonly ledgerProblems: number | null };

// Whoever has it judges the rules; undefined: somebody else does just now.
export async function lockProgress(tx: Sql): Promise<Progress | undefined> {
  return first(tx<Progress>`
    select ledger_checked_at, ledger_problems
    from alert_progress
    for update skip locked`);
}

// For who changes a rule: after this nobody judges before the transaction ends.
export async function awaitProgress(tx: Sql): Promise<void> {
  await tx`select from alert_progress for update`;
}

// True: it is this process's turn to verify the ledger. Nobody else does until `until`, whatever becomes of it.
export async function takeLedgerCheck(db: Sql, now: Date, until: Date): Promise<boolean> {
  return hasOneRow(db`
    update alert_progress
    set ledger_due_at = ${until}
    where ledger_due_at <= ${now}
      and exists (select from alert_rules where kind = 'ledger_unclean' and is_on)
    returning one_row`);
}

export async function noteLedgerCheck(db: Sql, problems: number, now: Date, dueAt: Date): Promise<void> {
  await db`
    update alert_progress
    set ledger_checked_at = ${now}, ledger_problems = ${problems}, ledger_due_at = ${dueAt}`;
}
