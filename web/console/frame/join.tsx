// Where a one-time link leads: somebody new, the first owner or somebody who has lost their password chooses one, and is signed in.
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { Faults, useField } from "../../parts/forms/faults.tsx";
import { Frame } from "../../parts/frame.tsx";
import { usePageTitle } from "../../parts/language.tsx";
import { PageTitle } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { ask } from "./ask.ts";
import { useConsole } from "./words.ts";

const enter = (): void => window.location.assign("/console");

export function JoinView() {
  const { words, common } = useConsole(consoleStaffWords);
  // Behind the #, which no server is told.
  const [token] = useState(() => window.location.hash.slice(1));
  usePageTitle(common.title);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => ask("seeInvitation", { body: { token } }),
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (invitation.isPending) return <Loading />;
  if (!invitation.data)
    return (
      <Frame>
        <Notice level={1} title={words.joinGone} action={{ label: words.toConsole, onClick: enter }} />
      </Frame>
    );
  return <Form token={token} invitation={invitation.data} />;
}

type Props = { readonly token: string; readonly invitation: Answer<"seeInvitation"> };

function Form({ token, invitation }: Props) {
  const { words } = useConsole(consoleStaffWords);
  const isFirst = invitation.email === "";
  const [email, setEmail] = useState(invitation.email);
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState("");
  const join = useMutation({
    mutationFn: () => ask("joinByLink", { body: { token, password, ...(isFirst ? { email, name } : {}) } }),
    onSuccess: enter,
  });
  const text = isFirst
    ? words.ownerText
    : invitation.renews
      ? words.renewText
      : words.joinText(words.roles[invitation.role] ?? invitation.role);
  return (
    <Frame>
      <Center pt={{ base: 24, sm: 72 }}>
        <Paper withBorder radius="lg" p={{ base: "lg", sm: "xl" }} w="100%" maw={420}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              join.mutate();
            }}
          >
            <Stack gap="md">
              <div>
                <PageTitle>{words.joinTitle}</PageTitle>
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              </div>
              <Faults error={join.error}>
                <Stack gap="md">
                  <Typed name="email" value={email} isFixed={!isFirst} onChange={setEmail} />
                  <Typed name="name" value={name} isFixed={!isFirst} onChange={setName} />
                  <NewPassword value={password} onChange={setPassword} />
                </Stack>
              </Faults>
              <Button type="submit" size="md" loading={join.isPending}>
                {words.join}
              </Button>
            </Stack>
          </form>
        </Paper>
      </Center>
    </Frame>
  );
}

type TypedProps = {
  readonly name: "email" | "name";
  readonly value: string;
  readonly isFixed: boolean;
  readonly onChange: (typed: string) => void;
};

function Typed({ name, value, isFixed, onChange }: TypedProps) {
  const { words, common } = useConsole(consoleStaffWords);
  return (
    <TextInput
      {...useField(name)}
      label={name === "email" ? words.email : common.name}
      type={name === "email" ? "email" : "text"}
      autoComplete={name === "email" ? "username" : "name"}
      value={value}
      readOnly={isFixed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function NewPassword({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const { words } = useConsole(consoleStaffWords);
  return (
    <PasswordInput
      {...useField("password")}
      label={words.passwordNew}
      description={words.passwordHint}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
