// Where a driver signs in: phone and pin, and on a phone that is new to the server the code it sends. Whoever has tried too often sees
// how long to wait.

import { Alert, Button, Card, PasswordInput, Stack, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Refused } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import { PlainButton, Quiet } from "../parts/looks/kinds.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { driveWords } from "../words/drive/drive.ts";
import { askAsDriver } from "./ask.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { keepDevice, keptDevice, type Session } from "./session.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

// The sandbox's driver, known to everybody.
const DEMO = { mobile: "84911000001", pin: "1234" };

export function SignIn({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const words = useWords(driveWords);
  const [mobile, setMobile] = useState(isSandbox() ? DEMO.mobile : "");
  const [pin, setPin] = useState(isSandbox() ? DEMO.pin : "");
  // undefined: nobody has asked for one.
  const [code, setCode] = useState<string>();
  const [waitsUntilMs, setWaitsUntilMs] = useState(0);
  const signIn = useSignIn(onSignedIn, (refused) => {
    if (refused.code === "CODE_REQUIRED") setCode("");
    const seconds = refused.code === "TOO_MANY_REQUESTS" ? (refused.retryAfterSeconds ?? 0) : 0;
    setWaitsUntilMs(performance.now() + seconds * 1000);
  });
  const waitSeconds = useSecondsLeft(waitsUntilMs);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate({ mobile, pin, ...(code === undefined ? {} : { code }) });
  };
  // A code belongs to the number and pin it was asked for with, and so does a wait to the number.
  const change = (set: (text: string) => void, text: string): void => {
    set(text);
    setCode(undefined);
    setWaitsUntilMs(0);
  };
  const { error } = signIn;
  // A code that has arrived may be used while the next one is waited for.
  const waitsForCode = code !== undefined && signIn.variables?.code === undefined;
  const waitsToSignIn = waitSeconds > 0 && !waitsForCode;
  return (
    <Card withBorder maw={420} mx="auto" mt="xl" padding="lg">
      <form onSubmit={submit}>
        <Stack>
          <div>
            <Title order={1} size="h3">
              {words.signInTitle}
            </Title>
            <Quiet>{words.signInText}</Quiet>
          </div>
          <TextInput
            label={words.mobile}
            type="tel"
            autoComplete="username"
            required
            size="md"
            value={mobile}
            onChange={(event) => change(setMobile, event.currentTarget.value)}
          />
          <PasswordInput
            label={words.pin}
            inputMode="numeric"
            autoComplete="current-password"
            required
            size="md"
            value={pin}
            onChange={(event) => change(setPin, event.currentTarget.value)}
          />
          {code !== undefined && (
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
          {error && error.code !== "CODE_REQUIRED" && <RefusalNote error={error} />}
          <Button type="submit" size="lg" loading={signIn.isPending} disabled={waitsToSignIn}>
            {waitsToSignIn ? words.tryAgainIn(waitSeconds) : words.signIn}
          </Button>
          {code !== undefined && (
            <PlainButton disabled={signIn.isPending || waitSeconds > 0} onClick={() => signIn.mutate({ mobile, pin })}>
              {waitSeconds > 0 && waitsForCode ? words.tryAgainIn(waitSeconds) : words.newCode}
            </PlainButton>
          )}
        </Stack>
      </form>
    </Card>
  );
}

type Credentials = { readonly mobile: string; readonly pin: string; readonly code?: string };

function useSignIn(onSignedIn: (session: Session) => void, onRefused: (refused: Refused) => void) {
  return useMutation<Session, Refused, Credentials>({
    mutationFn: async (credentials) => {
      const device = keptDevice(credentials.mobile);
      const answer = await askAsDriver()("openDriverSession", {
        body: { ...credentials, ...(device === undefined ? {} : { device }) },
      });
      keepDevice(credentials.mobile, answer.device);
      // The number as the server writes it: steps that wait on this phone are the driver's however it is spelled.
      return { token: answer.token, mobile: (await askAsDriver(answer.token)("getOwnDriver", {})).mobile };
    },
    onSuccess: onSignedIn,
    onError: onRefused,
  });
}
