// Judges the alert rules by what dispatch, callbacks, figures and the ledger already tell of themselves. Who holds the one row of progress
// judges, and what begins and ends is saved with the messages about it: told once, however many processes look and wherever one dies.
import { isDaily, RULES_MAX } from "../../domain/alerts/alert-rule.ts";
import { SUMMARY_MEASURES, summaryFacts } from "../../domain/alerts/alert-text.ts";
import { dueDay, type Facts, judgeIncidents, type Readings, troublesOf } from "../../domain/alerts/incidents.ts";
import { measuresOf } from "../../domain/figures/measures.ts";
import { shiftDate } from "../../domain/figures/spans.ts";
import { dayAfter } from "../../domain/joining/documents.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { isDayTold, removeOldAlerts } from "../../store/alerts/alert-messages.ts";
import {
  endIncidents,
  insertIncident,
  type KeptIncident,
  type KeptRule,
  listAlertRules,
  listOpenIncidents,
  lockProgress,
  markCalm,
  type Progress,
  removeOldIncidents,
} from "../../store/alerts/alert-rules.ts";
import { listBacklogs } from "../../store/callbacks/queue.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { listCityStandings } from "../../store/dispatch/leases.ts";
import { listFigures } from "../../store/figures/figure-rows.ts";
import { listEndingDocuments } from "../../store/joining/documents.ts";
import { seeFigures } from "../figures/see-figures.ts";
import type { Services } from "../services.ts";
import { type QueueDeps, queueAlerts } from "./queue-alerts.ts";

export type JudgeDeps = QueueDeps &
  Pick<Services, "db" | "vault"> & {
    readonly settings: {
      readonly documents: { readonly reminderDays: number };
      readonly retention: { readonly alertDays: number };
    };
  };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// The longest that a rule looks back, and the hour that is under way.
const HOURS_MAX = 49;
const DOCUMENTS_MAX = 10_000;

// False: somebody else judges just now.
export function judgeAlerts(deps: JudgeDeps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const progress = await lockProgress(tx);
    if (!progress) return false;
    const rules = (await listAlertRules(tx, deps.vault, RULES_MAX)).filter(({ isOn }) => isOn);
    const readings = await read(tx, rules, progress, deps.clock.now());
    const open = Map.groupBy(await listOpenIncidents(tx), ({ ruleId }) => ruleId);
    for (const rule of rules) {
      if (isDaily(rule.kind)) await tellDay(tx, deps, rule);
      else await judgeRule(tx, deps, rule, readings, open.get(rule.id) ?? []);
    }
    return true;
  });
}

// Only what some rule asks about.
async function read(tx: Sql, rules: readonly KeptRule[], progress: Progress, now: Date): Promise<Readings> {
  const asks = (kind: KeptRule["kind"]): boolean => rules.some((rule) => rule.kind === kind);
  const from = new Date(now.getTime() - HOURS_MAX * HOUR_MS);
  const standings = asks("no_driver") ? await listCityStandings(tx) : [];
  return {
    waits: standings
      .filter(({ isLed }) => isLed)
      .map(({ cityId, figures: { oldestSeconds, waiting } }) => ({ cityId, oldestSeconds, waiting })),
    hours: asks("low_fulfilment")
      ? await listFigures(tx, { span: "hour", kinds: ["orders"], from, to: new Date(now.getTime() + HOUR_MS) })
      : [],
    backlogs: asks("endpoint_down") ? await listBacklogs(tx) : [],
    ledger: progress.ledgerProblems === null ? undefined : { problems: progress.ledgerProblems },
  };
}

async function judgeRule(
  tx: Sql,
  deps: JudgeDeps,
  rule: KeptRule,
  readings: Readings,
  open: readonly KeptIncident[],
): Promise<void> {
  const now = deps.clock.now();
  const { begins, calms, stirs, ends } = judgeIncidents(troublesOf(rule, readings, now), open, now);
  for (const { subject, facts } of begins) {
    const incidentId = await insertIncident(tx, { ruleId: rule.id, subject, facts, beganAt: now });
    await queueAlerts(tx, deps, rule, { occasion: "began", subject, facts, incidentId });
  }
  await markCalm(tx, idsOf(calms), now);
  await markCalm(tx, idsOf(stirs), null);
  await endIncidents(tx, idsOf(ends), now);
  for (const { id: incidentId, subject, beganAt, calmSince } of ends) {
    const lasted = Math.round(((calmSince ?? now).getTime() - beganAt.getTime()) / 1000);
    await queueAlerts(tx, deps, rule, { occasion: "ended", subject, facts: { lasted_seconds: lasted }, incidentId });
  }
}

const idsOf = (incidents: readonly { readonly id: number }[]): readonly number[] => incidents.map(({ id }) => id);

async function tellDay(tx: Sql, deps: JudgeDeps, rule: KeptRule): Promise<void> {
  const day = dueDay(rule.terms.hour ?? 0, rule.activeSince, deps.clock.now());
  if (day === undefined || (await isDayTold(tx, rule.id, day))) return;
  const facts =
    rule.kind === "daily_summary" ? await summaryOf(tx, deps, rule, day) : await endingOn(tx, deps, rule, day);
  if (facts) await queueAlerts(tx, deps, rule, { occasion: "day", subject: rule.cityId ?? "", facts, day });
}

// Of the day before, which is over, beside the same day of the week before it.
async function summaryOf(tx: Sql, deps: JudgeDeps, { cityId }: KeptRule, day: string): Promise<Facts> {
  const date = shiftDate(day, -1);
  const seen = await seeFigures(
    { ...deps, reads: tx },
    { from: date, to: date, by: "day", compare: "week", ...(cityId === null ? {} : { cityIds: [cityId] }) },
  );
  if (isRefusal(seen)) throw new Error(seen.why);
  const of = (counts: Parameters<typeof measuresOf>[0]) => measuresOf(counts, SUMMARY_MEASURES);
  return summaryFacts(date, of(seen.all), of(seen.before?.all ?? {}));
}

// undefined: none does, and there is nothing to tell.
async function endingOn(tx: Sql, deps: JudgeDeps, { cityId }: KeptRule, day: string): Promise<Facts | undefined> {
  const until = dayAfter(day, deps.settings.documents.reminderDays);
  const ending = await listEndingDocuments(tx, until, cityId === null ? undefined : [cityId], DOCUMENTS_MAX);
  if (ending.length === 0) return undefined;
  return { until, ending: ending.length, ended: ending.filter(({ expiresOn }) => expiresOn < day).length };
}

export async function sweepAlerts({
  db,
  clock,
  settings,
}: Pick<JudgeDeps, "db" | "clock" | "settings">): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.retention.alertDays * DAY_MS);
  await removeOldAlerts(db, before);
  await removeOldIncidents(db, before);
}
