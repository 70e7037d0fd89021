// One order, whole.

import { Alert, Badge, CopyButton, Grid, Group, Paper, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { Order, PathPoint } from "../../../clients/typescript/src/api.ts";
import { commentIn } from "../../../src/domain/orders/cancel-reasons.ts";
import { allowedEvents, ONGOING_STATUSES } from "../../../src/domain/orders/order-life.ts";
import type { Answer } from "../../parts/ask.ts";
import { Refused } from "../../parts/call.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { dayAndTime, distance, fullTime, money, promiseText, timeWindow } from "../../parts/formats.ts";
import { BoxIcon } from "../../parts/icons.tsx";
import { useLanguage, usePageTitle, useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PageTitle, PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { RoadFee } from "../../parts/road-fee.tsx";
import { goTo, Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Timeline, type TimelineStep } from "../../parts/timeline.tsx";
import { callbackEventWords } from "../../words/callback-events.ts";
import { paymentWords } from "../../words/payment.ts";
import { portalOrderWords } from "../../words/portal-order.ts";
import { statusWords } from "../../words/status.ts";
import { useCityZone, useServiceName } from "../choices.ts";
import { useMay, useSession } from "../session.ts";
import { CallbackLog } from "./callback-log.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderMap } from "./order-map.tsx";
import { useOrder, useTimeline } from "./order-queries.ts";
import { PriceTable } from "./price-table.tsx";
import { TestingTool } from "./testing-tool.tsx";

export function OrderView({ id }: { readonly id: string }) {
  const words = useWords(portalOrderWords);
  const { data: order, error, refetch } = useOrder(id);
  usePageTitle(words.title(id));
  if (order) return <Shown order={order} error={error} />;
  if (!error) return <Loading />;
  if (error instanceof Refused && (error.status === 404 || error.status === 403)) {
    return (
      <Notice
        title={words.notFoundTitle}
        text={words.notFoundText}
        icon={<BoxIcon size={40} />}
        action={{ label: words.back, onClick: () => goTo("/portal/orders") }}
      />
    );
  }
  return <ErrorNote error={error} onRetry={() => void refetch()} />;
}

function Shown({ order, error }: { readonly order: Order; readonly error: unknown }) {
  const { words, language } = useSpoken(portalOrderWords);
  const mayChange = useMay("orders");
  const isCreator = useSession().account._id === order.user_id && mayChange;
  return (
    <Stack gap="lg">
      {error ? <ErrorNote error={error} /> : null}
      <Head order={order} isCreator={isCreator} />
      {order.cancel_comment !== "" && (
        <Alert color="red" variant="light" title={words.cancelled(commentIn(language, order.cancel_comment))} />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <OrderMap order={order} />
            <StopList order={order} />
            <OrderFacts order={order} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            {isSandbox() && isCreator && <TestingTool order={order} />}
            <Paper withBorder p="md">
              <Heading mb="md">{words.timeline}</Heading>
              <OrderTimeline order={order} />
            </Paper>
          </Stack>
        </Grid.Col>
      </Grid>
      <Details order={order} />
    </Stack>
  );
}

function Head({ order, isCreator }: { readonly order: Order; readonly isCreator: boolean }) {
  const words = useWords(portalOrderWords);
  return (
    <div>
      <Link href="/portal/orders" size="sm">
        ← {words.back}
      </Link>
      <Group justify="space-between" mt={4}>
        <Group gap="md">
          <PageTitle>{words.title(order._id)}</PageTitle>
          <span data-testid="status" data-status={order.status}>
            <StatusBadge order={order} />
          </span>
        </Group>
        <Group gap="sm">
          <CopyButton value={order.shared_link}>
            {({ copied, copy }) => <PlainButton onClick={copy}>{copied ? words.copied : words.copyLink}</PlainButton>}
          </CopyButton>
          {isCreator && allowedEvents(order.status).includes("cancel") && <CancelOrder order={order} />}
        </Group>
      </Group>
    </div>
  );
}

function Details({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const maySeeCallbacks = useMay("callbacks");
  return (
    <Tabs defaultValue="price" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="price">{words.price}</Tabs.Tab>
        {maySeeCallbacks && <Tabs.Tab value="callbacks">{words.callbacks}</Tabs.Tab>}
        <Tabs.Tab value="json">{words.json}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="price" pt="md">
        <PriceTable order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="callbacks" pt="md">
        <CallbackLog order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="md">
        <Quiet mb="xs" ff="monospace">
          GET /v3/orders/{order._id}
        </Quiet>
        <CodeBlock text={JSON.stringify(order, null, 2)} label={words.json} height={520} />
      </Tabs.Panel>
    </Tabs>
  );
}

// What happened to an order and who made it happen, then what is still to come.
type TimelineEvent = Answer<"seeTimeline">["events"][number];

const FAILURES = new Set(["fail", "refail", "cancel", "expire", "driver_cancel"]);

function OrderTimeline({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const { events } = useWords(callbackEventWords);
  const { status } = useWords(statusWords);
  const zone = useCityZone()(order.city_id);
  const { data, error, refetch } = useTimeline(order);
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const happened = data.events.map((event): TimelineStep => stepOf(event, events, words.by));
  const goesOn = ONGOING_STATUSES.includes(order.status);
  const now: TimelineStep = { key: "now", title: status[order.status], state: "now" };
  return <Timeline label={words.timeline} steps={goesOn ? [...happened, now] : happened} zone={zone} />;
}

type Names = Readonly<Record<string, string>>;

function stepOf(event: TimelineEvent, names: Names, by: Names): TimelineStep {
  return {
    key: String(event.seq),
    title: names[event.event] ?? event.event,
    state: FAILURES.has(event.event) ? "failed" : "done",
    at: event.time,
    note: by[event.actor],
  };
}

// What else is known of an order, as pairs.
function OrderFacts({ order }: { readonly order: Order }) {
  const { words, language } = useSpoken(portalOrderWords);
  const payments = useWords(paymentWords);
  const zone = useCityZone()(order.city_id);
  const name = useServiceName()(order.service_id);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.driver, order.supplier_id === "" ? words.noDriver : <DriverFact key="driver" order={order} />],
    [words.service, name === order.service_id ? name : `${name} · ${order.service_id}`],
    [
      words.total,
      <Fragment key="total">
        {money(order.total_fee, language)}
        <RoadFee amount={order.road_fee} />
      </Fragment>,
    ],
    [words.payment, payments[order.payment_method] ?? order.payment_method],
    [words.distance, distance(order.distance * 1000, language)],
    [words.account, `${order.user_name} (${order.user_id})`],
    [words.created, fullTime(order.create_time, language, zone)],
    ...(order.idle_until > 0 ? ([[words.scheduled, fullTime(order.order_time, language, zone)]] as const) : []),
    ...(order.deliver_by === undefined
      ? []
      : ([[words.promised, promiseText(order.deliver_from, order.deliver_by, language, zone)]] as const)),
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

// The points of an order: who, where, what to collect, and how it went there.
function StopList({ order }: { readonly order: Order }) {
  const zone = useCityZone()(order.city_id);
  return (
    <Stack gap="sm">
      {order.path.map((point, at) => (
        <Stop
          key={`${point.address} ${point.mobile} ${String(at)}`}
          point={point}
          at={at}
          zone={zone}
          expected={at === 0 ? [order.pickup_eta_low, order.pickup_eta_high] : [point.eta_low, point.eta_high]}
        />
      ))}
    </Stack>
  );
}

const COLORS = { "": "gray", COMPLETED: "green", FAILED: "red" } as const;

type StopProps = {
  readonly point: PathPoint;
  readonly at: number;
  // Nothing, or 0, while nobody is on the way.
  readonly zone: string;
  readonly expected: readonly [low: number | undefined, high: number | undefined];
};

function Stop({ point, at, zone, expected: [low, high] }: StopProps) {
  const words = useWords(portalOrderWords);
  const { point: pointWords } = useWords(statusWords);
  const { language } = useLanguage();
  const doneAt = point.complete_time || point.fail_time;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Quiet>{at === 0 ? words.pickup : words.delivery(at)}</Quiet>
          <Text fw={600}>{point.address}</Text>
          <Text size="sm">
            {point.name} · {point.mobile}
          </Text>
        </div>
        {at > 0 && (
          <Badge variant="light" color={COLORS[point.status]} c="var(--mantine-color-text)" tt="none" miw="max-content">
            {pointWords[point.status]}
          </Badge>
        )}
      </Group>
      <Group gap="md" mt={point.cod > 0 || point.tracking_number || doneAt || point.remarks || high ? 6 : 0}>
        {low && high ? (
          <Text size="sm" data-testid="window">
            {at === 0 ? words.pickupExpected : words.deliveryExpected} <b>{timeWindow(low, high, language, zone)}</b>
          </Text>
        ) : null}
        {point.tracking_number && (
          <Text size="sm">
            {words.tracking} <b>{point.tracking_number}</b>
          </Text>
        )}
        {point.cod > 0 && (
          <Text size="sm">
            {words.cod} <b>{money(point.cod, language)}</b>
          </Text>
        )}
        {doneAt > 0 && <Text size="sm">{dayAndTime(doneAt, language, zone)}</Text>}
        {point.remarks !== "" && <Quiet>{point.remarks}</Quiet>}
        {point.fail_comment !== "" && (
          <Text size="sm" c="red">
            {commentIn(language, point.fail_comment)}
          </Text>
        )}
      </Group>
    </Paper>
  );
}
