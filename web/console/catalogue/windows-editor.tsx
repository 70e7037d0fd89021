// Windows of the week: a service's hours, or its surge rules, which are windows with a rate.

import { Button, Checkbox, Group, NumberInput, TextInput } from "@mantine/core";
import type { OperatorService, ServiceHours, SurgeRule } from "../../../clients/typescript/src/api.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { SEPARATORS } from "../../parts/formats.ts";
import { useFault } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { useWrite } from "../frame/ask.ts";
import { FormPanel } from "../frame/form-panel.tsx";
import { type Keyed, keyed, unkeyed } from "../frame/keyed.ts";
import { useConsole } from "../frame/words.ts";

type Window = ServiceHours & Partial<Pick<SurgeRule, "rate">>;

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const FIRST: Window = { days: DAYS, from: "07:00", to: "19:00" };

function windowsOf(service: OperatorService, field: PanelProps["field"]): readonly Window[] {
  return service[field];
}

type PanelProps = { readonly service: OperatorService; readonly field: "service_hours" | "surge_rules" };

export function WindowsPanel({ service, field }: PanelProps) {
  const words = useWords(consoleCatalogueWords);
  const hasRate = field === "surge_rules";
  const draft = useDraft<{ readonly windows: readonly Keyed<Window>[] }>(field, () => ({
    windows: windowsOf(service, field).map(keyed),
  }));
  const { windows } = draft.typed;
  const set = (next: readonly Keyed<Window>[]): void => draft.change({ windows: next });
  const write = useWrite("saveService", draft.forget);
  const title = hasRate ? words.surge : words.hours;
  const save = () =>
    write.mutate({
      params: { id: service._id },
      body: { [field]: windows.map(unkeyed) },
    });
  return (
    <FormPanel
      title={title}
      note={hasRate ? words.surgeNote : words.hoursNote}
      write={write}
      draft={draft}
      onSubmit={save}
      more={
        <PlainButton onClick={() => set([...windows, keyed(hasRate ? { ...FIRST, rate: 1.2 } : FIRST)])}>
          {words.add}
        </PlainButton>
      }
    >
      {windows.map((window, at) => (
        <WindowRow
          key={window.key}
          label={`${title} ${at + 1}`}
          field={`${field}[${at}]`}
          window={window}
          onChange={(changes) => set(windows.map((one) => (one.key === window.key ? { ...one, ...changes } : one)))}
          onRemove={() => set(windows.filter(({ key }) => key !== window.key))}
        />
      ))}
    </FormPanel>
  );
}

type RowProps = {
  readonly label: string;
  readonly field: string;
  readonly window: Window;
  readonly onChange: (changes: Partial<Window>) => void;
  readonly onRemove: () => void;
};

function WindowRow({ label, field, window, onChange, onRemove }: RowProps) {
  const { words, language } = useConsole(consoleCatalogueWords);
  const rateFault = useFault(`${field}.rate`);
  return (
    <Group align="flex-start" role="group" aria-label={label}>
      <Checkbox.Group
        label={words.days}
        value={window.days.map(String)}
        onChange={(days) => onChange({ days: days.map(Number).sort() })}
        error={useFault(`${field}.days`)}
      >
        <Group gap="xs" mt={8}>
          {DAYS.map((day, at) => (
            <Checkbox
              key={day}
              value={String(day)}
              label={words.dayNames[day - 1]}
              {...(at === 0 ? { "data-field": `${field}.days` } : {})}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label={words.from}
        value={window.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
        data-field={field}
        error={useFault(field)}
        w={110}
      />
      <TextInput
        label={words.to}
        value={window.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
        w={110}
      />
      {window.rate !== undefined && (
        <NumberInput
          label={words.rate}
          value={window.rate}
          onChange={(rate) => onChange({ rate: rate as number })}
          step={0.1}
          decimalScale={2}
          {...SEPARATORS[language]}
          data-field={`${field}.rate`}
          error={rateFault}
          w={110}
        />
      )}
      <Button variant="subtle" color="red" mt={24} onClick={onRemove}>
        {words.remove}
      </Button>
    </Group>
  );
}
