// Every order, searched and filtered, newest first.

import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { STATUSES } from "../../../src/domain/orders/order-life.ts";
import { OUTCOMES } from "../../../src/domain/orders/outcome.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime, money } from "../../parts/formats.ts";
import { TypedField } from "../../parts/forms/typed-field.tsx";
import { SearchIcon } from "../../parts/icons.tsx";
import { useWords } from "../../parts/language.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { goTo, Link, usePlace } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { statusWords } from "../../words/status.ts";
import { useCityZone } from "../frame/city-choice.tsx";
import { Pages } from "../frame/pages.tsx";
import { useServiceName } from "../frame/service-name.ts";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

// The last three come from figures, which show the orders behind them.
const FIELDS = ["q", "partner_id", "outcome", "status", "service_id", "city_id", "from_time", "to_time"] as const;

export function OrdersView() {
  const words = useWords(consoleWords);
  const { query } = usePlace();
  const filter = new URLSearchParams();
  for (const field of FIELDS) if (query.get(field)) filter.set(field, query.get(field) ?? "");
  return (
    <View title={words.orders}>
      <Filters filter={filter} />
      <Pages of="searchOrders" input={{ query: asked(filter) }}>
        {(pages) => (
          <Found
            rows={pages.flatMap((page) => page.orders)}
            isOfAnyPartner={!filter.get("partner_id")}
            isSearch={filter.has("q")}
          />
        )}
      </Pages>
    </View>
  );
}

// A partner narrows a search, and lets it look for words, or what was made within some time.
function asked(filter: URLSearchParams): Record<string, string> {
  const { partner_id, ...query } = Object.fromEntries(filter);
  return partner_id && (query.q || query.from_time) ? { ...query, partner_id } : query;
}

function Filters({ filter }: { readonly filter: URLSearchParams }) {
  const words = useWords(consoleWords);
  const order = useWords(consoleOrderWords);
  const statuses = useWords(statusWords);
  const change = (field: (typeof FIELDS)[number], text: string): void => {
    const changed = new URLSearchParams(filter);
    if (text) changed.set(field, text);
    else changed.delete(field);
    goTo(`/console/orders${changed.size > 0 ? `?${changed}` : ""}`, "replace");
  };
  return (
    <Group align="flex-end">
      <TypedField
        label={words.search}
        placeholder={order.searchHint}
        inForce={filter.get("q") ?? ""}
        onDone={(text) => change("q", text)}
        leftSection={<SearchIcon size={16} />}
        type="search"
        w={{ base: "100%", xs: 340 }}
      />
      <TypedField
        label={order.partner}
        placeholder="demo"
        inForce={filter.get("partner_id") ?? ""}
        onDone={(text) => change("partner_id", text)}
        w={140}
      />
      <NativeSelect
        label={order.outcome}
        value={filter.get("outcome") ?? ""}
        onChange={(event) => change("outcome", event.currentTarget.value)}
        data={[
          { value: "", label: words.all },
          ...OUTCOMES.map((outcome) => ({ value: outcome, label: statuses.outcome[outcome] })),
        ]}
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
      <TypedField
        label={words.service}
        placeholder="SGN-BIKE"
        inForce={filter.get("service_id") ?? ""}
        onDone={(text) => change("service_id", text)}
        w={160}
      />
      <Made filter={filter} />
    </Group>
  );
}

// When they were made, and where: as a link elsewhere asked for.
function Made({ filter }: { readonly filter: URLSearchParams }) {
  const { words, language } = useConsole(consoleOrderWords);
  const zoneOf = useCityZone();
  const city = filter.get("city_id") ?? "";
  const [from, to] = [filter.get("from_time"), filter.get("to_time")];
  if (!from || !to) return null;
  const left = new URLSearchParams(filter);
  for (const name of ["city_id", "from_time", "to_time"]) left.delete(name);
  const at = (seconds: number): string => dayAndTime(seconds, language, zoneOf(city));
  return (
    <Quiet pb={8}>
      {words.madeWithin(at(Number(from)), at(Number(to) + 1), city)}{" "}
      <Link underline="always" href={`/console/orders${left.size > 0 ? `?${left}` : ""}`}>
        {words.showAll}
      </Link>
    </Quiet>
  );
}

type FoundProps = { readonly rows: readonly Order[]; readonly isSearch: boolean; readonly isOfAnyPartner: boolean };

function Found({ rows, isSearch, isOfAnyPartner }: FoundProps) {
  const serviceName = useServiceName();
  const zoneOf = useCityZone();
  const { words, common, language } = useConsole(consoleOrderWords);
  return (
    <DataTable
      label={common.orders}
      rows={rows}
      keyOf={(order) => order._id}
      empty={isSearch && isOfAnyPartner ? words.noOrdersOfAnyPartner : words.noOrders}
      columns={[
        {
          title: words.order,
          cell: (order) => (
            <>
              <Link href={`/console/orders/${order._id}`} fw={600}>
                {order._id}
              </Link>
              <Quiet>{dayAndTime(order.create_time, language, zoneOf(order.city_id))}</Quiet>
            </>
          ),
        },
        { title: common.status, cell: (order) => <StatusBadge order={order} /> },
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
        { title: common.service, cell: (order) => serviceName(order.service_id) },
        { title: words.partner, cell: (order) => order.partner },
        {
          title: words.driver,
          cell: (order) => order.supplier_name || (order.outcome === "OPEN" ? words.noDriver : "–"),
        },
        { title: words.total, cell: (order) => money(order.total_fee, language), right: true },
      ]}
    />
  );
}
