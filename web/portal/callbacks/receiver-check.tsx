// How the partner's receiver copes with what every receiver meets, graded.

import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { ReceiverReport } from "../../../clients/typescript/src/api.ts";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, Heading, PlainButton, Strong } from "../../parts/looks/kinds.tsx";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { useEndpointChange } from "./endpoint-queries.ts";

const COLORS = { pass: "green", warn: "yellow", fail: "red", skipped: "gray" } as const;

export function ReceiverCheck() {
  const words = useWords(portalCallbacksWords);
  const check = useEndpointChange(() => ask("checkReceiver", { body: {} }));
  return (
    <Paper withBorder p="md" component="section" aria-label={words.check}>
      <Stack gap="sm">
        <Heading>{words.check}</Heading>
        <Text c="dimmed">{words.checkText}</Text>
        <Group>
          <PlainButton loading={check.isPending} onClick={() => check.mutate(undefined)}>
            {words.runCheck}
          </PlainButton>
        </Group>
        {check.error && <ErrorNote error={check.error} />}
        {check.data && <Report report={check.data} />}
      </Stack>
    </Paper>
  );
}

function Report({ report }: { readonly report: ReceiverReport }) {
  const words = useWords(portalCallbacksWords);
  return (
    <Stack gap="md" role="status">
      <Group gap="sm" align="baseline">
        <Text c="dimmed">{words.grade}</Text>
        <Text fz={40} fw={700} lh={1} data-testid="grade">
          {report.grade}
        </Text>
      </Group>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
        {report.checks.map((check) => (
          <Check key={check.check} check={check} />
        ))}
      </Stack>
    </Stack>
  );
}

function Check({ check }: { readonly check: ReceiverReport["checks"][number] }) {
  const { words, language } = useSpoken(portalCallbacksWords);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">{check.sent[language]}</Text>
        <Badge variant="light" color={COLORS[check.result]} c="var(--mantine-color-text)" tt="none" miw="max-content">
          {words.results[check.result]}
        </Badge>
      </Group>
      {check.answered.length > 0 && (
        <Fine>
          {words.whatCame}: {check.answered.join(", ")}
        </Fine>
      )}
      {check.advice && <Strong>{check.advice[language]}</Strong>}
    </li>
  );
}
