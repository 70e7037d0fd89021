// What the account holds, what is held for orders under way, and every movement of its wallets.

import { Card, Center, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { CALLS, type StatementLine } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { fullTime, money } from "../../parts/formats.ts";
import { DownloadIcon } from "../../parts/icons.tsx";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { KeptSince } from "../../parts/loading/kept-since.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { journalWords } from "../../words/journals.ts";
import { portalMoneyWords } from "../../words/portal/money.ts";
import { ask, PORTAL_HEADER } from "../ask.ts";
import { View } from "../view.tsx";

const REFRESH_MS = 15_000;
const EXPORT_LINES = "1000";

export function MoneyView() {
  const words = useWords(portalMoneyWords);
  return (
    <View title={words.title} text={words.text}>
      <Wallets />
      <Statement />
    </View>
  );
}

function Wallets() {
  const { words, language } = useSpoken(portalMoneyWords);
  const { data, error, refetch } = useQuery({
    queryKey: ["own-account"],
    queryFn: ({ signal }) => ask("getOwnAccount", { query: {} }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Loading />;
  const facts = [
    [words.available, data.available],
    [words.main, data.main],
    [words.bonus, data.bonus],
    [words.held, data.held],
    [words.codOwed, data.cod_owed],
    ...(data.credit_limit > 0 ? ([[words.creditLimit, data.credit_limit]] as const) : []),
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={words.wallets}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 5 }} m={0}>
        {facts.map(([label, amount]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={600} size="lg">
              {money(amount, language)}
              {label === words.held && amount > 0 && (
                <Link href="/portal/orders?outcome=OPEN" size="sm" display="block">
                  {words.heldFor}
                </Link>
              )}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

function Statement() {
  const words = useWords(portalMoneyWords);
  const statement = useInfiniteQuery({
    queryKey: ["own-statement"],
    queryFn: ({ pageParam, signal }) => ask("getOwnStatement", { query: { next: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    refetchInterval: REFRESH_MS,
  });
  const csv = useMutation({
    mutationFn: async () => {
      const query = { format: "csv", limit: EXPORT_LINES } as const;
      saveFile(
        await callForFile(addressOf(CALLS.getOwnStatement, { query }), { headers: PORTAL_HEADER }),
        "giao-statement.csv",
      );
    },
  });
  const lines = statement.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Stack gap="md" component="section" aria-label={words.statement}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {words.statement}
        </Title>
        <PlainButton leftSection={<DownloadIcon size={18} />} loading={csv.isPending} onClick={() => csv.mutate()}>
          {words.export}
        </PlainButton>
      </Group>
      {csv.error && <ErrorNote error={csv.error} onRetry={() => csv.mutate()} />}
      {statement.error && <ErrorNote error={statement.error} onRetry={() => void statement.refetch()} />}
      {statement.isPending ? <Loading /> : <Lines lines={lines} />}
      {!statement.hasNextPage && <KeptSince pages={statement.data?.pages} />}
      {statement.hasNextPage && (
        <Center>
          <PlainButton loading={statement.isFetchingNextPage} onClick={() => void statement.fetchNextPage()}>
            {words.more}
          </PlainButton>
        </Center>
      )}
    </Stack>
  );
}

function Lines({ lines }: { readonly lines: readonly StatementLine[] }) {
  const { words, language } = useSpoken(portalMoneyWords);
  if (lines.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <>
      <Table visibleFrom="md" verticalSpacing="xs" aria-label={words.statement}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.time}</Table.Th>
            <Table.Th>{words.kind}</Table.Th>
            <Table.Th>{words.wallet}</Table.Th>
            <Table.Th>{words.order}</Table.Th>
            <Table.Th ta="right">{words.amount}</Table.Th>
            <Table.Th ta="right">{words.balance}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>{fullTime(line.time, language)}</Table.Td>
              <Table.Td>
                <Kind line={line} />
              </Table.Td>
              <Table.Td>{words.walletNames[line.wallet] ?? line.wallet}</Table.Td>
              <Table.Td>
                <OrderOf line={line} />
              </Table.Td>
              <Table.Td ta="right">{money(line.amount, language)}</Table.Td>
              <Table.Td ta="right">{money(line.balance, language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Stack hiddenFrom="md" gap="sm">
        {lines.map((line) => (
          <Card key={line.id} withBorder padding="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Kind line={line} />
                <Quiet>{`${fullTime(line.time, language)} · ${words.walletNames[line.wallet] ?? line.wallet}`}</Quiet>
                <OrderOf line={line} />
              </div>
              <Text fw={600} style={{ whiteSpace: "nowrap" }}>
                {money(line.amount, language)}
              </Text>
            </Group>
          </Card>
        ))}
      </Stack>
    </>
  );
}

function Kind({ line }: { readonly line: StatementLine }) {
  const kinds = useWords(journalWords);
  return (
    <>
      <Text>{kinds[line.kind] ?? line.kind}</Text>
      {line.reference && <Quiet>{line.reference}</Quiet>}
    </>
  );
}

function OrderOf({ line }: { readonly line: StatementLine }) {
  return line.order_id ? <Link href={`/portal/orders/${line.order_id}`}>{line.order_id}</Link> : null;
}
