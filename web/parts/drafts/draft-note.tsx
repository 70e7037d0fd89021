// Says that a form holds what was typed before, and lets it begin anew.
import { Alert, Button, Group } from "@mantine/core";
import { partsWords } from "../../words/parts.ts";
import { dayAndTime } from "../formats.ts";
import { useLanguage, useWords } from "../language.tsx";
import type { Draft } from "./use-draft.ts";

export type DraftNoteProps = { readonly draft: Pick<Draft<object>, "since" | "restart"> };

export function DraftNote({ draft }: DraftNoteProps) {
  const words = useWords(partsWords);
  const { language } = useLanguage();
  if (draft.since === undefined) return null;
  return (
    <Alert color="gray" variant="light" role="status" p="xs">
      <Group justify="space-between" gap="xs">
        {words.draftKept(dayAndTime(new Date(draft.since), language))}
        <Button size="compact-sm" variant="subtle" onClick={draft.restart}>
          {words.startOver}
        </Button>
      </Group>
    </Alert>
  );
}
