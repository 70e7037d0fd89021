// When people are told something of the platform: the operator's rules, a test of one, and what was told.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text, time } from "../../contract/fields.ts";
import {
  ADDRESSES_MAX,
  ALERT_KINDS,
  type AlertRuleDraft,
  RULE_NAME_LENGTH_MAX,
  RULES_MAX,
  WEBHOOK_SHAPES,
} from "../../domain/alerts/alert-rule.ts";
import { ALERT_OCCASIONS } from "../../domain/alerts/alert-text.ts";
import { LANGUAGES } from "../../domain/recipient-message.ts";
import { changeRule, endRule, makeRule, type RuleDeps, testRule } from "../../operations/alerts/manage-rules.ts";
import { ALERT_WAYS, listAlerts, type ToldRow } from "../../store/alerts/alert-messages.ts";
import {
  findAlertRule,
  type KeptIncident,
  type KeptRule,
  listAlertRules,
  listOpenIncidents,
} from "../../store/alerts/alert-rules.ts";
import { operatorOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 50;

const kind = oneOf(ALERT_KINDS, {
  description:
    "`daily_summary`, `documents_ending`: once a day. `low_fulfilment`, `no_driver`, `endpoint_down`, `ledger_unclean`: when it begins " +
    "and when it is over.",
});
const terms = {
  hour: maybe(field.integer("Of a day's message, by the platform's clock.")),
  percent: maybe(field.integer("`low_fulfilment`: fewer than so many of a hundred were delivered.")),
  hours: maybe(field.integer("`low_fulfilment`: of orders of so many hours.")),
  orders_min: maybe(field.integer("`low_fulfilment`: and so many have ended.")),
  minutes: maybe(
    field.integer("`no_driver`: the oldest order has waited so long. `endpoint_down`: the oldest callback has."),
  ),
};
const RuleRecord = Type.Object(
  {
    id: text,
    name: text,
    kind,
    ...terms,
    city_id: field.text("Empty: all, each by itself."),
    language: oneOf(LANGUAGES),
    mail: Type.Array(text),
    push: Type.Boolean(),
    webhook_host: field.text("Empty: none. The address itself is not shown again."),
    webhook_shape: oneOf(WEBHOOK_SHAPES),
    on: Type.Boolean(),
    create_time: moment,
    created_by: text,
    open: Type.Array(
      Type.Object({
        subject: field.text("A city's or a partner's id; empty: the whole platform."),
        since: moment,
      }),
      { description: "What goes on at the moment." },
    ),
  },
  { title: "AlertRule" },
);
const MessageRecord = Type.Object(
  {
    id: field.text("The same whenever it is sent again: of a mail its Message-ID, of a webhook its Idempotency-Key."),
    rule_id: text,
    rule: text,
    kind,
    occasion: oneOf(ALERT_OCCASIONS),
    subject: text,
    way: oneOf(ALERT_WAYS),
    address: field.text("An e-mail address, a webhook's host, or who is signed in at the browser."),
    title: text,
    text,
    time: moment,
    status: oneOf(["waiting", "sent", "failed"]),
    tries: Type.Integer(),
    error: field.text("What the last try met."),
    end_time: time,
    next_time: time,
  },
  { title: "AlertMessage" },
);

const webhook = {
  webhook_url: maybe(
    field.text("Where it is posted; empty: nowhere. Never an address inside the operator's own network.", {
      maxLength: 2_048,
    }),
  ),
  webhook_shape: maybe(
    oneOf(WEBHOOK_SHAPES, { description: '`slack`: `{"text": …}`. `plain`: everything by its name.' }),
  ),
};
const name = Type.String({ maxLength: 2 * RULE_NAME_LENGTH_MAX });
const shared = {
  ...terms,
  city_id: maybe(field.text("Empty: all.", { maxLength: 20 })),
  language: maybe(oneOf(LANGUAGES, { description: "Of mail and webhooks; browsers have their own." })),
  mail: maybe(Type.Array(Type.String({ maxLength: 320 }), { maxItems: 2 * ADDRESSES_MAX })),
  push: maybe(field.flag("To browsers that are signed in to the console and take notifications.")),
  ...webhook,
  on: maybe(Type.Boolean()),
};
const NewRule = Type.Object({ name, kind, ...shared });
const RuleChange = Type.Object({ name: maybe(name), kind: maybe(kind), ...shared });

export type AlertRuleDoor = RuleDeps;
const call = callsOf<AlertRuleDoor>("Operator");

export const alertRuleCalls = [
  call({
    id: "listAlertRules",
    at: "GET /operator/v1/alert-rules",
    summary: "Rules of when people are told something",
    answer: Type.Object({
      rules: Type.Array(RuleRecord),
      mail_ready: field.flag("Whether SMTP_URL is set; without it no mail is sent."),
    }),
    run: async (_request, { db, vault }) => ({
      rules: await listAlertRules(db, vault, RULES_MAX),
      incidents: await listOpenIncidents(db),
    }),
    encode: ({ rules, incidents }, _request, { hasMail }) => ({
      rules: rules.map((rule) => encodeRule(rule, incidents)),
      mail_ready: hasMail,
    }),
  }),
  call({
    id: "makeAlertRule",
    at: "POST /operator/v1/alert-rules",
    summary: "Be told something",
    description: "Numbers that are not given are the usual ones of the kind.",
    body: NewRule,
    answer: RuleRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "TOO_MANY_RULES"],
    run: (request, deps) => makeRule(deps, draftOf(request.body), operatorOf(request)),
    encode: (rule) => encodeRule(rule, []),
  }),
  call({
    id: "changeAlertRule",
    at: "PATCH /operator/v1/alert-rules/:id",
    summary: "Change a rule, or turn it off",
    description:
      "What is absent stays. A rule that watches something else begins anew: what went on by it is over without a word.",
    body: RuleChange,
    answer: RuleRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND"],
    seen: ({ params }, deps) => seenRule(deps, params.id),
    run: async (request, deps) => changeRule(deps, request.params.id, draftOf(request.body)),
    encode: (rule) => encodeRule(rule, []),
  }),
  call({
    id: "removeAlertRule",
    at: "DELETE /operator/v1/alert-rules/:id",
    summary: "Remove a rule",
    description: "What it told stays in the record of what was told.",
    ...DONE,
    refusals: ["NOT_FOUND"],
    seen: ({ params }, deps) => seenRule(deps, params.id),
    run: (request, deps) => endRule(deps, request.params.id),
  }),
  call({
    id: "testAlertRule",
    at: "POST /operator/v1/alert-rules/:id/test",
    summary: "Send a test to wherever a rule tells",
    description: "Answers when each was tried once. What did not arrive is tried again as usual.",
    answer: Type.Object({ messages: Type.Array(MessageRecord) }),
    refusals: ["NOT_FOUND"],
    run: (request, deps) => testRule(deps, request.params.id),
    encode: (rows) => ({ messages: rows.map(encodeMessage) }),
  }),
  call({
    id: "listAlerts",
    at: "GET /operator/v1/alerts",
    summary: "What was told, newest first",
    description: "Kept for ALERT_DAYS.",
    query: Type.Object({
      rule_id: maybe(Type.String({ maxLength: 40 })),
      after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
    }),
    answer: Type.Object({ messages: Type.Array(MessageRecord), next: Type.String() }),
    invalid: "BAD_REQUEST",
    run: ({ query: { rule_id: ruleId, after } }, { db }) =>
      listAlerts(db, { ruleId, beforeNumber: after ? Number(after) : undefined }, PAGE),
    encode: (rows) => ({
      messages: rows.map(encodeMessage),
      next: rows.length === PAGE ? String(rows.at(-1)?.number) : "",
    }),
  }),
];

