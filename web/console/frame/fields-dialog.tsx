// A dialog that is nothing but fields: something new, or something known that is changed.
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import type { Draft } from "../../parts/drafts/use-draft.ts";
import { useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { type Field, Fields, type Values } from "./fields.tsx";
import { FormDialog } from "./form-dialog.tsx";

type Props = {
  readonly title: string;
  readonly text: string;
  // "Save" unless said.
  readonly action?: string;
  readonly fields: readonly Field[];
  readonly draft: Draft<Values>;
  readonly write: { readonly isPending: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (values: Values) => void;
};

export function FieldsDialog({ title, text, action, fields, draft, write, onClose, onSubmit }: Props) {
  const words = useWords(consoleWords);
  return (
    <FormDialog
      title={title}
      text={text}
      action={action ?? words.save}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => onSubmit(draft.typed)}
    >
      <DraftNote draft={draft} />
      <Fields fields={fields} values={draft.typed} onChange={draft.change} cols={2} />
    </FormDialog>
  );
}
