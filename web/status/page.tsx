// For partners: whether the platform is up or delayed, and since when. Looks again by itself.
import "../parts/small-styles.ts";
import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../parts/ask.ts";
import { call } from "../parts/call.ts";
import { fullTime } from "../parts/formats.ts";
import { Frame } from "../parts/frame.tsx";
import { usePageTitle, useSpoken } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { PageTitle, Quiet } from "../parts/looks/kinds.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { statusPageWords } from "../words/public/status-page.ts";

type PlatformStatus = Answer<"seeStatus">;

const REFRESH_MS = 15_000;
const COLORS = { up: "green", delayed: "yellow", down: "red" } as const;

function Status() {
  const { words } = useSpoken(statusPageWords);
  usePageTitle(words.title);
  const { data, error, refetch } = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => call<PlatformStatus>("/status/v1/state", { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Frame>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Parts status={data} />}
    </Frame>
  );
}

function Parts({ status }: { readonly status: PlatformStatus }) {
  const { words, language } = useSpoken(statusPageWords);
  return (
    <Stack gap="lg" maw={640} mx="auto" py="xl">
      <div role="status">
        <PageTitle>{words.all[status.state] ?? status.state}</PageTitle>
      </div>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {status.parts.map(({ part, state, since }) => (
          <Paper key={part} withBorder p="md" component="li">
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{words.parts[part] ?? part}</Text>
                {since > 0 && <Quiet>{words.since(fullTime(since, language))}</Quiet>}
              </div>
              <Badge variant="light" color={COLORS[state]} c="var(--mantine-color-text)" tt="none" flex="none">
                {words.states[state] ?? state}
              </Badge>
            </Group>
          </Paper>
        ))}
      </Stack>
      <Quiet>{words.lookedAt(fullTime(status.time, language))}</Quiet>
    </Stack>
  );
}

openPage(
  <Queries>
    <Status />
  </Queries>,
);
