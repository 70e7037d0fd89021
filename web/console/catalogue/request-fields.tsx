// The fields of a special request: which there are depends on what its price depends on (D14).
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { choicesOf } from "../../parts/forms/choices.ts";
import { useFault } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleServiceWords } from "../../words/console/service.ts";
import { type Field, Fields, type Values } from "../frame/fields.tsx";
import { type Keyed, keyed } from "../frame/keyed.ts";
import { NEW_BLOCK, NEW_TIER, type RequestDraft, usualDraft } from "./request-draft.ts";
import { descriptionFields } from "./service-fields.ts";

const CODES = ["TIP", "BULKY", "INSURANCE", "D2D", "SMS", "FRAGILE", "TRIP"] as const;

type Props = {
  readonly draft: RequestDraft;
  readonly isNew: boolean;
  // What it is called on the wire, such as requests[3].
  readonly within: string;
  readonly onChange: (draft: RequestDraft) => void;
};

export function RequestFields({ draft, isNew, within, onChange }: Props) {
  const words = useWords(consoleServiceWords);
  const { fields, tiers, blocks } = useRequestFields(String(draft.values.type), isNew);
  const change = (changes: Values) => {
    const code = String(changes.group_id ?? "").toUpperCase();
    // A known code brings what it usually is.
    if (CODES.some((known) => known === code)) onChange(usualDraft(code));
    else onChange({ ...draft, values: { ...draft.values, ...changes, ...(code ? { group_id: code } : {}) } });
  };
  return (
    <Stack gap="md">
      <Fields fields={fields} values={draft.values} onChange={change} within={within} cols={2} />
      {draft.values.type === "TIER" && (
        <Rows
          title={words.tiers}
          field={`${within}.tiers`}
          rows={draft.tiers}
          fields={tiers}
          empty={NEW_TIER}
          onChange={(tiers) => onChange({ ...draft, tiers })}
        />
      )}
      {draft.values.type === "COD_INSURANCE" && (
        <Rows
          title={words.blocks}
          field={`${within}.insurance_blocks`}
          rows={draft.blocks}
          fields={blocks}
          empty={NEW_BLOCK}
          onChange={(blocks) => onChange({ ...draft, blocks })}
        />
      )}
    </Stack>
  );
}

type RowsProps = {
  readonly title: string;
  readonly field: string;
  readonly rows: readonly Keyed<Values>[];
  readonly fields: readonly Field[];
  readonly empty: Values;
  readonly onChange: (rows: readonly Keyed<Values>[]) => void;
};

function Rows({ title, field, rows, fields, empty, onChange }: RowsProps) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Stack gap="sm" role="group" aria-label={title}>
      <Text fw={600}>{title}</Text>
      {rows.map((row, at) => (
        <Row
          key={row.key}
          label={`${title} ${at + 1}`}
          field={`${field}[${at}]`}
          fields={fields}
          values={row}
          onChange={(changes) => onChange(rows.with(at, { ...row, ...changes }))}
          onRemove={() => onChange(rows.toSpliced(at, 1))}
        />
      ))}
      <Fault text={useFault(field)} />
      <Group>
        <PlainButton size="compact-md" data-field={field} onClick={() => onChange([...rows, keyed(empty)])}>
          {words.add}
        </PlainButton>
      </Group>
    </Stack>
  );
}

type RowProps = {
  readonly label: string;
  readonly field: string;
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (changes: Values) => void;
  readonly onRemove: () => void;
};

function Row({ label, field, fields, values, onChange, onRemove }: RowProps) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Paper withBorder p="sm" role="group" aria-label={label} data-field={field} tabIndex={-1}>
      <Fields fields={fields} values={values} within={field} cols={6} onChange={onChange} />
      <Fault text={useFault(field)} />
      <Button variant="subtle" color="red" size="compact-sm" mt="xs" onClick={onRemove}>
        {words.remove}
      </Button>
    </Paper>
  );
}

function Fault({ text }: { readonly text: string | undefined }) {
  return (
    text && (
      <Text c="var(--mantine-color-error)" size="sm" role="alert">
        {text}
      </Text>
    )
  );
}

function useRequestFields(type: string, isNew: boolean) {
  const words = useWords(consoleServiceWords);
  const { name } = useWords(consoleWords);
  const number = (field: string, label: string): Field => ({ name: field, kind: "number", label });
  const prices: Readonly<Record<string, readonly Field[]>> = {
    BOOLEAN: [number("price", words.price)],
    PER_UNIT: [number("price", words.pricePerUnit), number("max_input", words.unitsMax)],
    COMMISSION_DISTANCE_PERCENTAGE: [
      { name: "distance_rate", kind: "number", label: words.distanceRate, hint: words.distanceRateHint, decimals: 4 },
    ],
  };
  const code: Field = {
    name: "group_id",
    kind: "text",
    label: words.code,
    hint: words.requestCodeHint,
    suggestions: CODES,
  };
  const fields: readonly Field[] = [
    ...(isNew ? [code] : []),
    { name: "name", kind: "text", label: name },
    { name: "type", kind: "choice", label: words.kind, choices: choicesOf(words.kinds) },
    ...(prices[type] ?? []),
    ...descriptionFields(words),
    { name: "enable", kind: "switch", label: words.requestOffered },
    { name: "promo", kind: "switch", label: words.requestPromo },
    { name: "vat", kind: "switch", label: words.requestVat },
    { name: "commission", kind: "switch", label: words.requestCommission },
  ];
  const tiers: readonly Field[] = [
    { name: "tier_code", kind: "text", label: words.code },
    number("price", words.price),
    number("length", words.length),
    number("width", words.width),
    number("height", words.height),
    number("weight", words.weight),
    { name: "selectable", kind: "switch", label: words.selectable },
  ];
  const blocks = [number("item_value_max", words.itemValueMax), number("price", words.price)];
  return { fields, tiers, blocks };
}
