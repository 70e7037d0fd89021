// Every order, searched and filtered, newest first.
import { Button, Center, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { STATUSES } from "../../../src/domain/orders/order-life.ts";
import { dayAndTime, money } from "../../parts/formats.ts";
import { SearchIcon } from "../../parts/icons.tsx";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote, Loading } from "../../parts/notice.tsx";
import { goTo, Link, usePlace } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { statusWords } from "../../words/status.ts";
import { ask } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { View } from "../frame/view.tsx";
import type { Order } from "../frame/wire.ts";

type Page = { readonly orders: readonly Order[]; readonly next: string };
const FIELDS = ["q", "status", "service_id"] as const;

export function OrdersView() {
  const words = useWords(consoleWords);
  const { query } = usePlace();
  const filter = new URLSearchParams();
  for (const field of FIELDS) if (query.get(field)) filter.set(field, query.get(field) ?? "");
  const orders = useInfiniteQuery({
    queryKey: ["asked", "orders", filter.toString()],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams(filter);
      if (pageParam) asked.set("after", pageParam);
      return ask<Page>(`/operator/v1/orders?${asked}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <View title={words.orders}>
      <Filters key={filter.get("q") ?? ""} filter={filter} />
      {orders.error && <ErrorNote error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.isPending ? <Loading /> : <Found rows={orders.data?.pages.flatMap((page) => page.orders) ?? []} />}
      {orders.hasNextPage && (
        <Center>
          <Button variant="default" loading={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </View>
  );
}

function Filters({ filter }: { readonly filter: URLSearchParams }) {
  const words = useWords(consoleWords);
  const order = useWords(consoleOrderWords);
  const statuses = useWords(statusWords);
  const [search, setSearch] = useState(filter.get("q") ?? "");
  const [service, setService] = useState(filter.get("service_id") ?? "");
  const change = (field: (typeof FIELDS)[number], text: string): void => {
    const changed = new URLSearchParams(filter);
    if (text.trim()) changed.set(field, text.trim());
    else changed.delete(field);
    goTo(`/console/orders${changed.size > 0 ? `?${changed}` : ""}`, "replace");
  };
  return (
    <Group
      component="form"
      align="flex-end"
      onSubmit={(event: { preventDefault: () => void }) => {
        event.preventDefault();
        change("q", search);
      }}
    >
      <TextInput
        label={words.search}
        placeholder={order.searchHint}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onBlur={() => change("q", search)}
        leftSection={<SearchIcon size={16} />}
        type="search"
        w={{ base: "100%", xs: 340 }}
      />
      <NativeSelect
        label={words.status}
        value={filter.get("status") ?? ""}
        onChange={(event) => change("status", event.currentTarget.value)}
        data={[
          { value: "", label: words.all },
          ...STATUSES.map((status) => ({ value: status, label: statuses.status[status] })),
        ]}
      />
      <TextInput
        label={words.service}
        placeholder="SGN-BIKE"
        value={service}
        onChange={(event) => setService(event.currentTarget.value)}
        onBlur={() => change("service_id", service)}
        w={160}
      />
    </Group>
  );
}

function Found({ rows }: { readonly rows: readonly Order[] }) {
  const words = useWords(consoleOrderWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  return (
    <DataTable
      label={common.orders}
      rows={rows}
      keyOf={(order) => order._id}
      empty={words.noOrders}
      columns={[
        {
          title: words.order,
          cell: (order) => (
            <>
              <Link href={`/console/orders/${order._id}`} fw={600}>
                {order._id}
              </Link>
              <Text size="sm" c="dimmed">
                {dayAndTime(order.create_time, language)}
              </Text>
            </>
          ),
        },
        { title: common.status, cell: (order) => <StatusBadge status={order.status} subStatus={order.sub_status} /> },
        {
          title: words.way,
          cell: (order) => (
            <Stack gap={0} maw={320}>
              <Text size="sm" truncate>
                {order.path[0]?.address}
              </Text>
              <Text size="sm" truncate>
                → {order.path.at(-1)?.address}
              </Text>
            </Stack>
          ),
        },
        { title: common.service, cell: (order) => order.service_id },
        { title: words.partner, cell: (order) => order.partner },
        { title: words.driver, cell: (order) => order.supplier_name || words.noDriver },
        { title: words.total, cell: (order) => money(order.total_fee, language), right: true },
      ]}
    />
  );
}
