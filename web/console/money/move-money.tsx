// Paying money into a wallet or out of it: amount and a reference, so that twice is the same as once.
import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { useWrite } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";

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
  const [amount, setAmount] = useState<number | string>("");
  const [reference, setReference] = useState("");
  const [wallet, setWallet] = useState("main");
  const write = useWrite(onClose);
  const isIn = direction === "in";
  const submit = (): void => {
    const body = { amount: Number(amount), reference, ...(isIn && hasBonus ? { wallet } : {}) };
    write.mutate({ path: `${of}/${isIn ? "top-ups" : "withdrawals"}`, body });
  };
  return (
    <FormDialog
      title={isIn ? words.topUp : words.withdraw}
      text={isIn ? words.topUpText : words.withdrawText}
      action={isIn ? words.topUp : words.withdraw}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {isIn && hasBonus && (
        <NativeSelect
          label={words.wallet}
          value={wallet}
          onChange={(event) => setWallet(event.currentTarget.value)}
          data={[
            { value: "main", label: words.main },
            { value: "bonus", label: words.bonus },
          ]}
        />
      )}
      <NumberInput label={common.amount} value={amount} onChange={setAmount} min={1} thousandSeparator="," required />
      <TextInput
        label={common.reference}
        description={common.referenceHint}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        required
      />
    </FormDialog>
  );
}
