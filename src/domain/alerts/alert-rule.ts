// When people are told something of the platform, what, and where it goes: rules that the operator writes. Which of a rule's numbers
// there are depends on its kind; the console's form is made of the same table.
import { parseOutsideUrl } from "../callbacks/callback-settings.ts";
import { parseEmail } from "../operators/person.ts";
import { LANGUAGES, type Language } from "../recipient-message.ts";
import { isRefusal, type Refusal, refuse } from "../refusal.ts";

type Term = { readonly least: number; readonly most: number; readonly usual: number };

// daily_summary and documents_ending are told once a day, the others when a trouble begins and when it is over.
// A day's figures are not complete before the first hour of the next one has passed.
const HOUR: Term = { least: 1, most: 23, usual: 7 };
const ALERT_TERMS = {
  daily_summary: { hour: HOUR },
  low_fulfilment: {
    percent: { least: 1, most: 100, usual: 80 },
    hours: { least: 1, most: 48, usual: 4 },
    // Of fewer orders a share tells nothing.
    orders_min: { least: 1, most: 10_000, usual: 10 },
  },
  no_driver: { minutes: { least: 1, most: 1_440, usual: 15 } },
  endpoint_down: { minutes: { least: 0, most: 1_440, usual: 15 } },
  ledger_unclean: {},
  documents_ending: { hour: HOUR },
} as const satisfies Record<string, Readonly<Record<string, Term>>>;

export type AlertKind = keyof typeof ALERT_TERMS;
export const ALERT_KINDS = Object.keys(ALERT_TERMS) as readonly AlertKind[];
export const TERM_NAMES = ["hour", "percent", "hours", "orders_min", "minutes"] as const;
export type TermName = (typeof TERM_NAMES)[number];
export type AlertTerms = Readonly<Partial<Record<TermName, number>>>;

export const WEBHOOK_SHAPES = ["slack", "plain"] as const;
export type WebhookShape = (typeof WEBHOOK_SHAPES)[number];

export type AlertRule = {
  readonly id: string;
  readonly name: string;
  readonly kind: AlertKind;
  readonly terms: AlertTerms;
  // null: all of them, each judged by itself.
  readonly cityId: string | null;
  readonly language: Language;
  readonly mail: readonly string[];
  readonly push: boolean;
  // Whoever knows the address may write there: it is kept sealed and never shown again.
  readonly webhookUrl: string | null;
  readonly webhookShape: WebhookShape;
  readonly isOn: boolean;
};

// As it comes in. What is absent of a rule that is changed stays as it was.
export type AlertRuleDraft = {
  readonly name?: string | undefined;
  readonly kind?: AlertKind | undefined;
  readonly terms: Readonly<Partial<Record<TermName, number | undefined>>>;
  readonly cityId?: string | undefined;
  readonly language?: Language | undefined;
  readonly mail?: readonly string[] | undefined;
  readonly push?: boolean | undefined;
  readonly webhookUrl?: string | undefined;
  readonly webhookShape?: WebhookShape | undefined;
  readonly isOn?: boolean | undefined;
};

export const RULES_MAX = 100;
export const ADDRESSES_MAX = 10;
export const RULE_NAME_LENGTH_MAX = 80;
export const RULE_ID_LENGTH = 12;

const NEW: Omit<AlertRule, "id" | "kind"> = {
  name: "",
  terms: {},
  cityId: null,
  language: LANGUAGES[0],
  mail: [],
  push: false,
  webhookUrl: null,
  webhookShape: "slack",
  isOn: true,
};
// Of the platform as a whole.
const WITHOUT_CITY: readonly AlertKind[] = ["endpoint_down", "ledger_unclean"];

export function termsOfKind(kind: AlertKind): readonly (readonly [TermName, Term])[] {
  return Object.entries(ALERT_TERMS[kind]) as [TermName, Term][];
}

export function isDaily(kind: AlertKind): boolean {
  return "hour" in ALERT_TERMS[kind];
}

export function hasCity(kind: AlertKind): boolean {
  return !WITHOUT_CITY.includes(kind);
}

