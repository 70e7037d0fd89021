// How the endpoint fares: what waits, what was given up, and sending that again.

import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { CallbackEndpoint } from "../../../clients/typescript/src/api.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton } from "../../parts/looks/kinds.tsx";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { useEndpointChange } from "./endpoint-queries.ts";

export function EndpointState({ endpoint }: { readonly endpoint: CallbackEndpoint }) {
  const words = useWords(portalCallbacksWords);
  const resend = useEndpointChange(() => ask("resendCallbacks", { body: { since: 0 } }));
  const summary =
    endpoint.url === "" ? words.none : endpoint.failures > 0 ? words.failing(endpoint.failures) : words.fine;
  return (
    <Paper withBorder p="md" component="section" aria-label={words.state}>
      <Stack gap="sm">
        <Heading>{words.state}</Heading>
        <Text>{summary}</Text>
        <Group gap="xs">
          <Count color={endpoint.waiting > 0 ? "yellow" : "gray"} text={words.waiting(endpoint.waiting)} />
          <Count color={endpoint.given_up > 0 ? "red" : "gray"} text={words.givenUp(endpoint.given_up)} />
        </Group>
        {endpoint.given_up > 0 && (
          <Group>
            <PlainButton size="xs" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
              {words.resendGivenUp}
            </PlainButton>
          </Group>
        )}
        {resend.data && (
          <Text size="sm" role="status">
            {words.resent(resend.data.queued)}
          </Text>
        )}
        {resend.error && <ErrorNote error={resend.error} />}
      </Stack>
    </Paper>
  );
}

function Count({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" size="lg">
      {text}
    </Badge>
  );
}
