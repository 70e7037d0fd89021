// What every view of the console is made of: a heading with its buttons, panels, facts, and data once it is there.
import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePageTitle } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PageTitle, Quiet } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";

type ViewProps = { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode };

export function View({ title, actions, children }: ViewProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{title}</PageTitle>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

type PanelProps = { readonly title: string; readonly note?: string; readonly children?: ReactNode };

export function Panel({ title, note, children }: PanelProps) {
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={title}>
      <Heading mb={note ? 4 : "sm"}>{title}</Heading>
      {note && <Quiet mb="sm">{note}</Quiet>}
      {children}
    </Paper>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

export function Facts({ facts, cols = 2 }: { readonly facts: readonly Fact[]; readonly cols?: number }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: cols }} spacing="sm" m={0}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

type ShownProps<Data> = { readonly query: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode };

// What was read stays when it cannot be read again, but nobody takes it for what is so now.
export function Shown<Data>({ query, children }: ShownProps<Data>) {
  return (
    <>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === undefined ? !query.error && <Loading /> : children(query.data)}
    </>
  );
}
