// Inviting an account: its phone number, then the code that was sent to it.
import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { portalChildrenWords } from "../../words/portal-children.ts";
import { ask } from "../ask.ts";
import { CHILDREN_KEY } from "../choices.ts";

export function InviteChild() {
  const words = useWords(portalChildrenWords);
  const client = useQueryClient();
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const invite = useMutation({
    mutationFn: (childId: string) => ask("inviteChild", { body: { child_id: childId } }),
  });
  const activate = useMutation({
    mutationFn: (given: { readonly childId: string; readonly code: string }) =>
      ask("activateChild", { params: { child_id: given.childId }, body: { activation_code: given.code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHILDREN_KEY }),
  });
  const startOver = (): void => {
    invite.reset();
    activate.reset();
    setPhone("");
    setCode("");
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={words.invite}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {words.invite}
        </Title>
        <Text c="dimmed">{words.inviteText}</Text>
        {activate.data ? (
          <Alert color="green" variant="light" role="status" title={words.added(activate.data.name)}>
            <Button size="xs" variant="default" onClick={startOver}>
              {words.invite}
            </Button>
          </Alert>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (invite.isSuccess) activate.mutate({ childId: phone.trim(), code: code.trim() });
              else invite.mutate(phone.trim());
            }}
          >
            <Stack gap="sm">
              <TextInput
                label={words.phone}
                type="tel"
                required
                withAsterisk={false}
                readOnly={invite.isSuccess}
                value={phone}
                onChange={(event) => setPhone(event.currentTarget.value)}
              />
              {invite.isSuccess && (
                <>
                  <Text size="sm" role="status">
                    {words.sent(phone)} {isSandbox() && words.sandboxCode}
                  </Text>
                  <TextInput
                    label={words.code}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    required
                    withAsterisk={false}
                    value={code}
                    onChange={(event) => setCode(event.currentTarget.value)}
                  />
                </>
              )}
              {(activate.error ?? invite.error) && <ErrorNote error={activate.error ?? invite.error} />}
              <Group>
                <Button type="submit" loading={invite.isPending || activate.isPending}>
                  {invite.isSuccess ? words.activate : words.send}
                </Button>
                {invite.isSuccess && (
                  <Button variant="subtle" color="gray" onClick={startOver}>
                    {words.otherNumber}
                  </Button>
                )}
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Paper>
  );
}
