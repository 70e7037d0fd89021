// The portal's door.
import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { Refused } from "../parts/call.ts";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { useErrorWords } from "../parts/notice.tsx";
import { SandboxDoor, SignInFrame } from "../parts/sign-in-frame.tsx";
import { portalWords } from "../words/portal.ts";
import { useSignIn } from "./session.tsx";

// Public on purpose: they open nothing but a sandbox.
const DEMO = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" } as const;

export function SignInView() {
  const words = useWords(portalWords);
  const errorWords = useErrorWords();
  const [apiKey, setApiKey] = useState("");
  const [mobile, setMobile] = useState("");
  const signIn = useSignIn();
  usePageTitle(words.title);
  const { error } = signIn;
  const known = error instanceof Refused ? words.refusals[error.code] : undefined;
  const fault = error ? (known ?? errorWords(error)) : undefined;
  return (
    <SignInFrame
      title={words.signInTitle}
      text={words.signInText}
      action={words.signIn}
      busy={signIn.isPending}
      fault={fault}
      onSubmit={() => signIn.mutate({ api_key: apiKey.trim(), mobile: mobile.trim() })}
      foot={
        <SandboxDoor
          title={words.sandboxTitle}
          text={words.sandboxText}
          action={words.useDemo}
          busy={signIn.isPending}
          onUse={() => signIn.mutate(DEMO)}
        />
      }
    >
      <PasswordInput
        label={words.apiKey}
        value={apiKey}
        onChange={(event) => setApiKey(event.currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <TextInput
        label={words.mobile}
        description={words.mobileHint}
        value={mobile}
        onChange={(event) => setMobile(event.currentTarget.value)}
        type="tel"
        autoComplete="username"
        required
        withAsterisk={false}
      />
    </SignInFrame>
  );
}
