// Where a driver's payouts go, and changing it.
import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { consolePayoutWords } from "../../words/console/payouts.ts";
import { joiningWords } from "../../words/joining.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import type { Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

const NONE = { bank: "", bank_account: "", bank_holder: "" };

export function BankOf({ mobile }: { readonly mobile: string }) {
  const { words } = useConsole(consolePayoutWords);
  const asked = useAsked("getDriverBank", { params: { mobile } });
  const [isChanging, setChanging] = useState(false);
  return (
    <Shown query={asked}>
      {({ bank }) => (
        <Group mt="md">
          <Text>
            {words.bank}: {bank ? `${bank.bank}, ${bank.bank_account}, ${bank.bank_holder}` : "–"}
          </Text>
          <PlainButton size="compact-md" onClick={() => setChanging(true)}>
            {words.changeBank}
          </PlainButton>
          {isChanging && <ChangeBank mobile={mobile} bank={bank ?? NONE} onClose={() => setChanging(false)} />}
        </Group>
      )}
    </Shown>
  );
}

type Props = { readonly mobile: string; readonly bank: typeof NONE; readonly onClose: () => void };

function ChangeBank({ mobile, bank, onClose }: Props) {
  const { words } = useConsole(consolePayoutWords);
  const { words: joining } = useConsole(joiningWords);
  const write = useWrite("saveDriverBank", onClose);
  return (
    <FieldsDialog
      title={words.changeBank}
      text={words.bankText}
      fields={[
        { name: "bank", kind: "text", label: joining.bank },
        { name: "bank_account", kind: "text", label: joining.bankAccount },
        { name: "bank_holder", kind: "text", label: joining.bankHolder },
      ]}
      draft={useDraft<Values>(undefined, () => bank)}
      write={write}
      onClose={onClose}
      onSubmit={(body) => write.mutate({ params: { mobile }, body })}
    />
  );
}
