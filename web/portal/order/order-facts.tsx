// What else is known of an order, as pairs.

import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { distance, fullTime, money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { paymentWords } from "../../words/payment.ts";
import { portalOrderWords } from "../../words/portal-order.ts";

export function OrderFacts({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const payments = useWords(paymentWords);
  const { language } = useLanguage();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.driver, order.supplier_id === "" ? words.noDriver : <DriverFact key="driver" order={order} />],
    [words.service, order.service_id],
    [words.total, money(order.total_fee, language)],
    [words.payment, payments[order.payment_method] ?? order.payment_method],
    [words.distance, distance(order.distance * 1000, language)],
    [words.account, `${order.user_name} (${order.user_id})`],
    [words.created, fullTime(order.create_time, language)],
    ...(order.idle_until > 0 ? ([[words.scheduled, fullTime(order.order_time, language)]] as const) : []),
    ...(order.remarks === "" ? [] : ([[words.remarks, order.remarks]] as const)),
  ];
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" m={0}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
              {fact}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

function DriverFact({ order }: { readonly order: Order }) {
  return (
    <>
      {order.supplier_name}
      <br />
      <span style={{ whiteSpace: "nowrap" }}>{order.plate_number}</span> · {order.supplier_id}
    </>
  );
}
