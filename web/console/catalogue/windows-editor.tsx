// Windows of the week: a service's hours, or its surge rules, which are windows with a rate.
import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useWrite } from "../frame/ask.ts";
import { Panel } from "../frame/view.tsx";
import type { Hours, SurgeRule } from "../frame/wire.ts";

type Window = Hours & Partial<Pick<SurgeRule, "rate">>;
type Props = {
  readonly title: string;
  readonly note: string;
  readonly serviceId: string;
  readonly field: "service_hours" | "surge_rules";
  readonly windows: readonly Window[];
};

// Windows have no id of their own; a row on the screen needs one.
type KeyedWindow = Window & { readonly key: number };
let rows = 0;
function keyed(window: Window): KeyedWindow {
  rows += 1;
  return { ...window, key: rows };
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function WindowsEditor({ title, note, serviceId, field, windows }: Props) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const hasRate = field === "surge_rules";
  const [draft, setDraft] = useState<readonly KeyedWindow[]>(() => windows.map(keyed));
  const write = useWrite();
  const change = (key: number, changes: Partial<Window>) =>
    setDraft(draft.map((window) => (window.key === key ? { ...window, ...changes } : window)));
  const first: Window = { days: DAYS, from: "07:00", to: "19:00", ...(hasRate ? { rate: 1.2 } : {}) };
  return (
    <Panel title={title} note={note}>
      <Stack gap="md">
        {write.error && <ErrorNote error={write.error} />}
        {draft.map((window, at) => (
          <Group key={window.key} align="flex-end" role="group" aria-label={`${title} ${at + 1}`}>
            <Checkbox.Group
              label={words.days}
              value={window.days.map(String)}
              onChange={(days) => change(window.key, { days: days.map(Number).sort() })}
            >
              <Group gap="xs" mt={4}>
                {DAYS.map((day) => (
                  <Checkbox key={day} value={String(day)} label={words.dayNames[day - 1]} />
                ))}
              </Group>
            </Checkbox.Group>
            <TextInput
              label={words.from}
              value={window.from}
              onChange={(event) => change(window.key, { from: event.currentTarget.value })}
              w={90}
            />
            <TextInput
              label={words.to}
              value={window.to}
              onChange={(event) => change(window.key, { to: event.currentTarget.value })}
              w={90}
            />
            {hasRate && (
              <NumberInput
                label={words.rate}
                value={window.rate ?? 1}
                onChange={(rate) => change(window.key, { rate: Number(rate) })}
                min={1}
                step={0.1}
                w={100}
              />
            )}
            <Button
              variant="subtle"
              color="red"
              onClick={() => setDraft(draft.filter(({ key }) => key !== window.key))}
            >
              {words.remove}
            </Button>
          </Group>
        ))}
        <Group>
          <Button variant="default" onClick={() => setDraft([...draft, keyed(first)])}>
            {words.add}
          </Button>
          <Button
            loading={write.isPending}
            onClick={() =>
              write.mutate({
                method: "PUT",
                path: `/services/${serviceId}`,
                body: { [field]: draft.map(({ key: _, ...window }) => window) },
              })
            }
          >
            {common.save}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
