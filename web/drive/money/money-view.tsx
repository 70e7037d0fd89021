// What today has brought, what is in the wallet, and every line that moved it.

import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { dayAndTime, money } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { KeptSince } from "../../parts/loading/kept-since.tsx";
import { Fine, PlainButton, Quiet, SmallHeading } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import type { AskAsDriver } from "../ask.ts";
import styles from "../page.module.css";
import { WeekView } from "./week-view.tsx";

type Props = { readonly call: AskAsDriver; readonly zone: string | undefined };

export function MoneyView({ call, zone }: Props) {
  const { words, language } = useSpoken(driveWords);
  const wallet = useQuery({ queryKey: ["drive", "wallet"], queryFn: () => call("getWallet", {}) });
  const statement = useInfiniteQuery({
    queryKey: ["drive", "statement"],
    queryFn: ({ pageParam }) => call("getStatement", { query: { after: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
  const lines = statement.data?.pages.flatMap((page) => page.lines);
  const again = wallet.error && <ErrorNote error={wallet.error} onRetry={() => void wallet.refetch()} />;
  if (!wallet.data) return again ?? <Loading />;
  const { today, wallet: balance, promised, cod_in_hand } = wallet.data;
  return (
    <Stack>
      {again}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Card withBorder>
          <SmallHeading>{words.today}</SmallHeading>
          <div className={styles.big}>{money(today.earnings, language)}</div>
          <Quiet>{words.todayOrders(today.orders)}</Quiet>
        </Card>
        <Card withBorder>
          <SmallHeading>{words.wallet}</SmallHeading>
          <div className={styles.big}>{money(balance, language)}</div>
          <Fact name={words.promised} amount={money(promised, language)} />
          <Fact name={words.codInHand} amount={money(cod_in_hand, language)} />
        </Card>
      </SimpleGrid>
      <WeekView call={call} zone={zone} />
      <Card withBorder>
        <SmallHeading mb="sm">{words.statement}</SmallHeading>
        {statement.isPending && <Loading />}
        {statement.error && <ErrorNote error={statement.error} onRetry={() => void statement.refetch()} />}
        {lines?.length === 0 && <Text c="dimmed">{words.noLines}</Text>}
        <Stack gap="xs">
          {lines?.map((line) => (
            <Group key={line.id} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm">
                  {words.kinds[line.kind] ?? line.kind} {line.order_id}
                </Text>
                <Fine>
                  {dayAndTime(line.time, language, zone)} · {words.balanceAfter(money(line.balance, language))}
                </Fine>
              </div>
              <Text fw={600} style={{ whiteSpace: "nowrap" }}>
                {line.amount > 0 ? "+" : ""}
                {money(line.amount, language)}
              </Text>
            </Group>
          ))}
        </Stack>
        {!statement.hasNextPage && <KeptSince pages={statement.data?.pages} />}
        {statement.hasNextPage && (
          <PlainButton
            mt="md"
            fullWidth
            loading={statement.isFetchingNextPage}
            onClick={() => void statement.fetchNextPage()}
          >
            {words.earlier}
          </PlainButton>
        )}
      </Card>
    </Stack>
  );
}

function Fact({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Quiet>{name}</Quiet>
      <Text size="sm">{amount}</Text>
    </Group>
  );
}
