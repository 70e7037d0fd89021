// Orders as a table, or as cards where there is no room for one.

import { Box, Card, Group, Stack, Table, Text } from "@mantine/core";
import type { OrderRow } from "../../../clients/typescript/src/api.ts";
import { dayAndTime, money } from "../../parts/formats.ts";
import { useLanguage, useSpoken, useWords } from "../../parts/language.tsx";
import { Fine, Quiet } from "../../parts/looks/kinds.tsx";
import { goTo, Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { portalOrdersWords } from "../../words/portal/orders.ts";
import { useServiceName, useServiceZone } from "../choices.ts";
import styles from "./order-list.module.css";

type Props = { readonly orders: readonly OrderRow[] };

export function OrderList({ orders }: Props) {
  return (
    <>
      <Box visibleFrom="md">
        <OrderTable orders={orders} />
      </Box>
      <Stack hiddenFrom="md" gap="sm">
        {orders.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </Stack>
    </>
  );
}

function OrderTable({ orders }: Props) {
  const words = useWords(portalOrdersWords);
  const nameOf = useServiceName();
  const { language } = useLanguage();
  const zoneOf = useServiceZone();
  return (
    <Table verticalSpacing="sm" highlightOnHover aria-label={words.ordersOf}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.order}</Table.Th>
          <Table.Th>{words.status}</Table.Th>
          <Table.Th>{words.way}</Table.Th>
          <Table.Th>{words.service}</Table.Th>
          <Table.Th>{words.driver}</Table.Th>
          <Table.Th ta="right">{words.total}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          // The whole row is a large target for a mouse; a keyboard has the link.
          <Table.Tr key={order._id} className={styles.row ?? ""} onClick={() => goTo(addressOf(order))}>
            <Table.Td>
              <OrderLink order={order} />
              <Quiet>{dayAndTime(order.create_time, language, zoneOf(order.service_id))}</Quiet>
            </Table.Td>
            <Table.Td>
              <StatusBadge order={order} />
            </Table.Td>
            <Table.Td maw={320}>
              <Way order={order} />
            </Table.Td>
            <Table.Td>
              <Text size="sm">{nameOf(order.service_id)}</Text>
              <Fine>{order.service_id}</Fine>
            </Table.Td>
            <Table.Td>
              <Driver order={order} />
            </Table.Td>
            <Table.Td ta="right" className={styles.figures ?? ""}>
              <Fees order={order} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function OrderCard({ order }: { readonly order: OrderRow }) {
  const nameOf = useServiceName();
  const { language } = useLanguage();
  const zoneOf = useServiceZone();
  return (
    <Card withBorder padding="sm" className={styles.row ?? ""} onClick={() => goTo(addressOf(order))}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <OrderLink order={order} />
          <Quiet>
            {dayAndTime(order.create_time, language, zoneOf(order.service_id))} · {nameOf(order.service_id)}
          </Quiet>
        </div>
        <Box ta="right" className={styles.figures ?? ""}>
          <Fees order={order} />
        </Box>
      </Group>
      <Box my="xs">
        <Way order={order} />
      </Box>
      <Group justify="space-between">
        <StatusBadge order={order} />
        <Driver order={order} />
      </Group>
    </Card>
  );
}

function OrderLink({ order }: { readonly order: OrderRow }) {
  return (
    <Box onClick={(event) => event.stopPropagation()} className={styles.link ?? ""}>
      <Link href={addressOf(order)} fw={600}>
        {order._id}
      </Link>
    </Box>
  );
}

function Way({ order }: { readonly order: OrderRow }) {
  const words = useWords(portalOrdersWords);
  const [pickup, ...deliveries] = order.path;
  const last = deliveries.at(-1);
  const numbers = order.path.flatMap((point) => point.tracking_number ?? []);
  return (
    <>
      <Text size="sm" truncate title={pickup?.address ?? ""}>
        {pickup?.address}
      </Text>
      <Text size="sm" truncate title={last?.address ?? ""}>
        → {last?.address}
      </Text>
      {(deliveries.length > 1 || numbers.length > 0) && (
        <Fine truncate>
          {[deliveries.length > 1 ? words.moreStops(deliveries.length) : "", ...numbers]
            .filter((part) => part !== "")
            .join(" · ")}
        </Fine>
      )}
    </>
  );
}

function Driver({ order }: { readonly order: OrderRow }) {
  const words = useWords(portalOrdersWords);
  if (order.supplier_id === "") {
    return <Quiet>{order.status === "CANCELLED" ? "–" : words.noDriver}</Quiet>;
  }
  return (
    <div>
      <Text size="sm">{order.supplier_name}</Text>
      <Fine>{order.plate_number}</Fine>
    </div>
  );
}

function Fees({ order }: { readonly order: OrderRow }) {
  const { words, language } = useSpoken(portalOrdersWords);
  return (
    <>
      <Text fw={600}>{money(order.total_fee, language)}</Text>
      {order.cod > 0 && (
        <Fine>
          {words.cod} {money(order.cod, language)}
        </Fine>
      )}
    </>
  );
}

function addressOf(order: OrderRow): string {
  return `/portal/orders/${order._id}`;
}
