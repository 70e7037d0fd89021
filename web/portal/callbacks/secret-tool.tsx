// A new signing secret, shown once.
import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import { CodeBlock } from "../../parts/code-block.tsx";
import { fullTime } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton } from "../../parts/looks/kinds.tsx";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { useEndpointChange } from "./endpoint-queries.ts";

export function SecretTool() {
  const { words, language } = useSpoken(portalCallbacksWords);
  const rotate = useEndpointChange(() => ask("rotateCallbackSecret", {}));
  return (
    <Paper withBorder p="md" component="section" aria-label={words.rotate}>
      <Stack gap="sm">
        <Heading>{words.rotate}</Heading>
        <Text c="dimmed">{words.rotateText}</Text>
        {!rotate.data && (
          <Group>
            <PlainButton loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {words.rotateNow}
            </PlainButton>
          </Group>
        )}
        {rotate.error && <ErrorNote error={rotate.error} />}
        {rotate.data && (
          <Alert color="cyan" variant="light" role="status" title={words.newSecret}>
            <CodeBlock text={rotate.data.callback_secret} label={words.newSecret} />
            <Text size="sm" mt="xs">
              {words.oldUntil(fullTime(rotate.data.old_secret_end_time, language))}
            </Text>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
