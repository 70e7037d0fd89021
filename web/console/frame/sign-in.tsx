// The console's door: the key says that somebody may, the name says who it is.
import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { Refused } from "../../parts/call.ts";
import { usePageTitle, useWords } from "../../parts/language.tsx";
import { useErrorWords } from "../../parts/notice.tsx";
import { SandboxDoor, SignInFrame } from "../../parts/sign-in-frame.tsx";
import { consoleWords } from "../../words/console/frame.ts";
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
  const { error } = signIn;
  const isRefused = error instanceof Refused && (error.status === 401 || error.status === 400);
  const fault = error ? (isRefused ? words.signInRefused : errorWords(error)) : undefined;
  return (
    <SignInFrame
      title={words.signInTitle}
      text={words.signInText}
      action={words.signIn}
      busy={signIn.isPending}
      fault={fault}
      onSubmit={() => signIn.mutate({ operator_key: key.trim(), name: name.trim() })}
      foot={
        <SandboxDoor
          title={words.sandboxTitle}
          text={words.sandboxText}
          action={words.useDemo}
          busy={signIn.isPending}
          onUse={() => signIn.mutate({ operator_key: DEMO_KEY, name: words.demoName })}
        />
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
