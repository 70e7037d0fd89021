// The open orders of a city beside its map: filtered, chosen with a mouse or a keyboard, and given to a driver, one or several at once.

import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { memo, useMemo, useState } from "react";
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { ONGOING_STATUSES } from "../../../src/domain/orders/order-life.ts";
import { clockTime } from "../../parts/formats.ts";
import { SearchIcon } from "../../parts/icons.tsx";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { consoleBoardWords } from "../../words/console/board.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { statusWords } from "../../words/status.ts";
import { useServiceName } from "../frame/service-name.ts";
import { Panel } from "../frame/view.tsx";
import styles from "./board-list.module.css";

type Order = LiveCity["orders"][number];
type Props = { readonly live: LiveCity; readonly onAssign: (orderIds: readonly string[]) => void };

const SHOWN_MAX = 60;

export function BoardList({ live, onAssign }: Props) {
  const words = useWords(consoleBoardWords);
  const common = useWords(consoleWords);
  const { openOrders, nothingOpen } = useWords(consoleOrderWords);
  const { status: statusName } = useWords(statusWords);
  const [status, setStatus] = useState("");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => filtered(live.orders, status, text), [live.orders, status, text]);
  // What somebody has taken meanwhile cannot be given any more.
  const given = useMemo(
    () => live.orders.filter((order) => order.status === "ASSIGNING" && chosen.has(order.order_id)),
    [live.orders, chosen],
  );
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Panel title={openOrders}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <NativeSelect
            label={common.status}
            w={150}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value)}
            data={[
              { value: "", label: common.all },
              ...ONGOING_STATUSES.map((one) => ({ value: one, label: statusName[one] })),
            ]}
          />
          <TextInput
            type="search"
            label={common.search}
            placeholder={words.boardSearch}
            leftSection={<SearchIcon size={16} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            flex={1}
          />
        </Group>
        {given.length > 0 && (
          <Button
            onClick={() => {
              onAssign(given.map(({ order_id }) => order_id));
              setChosen(new Set());
            }}
          >
            {words.assignChosen(given.length)}
          </Button>
        )}
        {found.length === 0 ? (
          <Text c="dimmed">{nothingOpen}</Text>
        ) : (
          <Rows orders={found} chosen={chosen} onChoose={choose} />
        )}
        {found.length > SHOWN_MAX && <Quiet>{words.more(found.length - SHOWN_MAX)}</Quiet>}
      </Stack>
    </Panel>
  );
}

function filtered(orders: readonly Order[], status: string, text: string): readonly Order[] {
  const wanted = text.trim().toUpperCase();
  return orders
    .filter((order) => status === "" || order.status === status)
    .filter(({ order_id, service_id, mobile }) => `${order_id} ${service_id} ${mobile}`.includes(wanted))
    .toSorted((one, other) => Number(other.status === "ASSIGNING") - Number(one.status === "ASSIGNING"));
}

type RowsProps = {
  readonly orders: readonly Order[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (id: string, isChosen: boolean) => void;
};

// Not drawn again because somebody drives.
const Rows = memo(function Rows({ orders, chosen, onChoose }: RowsProps) {
  const { openOrders } = useWords(consoleOrderWords);
  const nameOf = useServiceName();
  return (
    <ul className={styles.rows} aria-label={openOrders}>
      {orders.slice(0, SHOWN_MAX).map((order) => (
        <Row
          key={order.order_id}
          order={order}
          service={nameOf(order.service_id)}
          isChosen={chosen.has(order.order_id)}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}, areAlike);

function areAlike(one: RowsProps, other: RowsProps): boolean {
  return one.orders === other.orders && one.chosen === other.chosen;
}

type RowProps = Pick<RowsProps, "onChoose"> & {
  readonly order: Order;
  readonly service: string;
  readonly isChosen: boolean;
};

function Row({ order, service, isChosen, onChoose }: RowProps) {
  const words = useWords(consoleBoardWords);
  const { noDriver } = useWords(consoleOrderWords);
  const { language } = useLanguage();
  return (
    <li className={styles.row}>
      <Checkbox
        aria-label={words.choose(order.order_id)}
        checked={isChosen}
        disabled={order.status !== "ASSIGNING"}
        onChange={(event) => onChoose(order.order_id, event.currentTarget.checked)}
      />
      <div>
        <Group gap="xs">
          <Link href={`/console/orders/${order.order_id}`} fw={600}>
            {order.order_id}
          </Link>
          <StatusBadge order={{ ...order, outcome: "OPEN" }} />
        </Group>
        <Quiet>{[service, order.mobile || noDriver, clockTime(order.create_time, language)].join(" · ")}</Quiet>
      </div>
    </li>
  );
}
