// The console's door: an e-mail and a password, with a code of the app where somebody has one, or the operator key and a name.
import { useState } from "react";
import { Refused } from "../../parts/call.ts";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { SignIn } from "../../parts/sign-in/sign-in.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { hasProvider, ProviderButton } from "./provider.tsx";
import { consoleSession } from "./session.ts";

const CODE_CODES = ["CODE_REQUIRED", "INVALID_CODE"];

export function SignInView({ isOver }: { readonly isOver?: boolean }) {
  const words = useWords(consoleWords);
  const staff = useWords(consoleStaffWords);
  // A sandbox has its public key; elsewhere people have accounts.
  const [way, setWay] = useState<"email" | "key">(() => (isSandbox() ? "key" : "email"));
  const signIn = consoleSession.useSignIn();
  const { error } = signIn;
  const [wantsCode, setWantsCode] = useState(false);
  if (!wantsCode && error instanceof Refused && CODE_CODES.includes(error.code)) setWantsCode(true);
  const demo = { operator_key: "sandbox-operator-key", name: words.demoName };
  const other = (
    <>
      {hasProvider() && <ProviderButton />}
      <PlainButton
        onClick={() => {
          signIn.reset();
          setWay(way === "key" ? "email" : "key");
        }}
      >
        {way === "key" ? staff.byEmail : staff.byKey}
      </PlainButton>
    </>
  );
  const common = { isOver: isOver ?? false, demo, signIn, more: other };
  if (way === "key") {
    return (
      <SignIn
        key="key"
        {...common}
        words={words}
        fields={[
          { name: "name", kind: "text", label: words.yourName, hint: words.yourNameHint },
          { name: "operator_key", kind: "secret", label: words.operatorKey },
        ]}
        refusal={({ status }) => (status === 401 || status === 400 ? words.signInRefused : undefined)}
      />
    );
  }
  return (
    <SignIn
      key="email"
      {...common}
      words={{ ...words, signInText: words.signInByEmailText }}
      fields={[
        { name: "email", kind: "email", label: staff.email },
        { name: "password", kind: "secret", label: staff.password },
        ...(wantsCode ? [{ name: "code", kind: "code", label: staff.code, hint: staff.codeHint } as const] : []),
      ]}
      refusal={({ code, status }) =>
        code === "CODE_REQUIRED"
          ? staff.codeWanted
          : code === "INVALID_CODE"
            ? staff.codeRefused
            : status === 401
              ? staff.byEmailRefused
              : undefined
      }
    />
  );
}
