// Where a one-time link leads: a member, new or without their password, chooses one and is signed in.
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { Faults, useField } from "../../parts/forms/faults.tsx";
import { Frame } from "../../parts/frame.tsx";
import { usePageTitle, useWords } from "../../parts/language.tsx";
import { PageTitle } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { portalWords } from "../../words/portal.ts";
import { portalPeopleWords } from "../../words/portal-people.ts";
import { ask } from "../ask.ts";

const enter = (): void => window.location.assign("/portal");

export function JoinView() {
  const words = useWords(portalPeopleWords);
  // Behind the #, which no server is told.
  const [token] = useState(() => window.location.hash.slice(1));
  usePageTitle(useWords(portalWords).title);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => ask("seeMemberInvitation", { body: { token } }),
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (invitation.isPending) return <Loading />;
  return (
    <Frame>
      {invitation.data ? (
        <Form token={token} invitation={invitation.data} />
      ) : (
        <Notice level={1} title={words.joinGone} action={{ label: words.toPortal, onClick: enter }} />
      )}
    </Frame>
  );
}

type Props = { readonly token: string; readonly invitation: Answer<"seeMemberInvitation"> };

function Form({ token, invitation }: Props) {
  const words = useWords(portalPeopleWords);
  const { roles } = useWords(portalWords);
  const [password, setPassword] = useState("");
  const join = useMutation({
    mutationFn: () => ask("joinAsMember", { body: { token, password } }),
    onSuccess: enter,
  });
  return (
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
              <PageTitle>{words.joinTitle(invitation.partner)}</PageTitle>
              <Text c="dimmed" mt={4}>
                {invitation.renews ? words.renewText : words.joinText(roles[invitation.role] ?? invitation.role)}
              </Text>
            </div>
            <Faults error={join.error}>
              <Stack gap="md">
                <TextInput label={words.email} value={invitation.email} autoComplete="username" readOnly />
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
  );
}

function NewPassword({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const words = useWords(portalPeopleWords);
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
