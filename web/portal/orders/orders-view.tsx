// The order history of the account and its children: filtered, searched, exported.

import { Button, Center, Group, Skeleton, Stack } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type OrderRow, PORTAL_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { isoDay } from "../../parts/formats.ts";
import { BoxIcon, DownloadIcon, PlusIcon } from "../../parts/icons.tsx";
import { type Language, usePageTitle, useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PageTitle, PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { Notice } from "../../parts/notice.tsx";
import { goTo, usePlace } from "../../parts/router.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { portalOrdersWords } from "../../words/portal-orders.ts";
import { ask, PORTAL_HEADER } from "../ask.ts";
import { useMay } from "../session.ts";
import { isFiltered, type OrderFilter, readFilter, serverQuery, writeFilter } from "./order-filter.ts";
import { OrderFilters } from "./order-filters.tsx";
import { OrderList } from "./order-list.tsx";

const REFRESH_MS = 10_000;

export function OrdersView() {
  const { words, language } = useSpoken(portalOrdersWords);
  const { query } = usePlace();
  const filter = readFilter(query);
  const orders = useOrders(filter);
  const csv = useMutation({ mutationFn: () => exportCsv(filter, language) });
  const mayOrder = useMay("orders");
  usePageTitle(words.title);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{words.title}</PageTitle>
        <Group gap="sm">
          <PlainButton leftSection={<DownloadIcon size={18} />} loading={csv.isPending} onClick={() => csv.mutate()}>
            {words.export}
          </PlainButton>
          {mayOrder && (
            <Button leftSection={<PlusIcon size={18} />} onClick={() => goTo("/portal/new-order")}>
              {words.newOrder}
            </Button>
          )}
        </Group>
      </Group>
      <OrderFilters filter={filter} onChange={(changed) => goTo(writeFilter(changed), "replace")} />
      {csv.error && <ErrorNote error={csv.error} onRetry={() => csv.mutate()} />}
      {orders.error && <ErrorNote error={orders.error} onRetry={() => void orders.refetch()} />}
      <Found orders={orders} filter={filter} />
    </Stack>
  );
}

function useOrders(filter: OrderFilter) {
  const asked = serverQuery(filter);
  return useInfiniteQuery({
    queryKey: ["orders", asked],
    queryFn: ({ pageParam, signal }) => ask("listHistory", { query: { ...asked, after: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => (page.next === "" ? undefined : page.next),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

type FoundProps = { readonly orders: ReturnType<typeof useOrders>; readonly filter: OrderFilter };

function Found({ orders, filter }: FoundProps) {
  const words = useWords(portalOrdersWords);
  const mayOrder = useMay("orders");
  if (orders.isPending) return <Waiting />;
  const rows: readonly OrderRow[] = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  if (rows.length === 0 && !orders.error) {
    return isFiltered(filter) ? (
      <Notice title={words.noneTitle} text={words.noneText} icon={<BoxIcon size={40} />} />
    ) : (
      <Notice
        title={words.emptyTitle}
        text={words.emptyText}
        icon={<BoxIcon size={40} />}
        {...(mayOrder ? { action: { label: words.newOrder, onClick: () => goTo("/portal/new-order") } } : {})}
      />
    );
  }
  return (
    <Stack gap="md" aria-busy={orders.isPlaceholderData}>
      <OrderList orders={rows} />
      <Center>
        {orders.hasNextPage ? (
          <PlainButton loading={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {words.more}
          </PlainButton>
        ) : (
          <Quiet>{words.showing(rows.length)}</Quiet>
        )}
      </Center>
    </Stack>
  );
}

function Waiting() {
  const words = useWords(portalOrdersWords);
  return (
    <Stack gap="sm" role="status" aria-label={words.title}>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} h={64} />
      ))}
    </Stack>
  );
}

// The orders that are looked at, as a file. Fetched and not linked to: the cookie counts only beside the page's own header.
async function exportCsv(filter: OrderFilter, language: Language): Promise<void> {
  const path = addressOf(PORTAL_CALLS.exportHistory, { query: { ...serverQuery(filter), lang: language } });
  saveFile(await callForFile(path, { headers: PORTAL_HEADER }), `giao-orders-${isoDay(new Date())}.csv`);
}
