// What a driver brings along, how much cash they may carry, and when they have their breaks.
import type { PlacedDriver } from "../../../clients/typescript/src/api.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { listed } from "../../parts/forms/listed.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useWrite } from "../frame/ask.ts";
import type { Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { useConsole } from "../frame/words.ts";

type Props = { readonly driver: PlacedDriver; readonly onClose: () => void };

export function WorkDialog({ driver, onClose }: Props) {
  const { words } = useConsole(consolePeopleWords);
  const write = useWrite("changeDriver", onClose);
  const draft = useDraft<Values>(undefined, () => ({
    equipment: driver.equipment.join(", "),
    cash_max: driver.cash_max || "",
    breaks: breaksText(driver.breaks),
  }));
  return (
    <FieldsDialog
      title={words.work}
      text={words.workText}
      fields={[
        { name: "equipment", kind: "text", label: words.equipment, hint: words.equipmentHint },
        { name: "cash_max", kind: "number", label: words.cashMax, hint: words.cashMaxHint },
        { name: "breaks", kind: "text", label: words.breaks, hint: words.breaksHint },
      ]}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={({ equipment, cash_max, breaks }) =>
        write.mutate({
          params: { mobile: driver.mobile },
          body: { equipment: listed(equipment), cash_max: Number(cash_max), breaks: listed(breaks).map(breakOf) },
        })
      }
    />
  );
}

function breakOf(typed: string) {
  const [from = "", to = ""] = typed.split(/[-–]/);
  return { from, to };
}

export function breaksText(breaks: PlacedDriver["breaks"]): string {
  return breaks.map(({ from, to }) => `${from}-${to}`).join(", ");
}
