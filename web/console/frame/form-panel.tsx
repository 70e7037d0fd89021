// A panel that is a form: its fields, one button, what became of the last try.
import { Alert, Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { DraftNote, type DraftNoteProps } from "../../parts/drafts/draft-note.tsx";
import { Faults } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { Panel } from "./view.tsx";

type Props = {
  readonly title: string;
  readonly note?: string;
  readonly write: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  // "Save" unless said.
  readonly action?: string;
  readonly isDisabled?: boolean;
  readonly draft?: DraftNoteProps["draft"];
  // Beside the button.
  readonly more?: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

export function FormPanel({ title, note, write, action, isDisabled, draft, more, onSubmit, children }: Props) {
  const words = useWords(consoleWords);
  return (
    <Panel title={title} {...(note ? { note } : {})}>
      <form
        // The server judges, in words; a browser's own bubble would come before it and speak another language.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Faults error={write.error}>
          <Stack gap="md">
            {draft && <DraftNote draft={draft} />}
            {children}
            {write.isSuccess && <Alert color="green" variant="light" role="status" title={words.saved} />}
            <Group>
              <Button type="submit" loading={write.isPending} disabled={isDisabled ?? false}>
                {action ?? words.save}
              </Button>
              {more}
            </Group>
          </Stack>
        </Faults>
      </form>
    </Panel>
  );
}
