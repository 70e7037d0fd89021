// The portal's door.
import { useState } from "react";
import { useWords } from "../parts/language.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { SignIn } from "../parts/sign-in/sign-in.tsx";
import { portalWords } from "../words/portal.ts";
import { portalSession } from "./session.ts";

const DEMO = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" } as const;

export function SignInView({ isOver }: { readonly isOver?: boolean }) {
  const words = useWords(portalWords);
  // A sandbox has its public key.
  const [way, setWay] = useState<"email" | "key">(() => (isSandbox() ? "key" : "email"));
  const signIn = portalSession.useSignIn();
  const more = (
    <PlainButton
      onClick={() => {
        signIn.reset();
        setWay(way === "key" ? "email" : "key");
      }}
    >
      {way === "key" ? words.byEmail : words.byKey}
    </PlainButton>
  );
  const common = { isOver: isOver ?? false, demo: DEMO, signIn, more };
  if (way === "email") {
    return (
      <SignIn
        key="email"
        {...common}
        words={{ ...words, signInText: words.signInByEmailText }}
        fields={[
          { name: "email", kind: "email", label: words.email },
          { name: "password", kind: "secret", label: words.password },
        ]}
        refusal={({ status }) => (status === 401 ? words.byEmailRefused : undefined)}
      />
    );
  }
  return (
    <SignIn
      key="key"
      {...common}
      words={words}
      fields={[
        { name: "api_key", kind: "secret", label: words.apiKey },
        { name: "mobile", kind: "tel", label: words.mobile, hint: words.mobileHint },
      ]}
      refusal={({ code }) => words.refusals[code]}
    />
  );
}
