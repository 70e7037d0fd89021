// A dialog that is nothing but fields: something new, or something known that is changed.
import { useState } from "react";
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
  readonly begin: Values;
  readonly write: { readonly isPending: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onSubmit: (values: Values) => void;
};

export function FieldsDialog({ title, text, action, fields, begin, write, onClose, onSubmit }: Props) {
  const words = useWords(consoleWords);
  const [values, setValues] = useState(begin);
  return (
    <FormDialog
      title={title}
      text={text}
      action={action ?? words.save}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => onSubmit(values)}
    >
      <Fields fields={fields} values={values} onChange={(changes) => setValues({ ...values, ...changes })} cols={2} />
    </FormDialog>
  );
}
