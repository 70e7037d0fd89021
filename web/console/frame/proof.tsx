// Asks somebody again who they are: their password, or a code of their app.
import { PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useField } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { ask } from "./ask.ts";
import { FormDialog } from "./form-dialog.tsx";
import { showProof, type Waiting } from "./proof-asked.ts";
import { ProofAtProvider } from "./provider.tsx";
import { consoleSession } from "./session.ts";

export function ProofDialog() {
  const words = useWords(consoleStaffWords);
  const [waiting, setWaiting] = useState<Waiting>();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  useEffect(() => {
    return showProof((next) => setWaiting(next));
  }, []);
  const { data } = consoleSession.useSessionQuery();
  const isOfProvider = data?.session?.provider ?? false;
  const prove = useMutation({
    mutationFn: () => ask("proveSelf", { body: code.trim() ? { code: code.trim() } : { password } }),
    onSuccess: (): void => goOn(),
  });
  const close = (): void => {
    setWaiting(undefined);
    setPassword("");
    setCode("");
    prove.reset();
  };
  const goOn = (): void => {
    waiting?.goOn();
    close();
  };
  return (
    <FormDialog
      title={words.proveTitle}
      text={isOfProvider ? words.proveTextProvider : words.proveText}
      action={words.prove}
      isOpen={waiting !== undefined}
      isOnTop
      busy={prove.isPending}
      error={prove.error}
      onClose={() => {
        waiting?.giveUp();
        close();
      }}
      onSubmit={() => prove.mutate()}
    >
      {isOfProvider && <ProofAtProvider onProved={goOn} />}
      <Proofs isOfProvider={isOfProvider} password={password} code={code} onPassword={setPassword} onCode={setCode} />
    </FormDialog>
  );
}

type ProofsProps = {
  readonly isOfProvider: boolean;
  readonly password: string;
  readonly code: string;
  readonly onPassword: (typed: string) => void;
  readonly onCode: (typed: string) => void;
};

// Inside the dialog, whose faults are shown at their fields.
function Proofs({ isOfProvider, password, code, onPassword, onCode }: ProofsProps) {
  const words = useWords(consoleStaffWords);
  return (
    <>
      {!isOfProvider && <Password value={password} onChange={onPassword} />}
      <TextInput
        {...useField("code")}
        label={isOfProvider ? words.code : words.codeInstead}
        description={words.codeHint}
        value={code}
        autoComplete="one-time-code"
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </>
  );
}

function Password({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const words = useWords(consoleStaffWords);
  return (
    <PasswordInput
      {...useField("password")}
      label={words.password}
      value={value}
      autoComplete="current-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
