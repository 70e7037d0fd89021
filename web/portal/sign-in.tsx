// The portal's door.
import { useWords } from "../parts/language.tsx";
import { SignIn } from "../parts/sign-in/sign-in.tsx";
import { portalWords } from "../words/portal.ts";
import { portalSession } from "./session.ts";

const DEMO = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" } as const;

export function SignInView({ isOver }: { readonly isOver?: boolean }) {
  const words = useWords(portalWords);
  return (
    <SignIn
      isOver={isOver ?? false}
      words={words}
      fields={[
        { name: "api_key", kind: "secret", label: words.apiKey },
        { name: "mobile", kind: "tel", label: words.mobile, hint: words.mobileHint },
      ]}
      demo={DEMO}
      signIn={portalSession.useSignIn()}
      refusal={({ code }) => words.refusals[code]}
    />
  );
}
