// The phone first: a code goes to it, and whoever types it has that phone. Nobody is told whether the number is known.
import { Alert, Button, Card, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { PlainButton, Quiet } from "../parts/looks/kinds.tsx";
import { joiningWords } from "../words/joining.ts";
import { askToJoin } from "./ask.ts";

export function Prove({ onProved }: { readonly onProved: (token: string) => void }) {
  const words = useWords(joiningWords);
  const [mobile, setMobile] = useState("");
  const [code, setCode] = useState("");
  const ask = askToJoin();
  const send = useMutation({ mutationFn: () => ask("sendApplicantCode", { body: { mobile } }) });
  const prove = useMutation({
    mutationFn: () => ask("openApplicantSession", { body: { mobile, code } }),
    onSuccess: ({ token }) => onProved(token),
  });
  const isSent = send.isSuccess;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSent) prove.mutate();
    else send.mutate();
  };
  const error = isSent ? prove.error : send.error;
  return (
    <Card withBorder padding="lg">
      <form onSubmit={submit}>
        <Stack>
          <Quiet>{words.proveText}</Quiet>
          <TextInput
            label={words.mobile}
            type="tel"
            autoComplete="tel"
            required
            size="md"
            disabled={isSent}
            value={mobile}
            onChange={(event) => setMobile(event.currentTarget.value)}
          />
          {isSent && (
            <>
              <Alert variant="light" role="status" title={words.codeSent(mobile)} />
              <TextInput
                label={words.code}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                size="md"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </>
          )}
          {error && <ErrorNote error={error} />}
          <Button type="submit" size="md" loading={send.isPending || prove.isPending}>
            {isSent ? words.goOn : words.sendCode}
          </Button>
          {isSent && (
            <PlainButton
              onClick={() => {
                send.reset();
                prove.reset();
                setCode("");
              }}
            >
              {words.otherNumber}
            </PlainButton>
          )}
        </Stack>
      </form>
    </Card>
  );
}
