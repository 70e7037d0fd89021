// The parent's child accounts: seen, invited, let go.
import { Badge, Button, Grid, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fullTime } from "../../parts/formats.ts";
import { PeopleIcon } from "../../parts/icons.tsx";
import { useLanguage, usePageTitle, useWords } from "../../parts/language.tsx";
import { ErrorNote, Loading, Notice } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { portalChildrenWords } from "../../words/portal-children.ts";
import { ask } from "../ask.ts";
import { CHILDREN_KEY, useChildrenQuery } from "../choices.ts";
import { useIsParent } from "../session.tsx";
import type { Child } from "../wire.ts";
import { InviteChild } from "./invite-child.tsx";

export function ChildrenView() {
  const words = useWords(portalChildrenWords);
  const { data: children, error, refetch } = useChildrenQuery(useIsParent());
  usePageTitle(words.title);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {words.title}
        </Title>
        <Text c="dimmed">{words.text}</Text>
      </div>
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
    </Stack>
  );
}

function ChildCard({ child }: { readonly child: Child }) {
  const words = useWords(portalChildrenWords);
  const { language } = useLanguage();
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
          <Text size="sm" c="dimmed">
            {words.since} {fullTime(child.create_time, language)}
          </Text>
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

function RemoveChild({ child }: { readonly child: Child }) {
  const words = useWords(portalChildrenWords);
  const client = useQueryClient();
  const [isOpen, dialog] = useDisclosure(false);
  const remove = useMutation({
    mutationFn: () => ask(`/v3/accounts/childs/${child._id}`, { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: CHILDREN_KEY }),
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {words.remove}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={words.removeTitle(child.name)} centered>
        <Stack>
          <Text>{words.removeText}</Text>
          {remove.error && <ErrorNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {words.keep}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.remove}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
