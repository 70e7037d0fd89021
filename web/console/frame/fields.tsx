// Fields of a form told as a list: what each is called, of which kind it is and what it is called on the wire.
import { NativeSelect, NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { SEPARATORS } from "../../parts/formats.ts";
import type { Choice } from "../../parts/forms/choices.ts";
import { useField } from "../../parts/forms/faults.tsx";
import { useLanguage } from "../../parts/language.tsx";

type FieldValue = string | number | boolean;
export type Values = Readonly<Record<string, FieldValue>>;

export type Field = { readonly name: string; readonly label: string; readonly hint?: string } & (
  | {
      readonly kind: "text";
      readonly type?: "url" | "tel" | "datetime-local";
      readonly suggestions?: readonly string[];
    }
  | { readonly kind: "long" }
  | { readonly kind: "number"; readonly decimals?: number }
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
);

type Props = {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (changes: Values) => void;
  // Where the fields are a part of something, such as requests[0].
  readonly within?: string;
  readonly cols?: number;
};

export function Fields({ fields, values, onChange, within, cols = 3 }: Props) {
  const inputs = fields.filter(({ kind }) => kind !== "switch");
  const switches = fields.filter(({ kind }) => kind === "switch");
  const shown = (field: Field) => (
    <OneField
      key={field.name}
      field={field}
      wireName={within === undefined ? field.name : `${within}.${field.name}`}
      value={values[field.name] ?? ""}
      onChange={(value) => onChange({ [field.name]: value })}
    />
  );
  return (
    <Stack gap="md">
      {inputs.length > 0 && (
        <SimpleGrid cols={{ base: cols > 3 ? 2 : 1, xs: Math.min(2, cols), md: cols }} spacing="md">
          {inputs.map(shown)}
        </SimpleGrid>
      )}
      {switches.map(shown)}
    </Stack>
  );
}

type OneProps = {
  readonly field: Field;
  readonly wireName: string;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
};

function OneField({ field, wireName, value, onChange }: OneProps) {
  const { language } = useLanguage();
  const common = { label: field.label, description: field.hint, inputWrapperOrder: ORDER, ...useField(wireName) };
  switch (field.kind) {
    case "switch":
      return (
        <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "number":
      return (
        <NumberInput
          {...common}
          value={typeof value === "boolean" ? "" : value}
          onChange={onChange}
          decimalScale={field.decimals ?? 0}
          {...SEPARATORS[language]}
          hideControls
        />
      );
    case "choice":
      return (
        <NativeSelect
          {...common}
          data={[...field.choices]}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "long":
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={6}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "text": {
      const list = field.suggestions && `${wireName}-suggestions`;
      return (
        <>
          <TextInput
            {...common}
            {...(list ? { list } : {})}
            type={field.type ?? "text"}
            value={String(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {list && (
            <datalist id={list}>
              {field.suggestions?.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      );
    }
  }
}

// The hint below the input: where some fields of a row have one and others not, the inputs still stand in line.
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];

// The fields' part of a record, to begin a form with.
export function valuesOf(fields: readonly Field[], record: object): Values {
  const all = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = all[name];
      const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
      return isPlain ? [[name, value] as const] : [];
    }),
  );
}
