// Paying money into a wallet or out of it: amount and a reference, so that twice is the same as once.
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { useWrite } from "../frame/ask.ts";
import type { Field, Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { useConsole } from "../frame/words.ts";

type Props = {
  readonly direction: "in" | "out";
  // Whose it is. Accounts have two wallets to pay into.
  readonly account?: string;
  readonly driver?: string;
  readonly onClose: () => void;
};

export function MoveMoney({ direction, account, driver = "", onClose }: Props) {
  const { words, common } = useConsole(consoleMoneyWords);
  const isIn = direction === "in";
  const isToChoose = isIn && account !== undefined;
  const draft = useDraft<Values>(undefined, () => ({
    ...(isToChoose ? { wallet: "main" } : {}),
    amount: "",
    reference: "",
  }));
  const ofAccount = useWrite(isIn ? "topUpAccount" : "payAccountOut", onClose);
  const ofDriver = useWrite(isIn ? "topUpDriver" : "payDriverOut", onClose);
  const write = account === undefined ? ofDriver : ofAccount;
  const wallets: Field = {
    name: "wallet",
    kind: "choice",
    label: words.wallet,
    choices: [
      { value: "main", label: words.main },
      { value: "bonus", label: words.bonus },
    ],
  };
  return (
    <FieldsDialog
      title={isIn ? words.topUp : words.withdraw}
      text={isIn ? words.topUpText : words.withdrawText}
      action={isIn ? words.topUp : words.withdraw}
      fields={[
        ...(isToChoose ? [wallets] : []),
        { name: "amount", kind: "number", label: common.amount },
        { name: "reference", kind: "text", label: common.reference, hint: common.referenceHint },
      ]}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={(body) =>
        account === undefined
          ? ofDriver.mutate({ params: { mobile: driver }, body })
          : ofAccount.mutate({ params: { phone: account }, body })
      }
    />
  );
}
