// A driver's weekly statement: orders, earnings, commission, COD and payouts, to read and to print.
import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayAfter } from "../../../src/domain/joining/documents.ts";
import { dayAndTime, isoDay, money, writtenDay } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton, Quiet, SmallHeading } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import type { AskAsDriver } from "../ask.ts";
import styles from "../page.module.css";

type Props = { readonly call: AskAsDriver; readonly zone: string | undefined };

export function WeekView({ call, zone }: Props) {
  const { words, language } = useSpoken(driveWords);
  const today = isoDay(new Date(), zone);
  const [day, setDay] = useState(today);
  const asked = useQuery({ queryKey: ["drive", "week", day], queryFn: () => call("getWeek", { params: { day } }) });
  const week = asked.data;
  return (
    <Card withBorder component="section" aria-label={words.weekly} className={styles.printed ?? ""}>
      <Group justify="space-between" mb="sm">
        <SmallHeading>{week ? words.weekTitle(writtenDay(week.monday, language)) : words.weekly}</SmallHeading>
        <Group gap="xs" className={styles.notPrinted ?? ""}>
          <PlainButton onClick={() => setDay(dayAfter(day, -7))}>{words.weekBefore}</PlainButton>
          <PlainButton disabled={day >= today} onClick={() => setDay(dayAfter(day, 7))}>
            {words.weekAfter}
          </PlainButton>
          <PlainButton disabled={!week} onClick={() => window.print()}>
            {words.print}
          </PlainButton>
        </Group>
      </Group>
      {asked.error && <ErrorNote error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <Loading />}
      {week && (
        <Stack>
          <Quiet>
            {week.name} · {week.mobile}
          </Quiet>
          <SimpleGrid cols={{ base: 1, xs: 2 }} component="dl" m={0}>
            <Fact name={words.weekOrders} shown={String(week.order_count)} />
            <Fact name={words.weekEarnings} shown={money(week.earnings, language)} />
            <Fact name={words.weekCommission} shown={money(week.commission, language)} />
            <Fact name={words.weekCash} shown={money(week.cash, language)} />
            <Fact name={words.weekCod} shown={money(week.cod, language)} />
          </SimpleGrid>
          <dl>
            <Fact name={words.walletBefore} shown={money(week.wallet_before, language)} />
            {week.moves.map(({ kind, amount, count }) => (
              <Fact key={kind} name={`${words.kinds[kind] ?? kind} (${count})`} shown={money(amount, language)} />
            ))}
            <Fact name={words.walletAfter} shown={money(week.wallet_after, language)} />
          </dl>
          {week.orders.length === 0 ? (
            <Text c="dimmed">{words.noOrders}</Text>
          ) : (
            <dl>
              {week.orders.map((order) => (
                <Fact
                  key={order.order_id}
                  name={`${order.order_id} · ${dayAndTime(order.time, language, zone)}`}
                  shown={money(order.earnings, language)}
                />
              ))}
            </dl>
          )}
        </Stack>
      )}
    </Card>
  );
}

function Fact({ name, shown }: { readonly name: string; readonly shown: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm">
        {shown}
      </Text>
    </Group>
  );
}
