import { Button, Card, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call, type Refused } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { driveWords } from "../words/drive.ts";
import { driverCall, type Me } from "./driver-api.ts";
import { RefusalNote } from "./refusal-note.tsx";
import type { Session } from "./session.ts";

// The sandbox's driver, known to everybody.
const DEMO = { mobile: "84911000001", pin: "1234" };

export function SignIn({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const words = useWords(driveWords);
  const [mobile, setMobile] = useState(isSandbox() ? DEMO.mobile : "");
  const [pin, setPin] = useState(isSandbox() ? DEMO.pin : "");
  const signIn = useMutation<Session, Refused>({
    mutationFn: async () => {
      const { token } = await call<{ token: string }>("/driver/v1/sessions", { body: { mobile, pin } });
      // The number as the server writes it: steps that wait on this phone are his however he spells it.
      return { token, mobile: (await driverCall(token)<Me>("/me")).mobile };
    },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Card withBorder maw={420} mx="auto" mt="xl" padding="lg">
      <form onSubmit={submit}>
        <Stack>
          <div>
            <Title order={1} size="h3">
              {words.signInTitle}
            </Title>
            <Text c="dimmed" size="sm">
              {words.signInText}
            </Text>
          </div>
          <TextInput
            label={words.mobile}
            type="tel"
            autoComplete="username"
            required
            size="md"
            value={mobile}
            onChange={(event) => setMobile(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.pin}
            inputMode="numeric"
            autoComplete="current-password"
            required
            size="md"
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value)}
          />
          {signIn.error && <RefusalNote error={signIn.error} />}
          <Button type="submit" size="lg" loading={signIn.isPending}>
            {words.signIn}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
