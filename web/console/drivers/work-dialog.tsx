// What a driver brings along, how much cash they may carry, and when they have their breaks.
import { useState } from "react";
import type { PlacedDriver } from "../../../clients/typescript/src/api.ts";
import { listed } from "../../parts/forms/listed.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useWrite } from "../frame/ask.ts";
import { type Field, Fields, type Values } from "../frame/fields.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { useConsole } from "../frame/words.ts";

type Props = { readonly driver: PlacedDriver; readonly onClose: () => void };

export function WorkDialog({ driver, onClose }: Props) {
  const { words, common } = useConsole(consolePeopleWords);
  const write = useWrite("changeDriver");
  const [typed, setTyped] = useState<Values>(() => ({
    equipment: driver.equipment.join(", "),
    cash_max: driver.cash_max || "",
    breaks: breaksText(driver.breaks),
  }));
  const fields: readonly Field[] = [
    { name: "equipment", kind: "text", label: words.equipment, hint: words.equipmentHint },
    { name: "cash_max", kind: "number", label: words.cashMax, hint: words.cashMaxHint },
    { name: "breaks", kind: "text", label: words.breaks, hint: words.breaksHint },
  ];
  const save = () =>
    write.mutate(
      {
        params: { mobile: driver.mobile },
        body: {
          equipment: listed(typed.equipment),
          cash_max: Number(typed.cash_max),
          breaks: listed(typed.breaks).map((one) => {
            const [from = "", to = ""] = one.split(/[-–]/);
            return { from, to };
          }),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={words.work}
      action={common.save}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={save}
    >
      <Fields fields={fields} values={typed} onChange={(changes) => setTyped({ ...typed, ...changes })} cols={1} />
    </FormDialog>
  );
}

export function breaksText(breaks: PlacedDriver["breaks"]): string {
  return breaks.map(({ from, to }) => `${from}-${to}`).join(", ");
}
