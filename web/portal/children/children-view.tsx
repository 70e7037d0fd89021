// The parent's child accounts: seen, invited, let go.

import { Badge, Grid, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../../clients/typescript/src/api.ts";
import { fullTime } from "../../parts/formats.ts";
import { PeopleIcon } from "../../parts/icons.tsx";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { portalChildrenWords } from "../../words/portal/children.ts";
import { ask } from "../ask.ts";
import { CHILDREN_KEY, useChildrenQuery } from "../choices.ts";
import { useIsParent } from "../session.ts";
import { SureButton } from "../sure-button.tsx";
import { View } from "../view.tsx";
import { InviteChild } from "./invite-child.tsx";

export function ChildrenView() {
  const words = useWords(portalChildrenWords);
  const { data: children, error, refetch } = useChildrenQuery(useIsParent());
  return (
    <View title={words.title} text={words.text}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {!children && !error && <Loading />}
          {children?.length === 0 && (
            <Paper withBorder>
              <Notice title={words.emptyTitle} text={words.emptyText} icon={<PeopleIcon size={40} />} />
            </Paper>
          )}
          {children && children.length > 0 && (
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label={words.children}>
              {children.map((child) => (
                <ChildCard key={child._id} child={child} />
              ))}
            </Stack>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <InviteChild />
        </Grid.Col>
      </Grid>
    </View>
  );
}

function ChildCard({ child }: { readonly child: Account }) {
  const { words, language } = useSpoken(portalChildrenWords);
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{child.name}</Text>
            <Badge
              variant="light"
              color={child.account_status === "ACTIVATED" ? "green" : "gray"}
              c="var(--mantine-color-text)"
              tt="none"
            >
              {words.statuses[child.account_status] ?? child.account_status}
            </Badge>
          </Group>
          <Text size="sm">{child._id}</Text>
          <Quiet>
            {words.since} {fullTime(child.create_time, language)}
          </Quiet>
        </div>
        <Group gap="sm">
          <Link href={`/portal/orders?account=${child._id}`} size="sm">
            {words.orders}
          </Link>
          <RemoveChild child={child} />
        </Group>
      </Group>
    </Paper>
  );
}

function RemoveChild({ child }: { readonly child: Account }) {
  const words = useWords(portalChildrenWords);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => ask("removeChild", { params: { child_id: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHILDREN_KEY }),
  });
  return (
    <SureButton
      label={words.remove}
      look={{ size: "xs", variant: "default" }}
      title={words.removeTitle(child.name)}
      keep={words.keep}
      change={remove}
      given={child._id}
    >
      <Text>{words.removeText}</Text>
    </SureButton>
  );
}
