// Sends what alert rules tell. Any number of workers may do it at once. A message is claimed before it is sent and noted after: one that dies
// between the two leaves it claimed, and it is sent again under the same id, by which whoever got it twice can tell.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { hasCity, type WebhookShape } from "../../domain/alerts/alert-rule.ts";
import { alertPath, type ConsolePush } from "../../domain/alerts/alert-text.ts";
import { ALERT_TRIES_MAX, retryAlertAt } from "../../domain/alerts/incidents.ts";
import { judgePush, type PushVerdict } from "../../domain/drivers/offer-push.ts";
import type { Mailer } from "../../outbound/mail.ts";
import type { PushClient } from "../../outbound/push-client.ts";
import { type AfterSending, type ClaimedAlert, claimDueAlerts, noteAlert } from "../../store/alerts/alert-messages.ts";
import { findAlertRule, type KeptRule } from "../../store/alerts/alert-rules.ts";
import { findBrowser, removeGoneBrowser } from "../../store/alerts/console-browsers.ts";
import type { Services } from "../services.ts";
import { hears, NO_MAIL } from "./queue-alerts.ts";

export type SendDeps = Pick<Services, "db" | "clock" | "vault" | "callbackClient"> & {
  readonly mailer: Mailer | undefined;
  readonly pushClient: PushClient;
  readonly publicUrl: string;
};

// As many as are spoken to at once; a try ends well before its claim does.
const BATCH = 16;
export const CLAIM_SECONDS = 60;
// A notification about something long over helps nobody.
const PUSH_SECONDS = 4 * 3_600;

export async function sendDueAlerts(deps: SendDeps, goesOn: () => boolean = () => true): Promise<void> {
  let claimed: readonly ClaimedAlert[];
  do {
    const now = deps.clock.now();
    claimed = await claimDueAlerts(deps.db, now, secondsAfter(now, CLAIM_SECONDS), BATCH);
    await sendClaimed(deps, claimed);
  } while (claimed.length === BATCH && goesOn());
}

// One that fails here is due again when its claim ends; it keeps nobody else's back.
export async function sendClaimed(deps: SendDeps, claimed: readonly ClaimedAlert[]): Promise<void> {
  const done = await Promise.allSettled(claimed.map((message) => handle(deps, message)));
  for (const one of done) if (one.status === "rejected") throw one.reason;
}

type Sent = { readonly verdict: PushVerdict; readonly why: string };

async function handle(deps: SendDeps, message: ClaimedAlert): Promise<void> {
  const after = await tried(deps, message);
  await noteAlert(deps.db, message, after, deps.clock.now());
}

async function tried(deps: SendDeps, message: ClaimedAlert): Promise<AfterSending> {
  // Tries that nobody noted the end of count too.
  if (message.tries > ALERT_TRIES_MAX) return { step: "failed", error: "It was tried too often." };
  const rule = await findAlertRule(deps.db, deps.vault, message.ruleId);
  if (!rule || (!rule.isOn && message.occasion !== "test"))
    return { step: "failed", error: "The rule is off or was removed." };
  const { verdict, why } = await send(deps, rule, message);
  if (verdict === "taken") return { step: "sent" };
  const next = retryAlertAt(message.tries, deps.clock.now());
  if (verdict === "later" && next) return { step: "again", at: next, error: why };
  return { step: "failed", error: why };
}

async function send(deps: SendDeps, rule: KeptRule, message: ClaimedAlert): Promise<Sent> {
  const { id, title, body } = message;
  const link = deps.publicUrl + alertPath(message);
  switch (message.way) {
    case "mail": {
      if (!deps.mailer) return { verdict: "refused", why: NO_MAIL };
      const text = `${[body, link, rule.name].filter((part) => part !== "").join("\n\n")}\n`;
      return deps.mailer.send({ id, to: message.address, subject: title, text });
    }
    case "webhook":
      return sendWebhook(deps, rule, message, link);
    case "push":
      return sendPush(deps, rule, message);
  }
}

async function sendWebhook(deps: SendDeps, rule: KeptRule, message: ClaimedAlert, link: string): Promise<Sent> {
  if (rule.webhookUrl === null) return { verdict: "refused", why: "The rule names no address any more." };
  const endpoint = { id: `alert ${rule.id}`, url: rule.webhookUrl, auth: { type: "none" } } as const;
  const headers = { "user-agent": "giao-alerts/1", "idempotency-key": message.id };
  const body = Buffer.from(JSON.stringify(bodyFor(rule.webhookShape, message, link)));
  const exchange = await deps.callbackClient.post(endpoint, headers, body);
  const why = exchange.outcome === "answered" ? `it answered ${exchange.code}` : exchange.error;
  return { verdict: judgePush(exchange), why };
}

function bodyFor(shape: WebhookShape, message: ClaimedAlert, link: string): object {
  const { id, title, body, kind, occasion, subject, facts, ruleId, ruleName } = message;
  const text = [title, body, link].filter((part) => part !== "").join("\n");
  if (shape === "slack") return { text };
  return {
    id,
    rule_id: ruleId,
    rule: ruleName,
    kind,
    occasion,
    city_id: hasCity(kind) ? subject : "",
    partner_id: kind === "endpoint_down" ? subject : "",
    time: message.queuedAt.getTime() / 1000,
    title,
    text: body,
    link,
    facts,
  };
}

// Who has signed out meanwhile, or may no longer hear of it, does not.
async function sendPush(deps: SendDeps, rule: KeptRule, message: ClaimedAlert): Promise<Sent> {
  const browser = message.sessionHash && (await findBrowser(deps.db, message.sessionHash));
  const cityId = hasCity(rule.kind) ? message.subject || rule.cityId : null;
  if (!browser || !hears(browser, rule, cityId, deps.clock.now()))
    return { verdict: "refused", why: "The browser has signed out." };
  const { id, title, body, language } = message;
  const push: ConsolePush = { id, title, body, language, path: alertPath(message) };
  const sent = await deps.pushClient.send(browser, { text: JSON.stringify(push), seconds: PUSH_SECONDS });
  if (sent.verdict === "gone") await removeGoneBrowser(deps.db, browser);
  return sent;
}
