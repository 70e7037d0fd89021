// Where a one-time link leads in portal and console: whoever it is for chooses a password and is signed in.
import { Button, Center, Paper, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Faults, useField } from "../forms/faults.tsx";
import { Frame } from "../frame.tsx";
import { usePageTitle } from "../language.tsx";
import { PageTitle } from "../looks/kinds.tsx";
import { Loading, Notice } from "../notice.tsx";

type Words = Readonly<Record<"gone" | "back" | "join" | "password" | "passwordHint", string>>;

type Props<Invitation> = {
  readonly title: string;
  readonly home: string;
  readonly words: Words;
  readonly see: (token: string) => Promise<Invitation>;
  readonly join: (token: string, password: string) => Promise<unknown>;
  readonly heading: (invitation: Invitation) => { readonly title: string; readonly text: string };
  // Above the password; faults are shown at their fields.
  readonly fields: (invitation: Invitation) => ReactNode;
};

export function JoinByLink<Invitation>({ title, home, words, see, join, heading, fields }: Props<Invitation>) {
  // Behind the #, which no server is told.
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState("");
  usePageTitle(title);
  const enter = (): void => window.location.assign(home);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => see(token),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const joining = useMutation({ mutationFn: () => join(token, password), onSuccess: enter });
  if (invitation.isPending) return <Loading />;
  if (!invitation.data)
    return (
      <Frame>
        <Notice level={1} title={words.gone} action={{ label: words.back, onClick: enter }} />
      </Frame>
    );
  const head = heading(invitation.data);
  return (
    <Frame>
      <Center pt={{ base: 24, sm: 72 }}>
        <Paper withBorder radius="lg" p={{ base: "lg", sm: "xl" }} w="100%" maw={420}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              joining.mutate();
            }}
          >
            <Stack gap="md">
              <div>
                <PageTitle>{head.title}</PageTitle>
                <Text c="dimmed" mt={4}>
                  {head.text}
                </Text>
              </div>
              <Faults error={joining.error}>
                <Stack gap="md">
                  {fields(invitation.data)}
                  <NewPassword words={words} value={password} onChange={setPassword} />
                </Stack>
              </Faults>
              <Button type="submit" size="md" loading={joining.isPending}>
                {words.join}
              </Button>
            </Stack>
          </form>
        </Paper>
      </Center>
    </Frame>
  );
}

type NewPasswordProps = {
  readonly words: Words;
  readonly value: string;
  readonly onChange: (typed: string) => void;
};

function NewPassword({ words, value, onChange }: NewPasswordProps) {
  return (
    <PasswordInput
      {...useField("password")}
      label={words.password}
      description={words.passwordHint}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
