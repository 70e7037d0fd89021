// A rule that is made or changed: which of its numbers there are depends on what it tells.

import type { AlertRule } from "../../../clients/typescript/src/api.ts";
import {
  ALERT_KINDS,
  type AlertKind,
  hasCity,
  TERM_NAMES,
  termsOfKind,
  WEBHOOK_SHAPES,
} from "../../../src/domain/alerts/alert-rule.ts";
import { LANGUAGES } from "../../../src/domain/recipient-message.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { consoleAlertWords } from "../../words/console/alerts.ts";
import { useWrite } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import type { Field, Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { useConsole } from "../frame/words.ts";

type Props = { readonly rule: AlertRule | undefined; readonly onClose: () => void };

export function RuleDialog({ rule, onClose }: Props) {
  const { words, language } = useConsole(consoleAlertWords);
  // Its webhook is a secret, so that nothing of it is kept.
  const draft = useDraft<Values>(undefined, () => valuesOf(rule, language));
  const make = useWrite("makeAlertRule", onClose);
  const change = useWrite("changeAlertRule", onClose);
  const write = rule ? change : make;
  return (
    <FieldsDialog
      title={rule ? words.editRule(rule.name) : words.newRule}
      text={words.note}
      fields={useFields(draft.typed, rule)}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={(values) => {
        const body = bodyOf(values, rule);
        if (rule) change.mutate({ params: { id: rule.id }, body });
        else make.mutate({ body });
      }}
    />
  );
}

function useFields(typed: Values, rule: AlertRule | undefined): readonly Field[] {
  const { words, common, language } = useConsole(consoleAlertWords);
  const cities = useCities();
  const kind = kindOf(typed);
  const choices = <Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>) =>
    names.map((name) => ({ value: name, label: labels[name] }));
  const city: Field = {
    name: "city_id",
    kind: "choice",
    label: common.city,
    choices: [
      { value: "", label: words.allCities },
      ...cities.map((one) => ({ value: one._id, label: language === "vi" ? one.name_vi_vn : one.name })),
    ],
  };
  return [
    { name: "name", kind: "text", label: common.name },
    { name: "kind", kind: "choice", label: words.kind, choices: choices(ALERT_KINDS, words.kinds) },
    ...termsOfKind(kind).map(([name]): Field => ({ name, kind: "number", label: words.terms[name] })),
    ...(hasCity(kind) ? [city] : []),
    { name: "mail", kind: "long", label: words.mail, hint: words.mailHint },
    {
      name: "webhook_url",
      kind: "text",
      type: "url",
      label: words.webhook,
      hint: rule?.webhook_host ? words.webhookKept(rule.webhook_host) : words.webhookHint,
    },
    { name: "webhook_shape", kind: "choice", label: words.shape, choices: choices(WEBHOOK_SHAPES, words.shapes) },
    { name: "language", kind: "choice", label: words.languageOf, choices: choices(LANGUAGES, words.languages) },
    { name: "push", kind: "switch", label: words.push },
    ...(rule?.webhook_host ? [{ name: "webhook_off", kind: "switch", label: words.webhookOff } as const] : []),
    { name: "on", kind: "switch", label: words.on },
  ];
}

const kindOf = (typed: Values): AlertKind => ALERT_KINDS.find((kind) => kind === typed.kind) ?? ALERT_KINDS[0]!;

// All numbers of all kinds, the usual ones where the rule has none: whoever looks at another kind finds them filled in.
function valuesOf(rule: AlertRule | undefined, language: string): Values {
  const usual = ALERT_KINDS.flatMap((kind) => termsOfKind(kind).map(([name, term]) => [name, term.usual] as const));
  const own = TERM_NAMES.flatMap((name) => (rule?.[name] === undefined ? [] : [[name, rule[name]] as const]));
  return {
    ...Object.fromEntries([...usual, ...own]),
    name: rule?.name ?? "",
    kind: rule?.kind ?? "daily_summary",
    city_id: rule?.city_id ?? "",
    mail: rule?.mail.join(", ") ?? "",
    webhook_url: "",
    webhook_shape: rule?.webhook_shape ?? "slack",
    webhook_off: false,
    language: rule?.language ?? language,
    push: rule?.push ?? false,
    on: rule?.on ?? true,
  };
}

function bodyOf(values: Values, rule: AlertRule | undefined): object {
  const kind = kindOf(values);
  const url = String(values.webhook_url).trim();
  return {
    name: values.name,
    kind,
    ...Object.fromEntries(termsOfKind(kind).map(([name]) => [name, values[name]])),
    city_id: hasCity(kind) ? values.city_id : "",
    mail: String(values.mail)
      .split(/[\s,;]+/)
      .filter(Boolean),
    ...(url !== "" ? { webhook_url: url } : rule && values.webhook_off === true ? { webhook_url: "" } : {}),
    webhook_shape: values.webhook_shape,
    language: values.language,
    push: values.push,
    on: values.on,
  };
}
