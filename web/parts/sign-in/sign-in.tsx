// Where somebody signs in to the portal or the console: a title, a sentence, the fields, and what was wrong with the last try.
import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Refused } from "../call.ts";
import { Frame } from "../frame.tsx";
import { usePageTitle } from "../language.tsx";
import { useErrorWords } from "../loading/error-note.tsx";
import { PageTitle, PlainButton, Quiet } from "../looks/kinds.tsx";
import { isSandbox } from "../page-facts.ts";

type SignInField<Name> = {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly kind: "text" | "tel" | "email" | "secret" | "code";
};

type Words = Readonly<
  Record<"title" | "signInTitle" | "signInText" | "signIn" | "sandboxTitle" | "sandboxText" | "useDemo", string>
>;

type Props<Name extends string> = {
  // In a dialog over the page that somebody was at.
  readonly isOver: boolean;
  readonly words: Words;
  readonly fields: readonly SignInField<Name>[];
  // What opens a sandbox: public on purpose, it opens nothing else.
  readonly demo: Readonly<Record<string, string>>;
  readonly signIn: {
    readonly mutate: (given: Readonly<Record<Name, string>>) => void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
  // In words of the page's own, where it has them.
  readonly refusal: (refused: Refused) => string | undefined;
  // Another way in.
  readonly more?: ReactNode;
};

export function SignIn<Name extends string>({ isOver, words, fields, demo, signIn, refusal, more }: Props<Name>) {
  const errorWords = useErrorWords();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  usePageTitle(isOver ? undefined : words.title);
  const { error, isPending } = signIn;
  const fault = error ? (error instanceof Refused && refusal(error)) || errorWords(error) : undefined;
  const submit = (): void => {
    const given = Object.fromEntries(fields.map(({ name }) => [name, (typed[name] ?? "").trim()]));
    signIn.mutate(given as Record<Name, string>);
  };
  const form = (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!isOver && (
        <div>
          <PageTitle>{words.signInTitle}</PageTitle>
          <Text c="dimmed" mt={4}>
            {words.signInText}
          </Text>
        </div>
      )}
      {fault && <Alert color="red" variant="light" role="alert" title={fault} />}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <Button type="submit" loading={isPending} size="md" mt="xs">
        {words.signIn}
      </Button>
      {more}
    </Stack>
  );
  const demoButton = isSandbox() && (
    <PlainButton mt="sm" loading={isPending} onClick={() => signIn.mutate(demo)}>
      {words.useDemo}
    </PlainButton>
  );
  if (isOver) {
    return (
      <Stack gap={0}>
        {form}
        {demoButton}
      </Stack>
    );
  }
  return (
    <Frame>
      <Center pt={{ base: 24, sm: 72 }}>
        <Stack w="100%" maw={420} gap="lg">
          <Paper withBorder radius="lg" p={{ base: "lg", sm: "xl" }}>
            {form}
          </Paper>
          {demoButton && (
            <Paper withBorder radius="lg" p="lg">
              <Text fw={600}>{words.sandboxTitle}</Text>
              <Quiet>{words.sandboxText}</Quiet>
              {demoButton}
            </Paper>
          )}
        </Stack>
      </Center>
    </Frame>
  );
}

type FieldProps = {
  readonly field: SignInField<string>;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Field({ field, value, onChange }: FieldProps) {
  const common = {
    label: field.label,
    description: field.hint,
    value,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
    required: true,
    withAsterisk: false,
  };
  if (field.kind === "code") return <TextInput {...common} autoComplete="one-time-code" maxLength={40} />;
  if (field.kind === "secret") return <PasswordInput {...common} autoComplete="current-password" />;
  return <TextInput {...common} type={field.kind} autoComplete="username" maxLength={200} />;
}
