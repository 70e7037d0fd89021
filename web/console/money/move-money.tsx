// Paying money into a wallet or out of it: amount and a reference, so that twice is the same as once.
import { useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { useWrite } from "../frame/ask.ts";
import type { Field } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";

type Props = {
  readonly direction: "in" | "out";
  // /accounts/84900000001 or /drivers/84911000001
  readonly of: string;
  // Accounts have two wallets to pay into.
  readonly hasBonus: boolean;
  readonly onClose: () => void;
};

export function MoveMoney({ direction, of, hasBonus, onClose }: Props) {
  const words = useWords(consoleMoneyWords);
  const common = useWords(consoleWords);
  const write = useWrite(onClose);
  const isIn = direction === "in";
  const wallets: Field = {
    name: "wallet",
    kind: "choice",
    label: words.wallet,
    choices: [
      { value: "main", label: words.main },
      { value: "bonus", label: words.bonus },
    ],
  };
  const isToChoose = isIn && hasBonus;
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
      begin={{ ...(isToChoose ? { wallet: "main" } : {}), amount: "", reference: "" }}
      write={write}
      onClose={onClose}
      onSubmit={(body) => write.mutate({ path: `${of}/${isIn ? "top-ups" : "withdrawals"}`, body })}
    />
  );
}
