// Inviting an account: its phone number, then the code that was sent to it.
import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton } from "../../parts/looks/kinds.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { portalChildrenWords } from "../../words/portal/children.ts";
import { ask } from "../ask.ts";
import { CHILDREN_KEY } from "../choices.ts";

export function InviteChild() {
  const words = useWords(portalChildrenWords);
  const client = useQueryClient();
  // That a code was sent is kept as well: whoever comes back has it in their hand. The code itself is nobody's to keep.
  const draft = useDraft("invite", () => ({ phone: "", isSent: false }));
  const { phone, isSent } = draft.typed;
  const [code, setCode] = useState("");
  const invite = useMutation({
    mutationFn: (childId: string) => ask("inviteChild", { body: { child_id: childId } }),
    onSuccess: () => draft.change({ isSent: true }),
  });
  const activate = useMutation({
    mutationFn: (given: { readonly childId: string; readonly code: string }) =>
      ask("activateChild", { params: { child_id: given.childId }, body: { activation_code: given.code } }),
    onSuccess: () => {
      draft.forget();
      return client.invalidateQueries({ queryKey: CHILDREN_KEY });
    },
  });
  const startOver = (): void => {
    invite.reset();
    activate.reset();
    draft.restart();
    setCode("");
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={words.invite}>
      <Stack gap="sm">
        <Heading>{words.invite}</Heading>
        <Text c="dimmed">{words.inviteText}</Text>
        <DraftNote draft={{ since: draft.since, restart: startOver }} />
        {activate.data ? (
          <Alert color="green" variant="light" role="status" title={words.added(activate.data.name)}>
            <PlainButton size="xs" onClick={startOver}>
              {words.invite}
            </PlainButton>
          </Alert>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (isSent) activate.mutate({ childId: phone.trim(), code: code.trim() });
              else invite.mutate(phone.trim());
            }}
          >
            <Stack gap="sm">
              <TextInput
                label={words.phone}
                type="tel"
                required
                withAsterisk={false}
                readOnly={isSent}
                value={phone}
                onChange={(event) => draft.change({ phone: event.currentTarget.value })}
              />
              {isSent && (
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
                  {isSent ? words.activate : words.send}
                </Button>
                {isSent && (
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