export type Known = { readonly cities: { readonly has: (cityId: string) => boolean }; readonly allowPrivate: boolean };

// `before`: the rule that is changed.
export function parseAlertRule(
  draft: AlertRuleDraft,
  before: AlertRule | undefined,
  known: Known,
): Omit<AlertRule, "id"> | Refusal<"INVALID_DATA"> {
  const was = before ?? NEW;
  const kind = draft.kind ?? before?.kind;
  if (!kind) return invalid("kind", `must be one of ${ALERT_KINDS.join(", ")}`);
  const name = (draft.name ?? was.name).trim().replace(/\s+/g, " ");
  if (name === "" || name.length > RULE_NAME_LENGTH_MAX)
    return invalid("name", `must have 1 to ${RULE_NAME_LENGTH_MAX} characters`);
  const terms = parseTerms(kind, draft.terms, was.terms);
  if (isRefusal(terms)) return terms;
  const cityId = draft.cityId === undefined ? was.cityId : draft.cityId || null;
  if (cityId !== null && !hasCity(kind)) return invalid("city_id", `must be empty for ${kind}`);
  if (cityId !== null && !known.cities.has(cityId)) return invalid("city_id", `names no city: ${cityId}`);
  const mail = parseAddresses(draft.mail ?? was.mail);
  if (isRefusal(mail)) return mail;
  const webhookUrl = parseWebhook(draft.webhookUrl, was.webhookUrl, known.allowPrivate);
  if (isRefusal(webhookUrl)) return webhookUrl;
  const push = draft.push ?? was.push;
  if (mail.length === 0 && !push && webhookUrl === null)
    return invalid("mail", "is empty, and neither push nor webhook_url says where it goes");
  return {
    name,
    kind,
    terms,
    cityId,
    mail,
    push,
    webhookUrl,
    language: draft.language ?? was.language,
    webhookShape: draft.webhookShape ?? was.webhookShape,
    isOn: draft.isOn ?? was.isOn,
  };
}

function parseTerms(
  kind: AlertKind,
  given: AlertRuleDraft["terms"],
  was: AlertTerms,
): AlertTerms | Refusal<"INVALID_DATA"> {
  const terms: Partial<Record<TermName, number>> = {};
  for (const [name, { least, most, usual }] of termsOfKind(kind)) {
    const term = given[name] ?? was[name] ?? usual;
    if (!Number.isInteger(term) || term < least || term > most)
      return invalid(name, `must be a whole number from ${least} to ${most}`);
    terms[name] = term;
  }
  const stray = TERM_NAMES.find((name) => given[name] !== undefined && terms[name] === undefined);
  return stray === undefined ? terms : invalid(stray, `means nothing for ${kind}`);
}

function parseAddresses(given: readonly string[]): readonly string[] | Refusal<"INVALID_DATA"> {
  if (given.length > ADDRESSES_MAX) return invalid("mail", `must be at most ${ADDRESSES_MAX} addresses`);
  const addresses = given.map(parseEmail);
  const wrong = addresses.findIndex(isRefusal);
  if (wrong >= 0) return invalid("mail", "holds something that is no e-mail address");
  return [...new Set(addresses as string[])];
}

function parseWebhook(
  given: string | undefined,
  was: string | null,
  allowPrivate: boolean,
): string | null | Refusal<"INVALID_DATA"> {
  if (given === undefined) return was;
  return given === "" ? null : parseOutsideUrl(given, "webhook_url", allowPrivate);
}

// Whether what it watches is another thing than before: what was going on by the old rule is then over without a word.
export function watchesAnew(before: AlertRule, after: Omit<AlertRule, "id">): boolean {
  const of = ({ kind, terms, cityId, isOn }: Omit<AlertRule, "id">): string =>
    JSON.stringify([kind, TERM_NAMES.map((name) => terms[name]), cityId, isOn]);
  return of(before) !== of(after);
}

function invalid(field: string, rule: string): Refusal<"INVALID_DATA"> {
  return refuse("INVALID_DATA", `${field} ${rule}.`, field);
}
