// How callbacks say who sends them: none, a key in a header or in the body, a bearer token, or a user and a password. What is set is never
// shown again, so whoever changes something gives it anew.
import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { callbackAuthWords } from "../../words/callback-auth.ts";
import { useWords } from "../language.tsx";
import { choicesOf } from "./choices.ts";
import { useField } from "./faults.tsx";

export type CallbackAuthType = keyof typeof callbackAuthWords.en.auths;
export type CallbackAuth = {
  readonly type: CallbackAuthType;
  readonly secret: string;
  readonly username: string;
  readonly password: string;
};

export function beginAuth(type: CallbackAuthType): CallbackAuth {
  return { type, secret: "", username: "", password: "" };
}

// As the server reads it.
export function authBody({ type, secret, username, password }: CallbackAuth): object {
  if (type === "none") return { type };
  return type === "basic" ? { type, username, password } : { type, secret };
}

type Props = { readonly auth: CallbackAuth; readonly onChange: (auth: CallbackAuth) => void };

export function CallbackAuthFields({ auth, onChange }: Props) {
  const words = useWords(callbackAuthWords);
  const set = (change: Partial<CallbackAuth>) => onChange({ ...auth, ...change });
  return (
    <>
      <NativeSelect
        label={words.auth}
        data={choicesOf(words.auths)}
        value={auth.type}
        onChange={(event) => set({ type: event.currentTarget.value as CallbackAuthType })}
      />
      {auth.type === "basic" && <UserField value={auth.username} onChange={(username) => set({ username })} />}
      {auth.type === "basic" && (
        <SecretField name="password" value={auth.password} onChange={(password) => set({ password })} />
      )}
      {(auth.type === "apikey" || auth.type === "bearer" || auth.type === "body") && (
        <SecretField name="secret" value={auth.secret} onChange={(secret) => set({ secret })} />
      )}
    </>
  );
}

type InputProps = { readonly value: string; readonly onChange: (value: string) => void };

function UserField({ value, onChange }: InputProps) {
  const words = useWords(callbackAuthWords);
  return (
    <TextInput
      label={words.username}
      required
      withAsterisk={false}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...useField("callback.auth.username")}
    />
  );
}

function SecretField({ name, value, onChange }: InputProps & { readonly name: "secret" | "password" }) {
  const words = useWords(callbackAuthWords);
  return (
    <PasswordInput
      label={words[name]}
      description={words.again}
      required
      withAsterisk={false}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...useField(`callback.auth.${name}`)}
    />
  );
}
