// Queues what a rule tells: one message for each address and each browser, its words final, in the transaction that found out what there
// is to tell.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { isSessionOver } from "../../domain/accounts/web-session.ts";
import { hasCity } from "../../domain/alerts/alert-rule.ts";
import { type AlertOccasion, alertText, withoutBooks } from "../../domain/alerts/alert-text.ts";
import { type Facts, mayHear } from "../../domain/alerts/incidents.ts";
import type { Language } from "../../domain/recipient-message.ts";
import { findPartner } from "../../store/accounts/partners.ts";
import { insertMessage, type NewMessage } from "../../store/alerts/alert-messages.ts";
import type { KeptRule } from "../../store/alerts/alert-rules.ts";
import { listBrowsers, type ToldBrowser } from "../../store/alerts/console-browsers.ts";
import type { Sql } from "../../store/db.ts";
import type { Services } from "../services.ts";

export type QueueDeps = Pick<Services, "clock" | "random" | "catalogue"> & {
  // Whether there is a server that takes mail.
  readonly hasMail: boolean;
};

export type News = {
  readonly occasion: AlertOccasion;
  // A city's or a partner's id; empty: the whole platform.
  readonly subject: string;
  readonly facts: Facts;
  readonly incidentId?: number;
  readonly day?: string;
};

export const NO_MAIL = "SMTP_URL is not set.";
const NO_BROWSER = "Nobody who may hear of it takes notifications in a browser.";

type Destination = Pick<NewMessage, "way" | "address" | "sessionHash" | "language"> & { readonly error: string };

const ID_BYTES = 16;

// The ids of what was queued. `dueInSeconds`: the caller sends it by itself first.
export async function queueAlerts(
  tx: Sql,
  deps: QueueDeps,
  rule: KeptRule,
  news: News,
  dueInSeconds = 0,
): Promise<readonly string[]> {
  const now = deps.clock.now();
  const nameIn = await namesOf(tx, deps, rule, news);
  const destinations = await destinationsOf(tx, deps, rule, news, now);
  const ids: string[] = [];
  for (const { way, address, sessionHash, language, error } of destinations) {
    const facts = way === "push" ? withoutBooks(news.facts) : news.facts;
    const { kind, terms, name: ruleName } = rule;
    const told = { kind, occasion: news.occasion, terms, facts, ruleName, subjectName: nameIn(language) };
    const id = deps.random.hex(ID_BYTES);
    await insertMessage(tx, {
      id,
      ruleId: rule.id,
      ruleName,
      kind,
      occasion: news.occasion,
      incidentId: news.incidentId ?? null,
      subject: news.subject,
      day: news.day ?? null,
      way,
      address,
      sessionHash,
      language,
      ...alertText(told, language),
      facts,
      queuedAt: now,
      dueAt: error === "" ? secondsAfter(now, dueInSeconds) : null,
      error,
    });
    ids.push(id);
  }
  return ids;
}

async function destinationsOf(
  tx: Sql,
  deps: QueueDeps,
  rule: KeptRule,
  { subject }: News,
  now: Date,
): Promise<readonly Destination[]> {
  const plain = { sessionHash: null, language: rule.language };
  const mails = rule.mail.map((address) => ({
    ...plain,
    way: "mail" as const,
    address,
    error: deps.hasMail ? "" : NO_MAIL,
  }));
  const webhooks =
    rule.webhookUrl === null
      ? []
      : [{ ...plain, way: "webhook" as const, address: new URL(rule.webhookUrl).host, error: "" }];
  const cityId = hasCity(rule.kind) ? subject || rule.cityId : null;
  const browsers = rule.push ? (await listBrowsers(tx)).filter((one) => hears(one, rule, cityId, now)) : [];
  const pushes = browsers.map(({ name, sessionHash, language }) => ({
    way: "push" as const,
    address: name,
    sessionHash,
    language,
    error: "",
  }));
  const nobody = { ...plain, way: "push" as const, address: "", error: NO_BROWSER };
  return [...mails, ...webhooks, ...pushes, ...(rule.push && pushes.length === 0 ? [nobody] : [])];
}

export function hears(
  browser: ToldBrowser,
  { kind }: Pick<KeptRule, "kind">,
  cityId: string | null,
  now: Date,
): boolean {
  return !isSessionOver({ ...browser, kind: "console" }, now) && mayHear(kind, cityId, browser);
}

// What the city or the partner is called; a rule of one city names it also where it tells of a day.
async function namesOf(
  tx: Sql,
  { catalogue }: QueueDeps,
  { kind, cityId }: KeptRule,
  { subject }: News,
): Promise<(language: Language) => string> {
  if (kind === "endpoint_down" && subject !== "") {
    const partner = await findPartner(tx, subject);
    return () => partner?.name ?? subject;
  }
  const id = subject || cityId || "";
  const city = catalogue.current().cities.get(id);
  return (language) => (language === "vi" ? city?.nameVi : city?.name) ?? id;
}
