// One sample event, and what the partner's server said to it.

import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import type { Answer } from "../../parts/ask.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton } from "../../parts/looks/kinds.tsx";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { useEndpointChange } from "./endpoint-queries.ts";

type TestAnswer = Answer<"testCallback">;

export function TestCall() {
  const words = useWords(portalCallbacksWords);
  const test = useEndpointChange(() => ask("testCallback", {}));
  return (
    <Paper withBorder p="md" component="section" aria-label={words.test}>
      <Stack gap="sm">
        <Heading>{words.test}</Heading>
        <Text c="dimmed">{words.testText}</Text>
        <Group>
          <PlainButton loading={test.isPending} onClick={() => test.mutate(undefined)}>
            {words.sendTest}
          </PlainButton>
        </Group>
        {test.error && <ErrorNote error={test.error} />}
        {test.data && <TestResult answer={test.data} />}
      </Stack>
    </Paper>
  );
}

function TestResult({ answer }: { readonly answer: TestAnswer }) {
  const words = useWords(portalCallbacksWords);
  const isFine = answer.outcome === "answered" && answer.response_code >= 200 && answer.response_code < 300;
  const title =
    answer.outcome === "answered"
      ? words.answered(answer.response_code, Math.round(answer.response_time * 1000))
      : words.noAnswer(answer.error || answer.outcome);
  return (
    <Alert color={isFine ? "green" : "red"} variant="light" role="status" title={title}>
      {answer.response_text === "" ? (
        <Text size="sm">{words.emptyBody}</Text>
      ) : (
        <CodeBlock text={answer.response_text} label={words.whatCame} height={160} />
      )}
    </Alert>
  );
}
