// The console's door: the key says that somebody may, the name says who it is.
import { useWords } from "../../parts/language.tsx";
import { SignIn } from "../../parts/sign-in/sign-in.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleSession } from "./session.ts";

export function SignInView({ isOver }: { readonly isOver?: boolean }) {
  const words = useWords(consoleWords);
  return (
    <SignIn
      isOver={isOver ?? false}
      words={words}
      fields={[
        { name: "name", kind: "text", label: words.yourName, hint: words.yourNameHint },
        { name: "operator_key", kind: "secret", label: words.operatorKey },
      ]}
      demo={{ operator_key: "sandbox-operator-key", name: words.demoName }}
      signIn={consoleSession.useSignIn()}
      refusal={({ status }) => (status === 401 || status === 400 ? words.signInRefused : undefined)}
    />
  );
}