// Of addresses as much as tells that another was put in its place: they are people's, and a webhook's is a secret.
async function seenRule({ db, vault }: AlertRuleDoor, id: string) {
  const rule = await findAlertRule(db, vault, id);
  return (
    rule && {
      name: rule.name,
      kind: rule.kind,
      terms: rule.terms,
      city_id: rule.cityId,
      language: rule.language,
      mail: rule.mail.map((address) => address.replace(/^(.).*@/, "$1…@")),
      push: rule.push,
      webhook_host: hostOf(rule),
      webhook_shape: rule.webhookShape,
      on: rule.isOn,
    }
  );
}

function draftOf(body: Static<typeof RuleChange>): AlertRuleDraft {
  const { hour, percent, hours, orders_min, minutes } = body;
  return {
    name: body.name,
    kind: body.kind,
    terms: { hour, percent, hours, orders_min, minutes },
    cityId: body.city_id,
    language: body.language,
    mail: body.mail,
    push: body.push,
    webhookUrl: body.webhook_url,
    webhookShape: body.webhook_shape,
    isOn: body.on,
  };
}

const hostOf = ({ webhookUrl }: Pick<KeptRule, "webhookUrl">): string => (webhookUrl ? new URL(webhookUrl).host : "");

function encodeRule(rule: KeptRule, incidents: readonly KeptIncident[]): Static<typeof RuleRecord> {
  return {
    id: rule.id,
    name: rule.name,
    kind: rule.kind,
    ...rule.terms,
    city_id: rule.cityId ?? "",
    language: rule.language,
    mail: [...rule.mail],
    push: rule.push,
    webhook_host: hostOf(rule),
    webhook_shape: rule.webhookShape,
    on: rule.isOn,
    create_time: unixSeconds(rule.createdAt),
    created_by: rule.createdBy,
    open: incidents
      .filter(({ ruleId }) => ruleId === rule.id)
      .map(({ subject, beganAt }) => ({ subject, since: unixSeconds(beganAt) })),
  };
}

function encodeMessage(row: ToldRow): Static<typeof MessageRecord> {
  return {
    id: row.id,
    rule_id: row.ruleId,
    rule: row.ruleName,
    kind: row.kind,
    occasion: row.occasion,
    subject: row.subject,
    way: row.way,
    address: row.address,
    title: row.title,
    text: row.body,
    time: unixSeconds(row.queuedAt),
    status: row.status,
    tries: row.tries,
    error: row.error,
    end_time: unixSeconds(row.endedAt),
    next_time: unixSeconds(row.dueAt),
  };
}
