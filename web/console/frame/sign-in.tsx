// The console's door: the key says that somebody may, the name says who it is.
import { Button, Paper, PasswordInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { usePageTitle, useWords } from "../../parts/language.tsx";
import { useErrorWords } from "../../parts/notice.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { SignInFrame } from "../../parts/sign-in-frame.tsx";
import { consoleWords } from "../../words/console.ts";
import { useSignIn } from "./session.ts";

// Public on purpose: it opens nothing but a sandbox.
const DEMO_KEY = "sandbox-operator-key";

export function SignInView() {
  const words = useWords(consoleWords);
  const errorWords = useErrorWords();
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const signIn = useSignIn();
  usePageTitle(words.title);
  return (
    <SignInFrame
      title={words.signInTitle}
      text={words.signInText}
      action={words.signIn}
      busy={signIn.isPending}
      fault={signIn.error ? (words.signInRefused ?? errorWords(signIn.error)) : undefined}
      onSubmit={() => signIn.mutate({ operator_key: key.trim(), name: name.trim() })}
      foot={
        isSandbox() && (
          <Paper withBorder radius="lg" p="lg">
            <Text fw={600}>{words.sandboxTitle}</Text>
            <Text size="sm" c="dimmed">
              {words.sandboxText}
            </Text>
            <Button
              mt="sm"
              variant="default"
              loading={signIn.isPending}
              onClick={() => signIn.mutate({ operator_key: DEMO_KEY, name: words.demoName })}
            >
              {words.useDemo}
            </Button>
          </Paper>
        )
      }
    >
      <TextInput
        label={words.yourName}
        description={words.yourNameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="username"
        maxLength={80}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={words.operatorKey}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
    </SignInFrame>
  );
}
