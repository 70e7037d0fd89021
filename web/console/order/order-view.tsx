// One order with everything that is known about it, and what the operator may do to it now.

import { Alert, Anchor, Grid, Stack, Text } from "@mantine/core";
import { Fragment, useMemo } from "react";
import type { CallbackLog, InspectedOrder } from "../../../clients/typescript/src/api.ts";
import { commentIn } from "../../../src/domain/orders/cancel-reasons.ts";
import type { StepEvent } from "../../../src/domain/orders/order-step.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime, distance, fullTime, money, promiseText, timeWindow } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { pointsOfPolyline } from "../../parts/map/polyline.ts";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { RoadFee } from "../../parts/road-fee.tsx";
import { Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { Timeline } from "../../parts/timeline.tsx";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { paymentWords } from "../../words/payment.ts";
import { statusWords } from "../../words/status.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCityZone } from "../frame/city-choice.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { May } from "../frame/rights.tsx";
import { useServiceName } from "../frame/service-name.ts";
import { type Fact, Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { MaskedContacts } from "./masked-contacts.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderDispatch } from "./order-dispatch.tsx";

const REFRESH_MS = 3_000;
const FAILURES: ReadonlySet<string> = new Set(["fail", "refail"]);

export function OrderView({ id }: { readonly id: string }) {
  const words = useWords(consoleOrderWords);
  const order = useAsked("inspectOrder", { params: { order_id: id } }, REFRESH_MS);
  return (
    <View title={`${words.order} ${id}`} actions={order.data && <StatusBadge order={order.data} />}>
      <Shown query={order}>{(found) => <Found order={found} />}</Shown>
    </View>
  );
}

function Found({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleOrderWords);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
        <Stack gap="md">
          <Panel title={words.order}>
            <OrderFacts order={order} />
          </Panel>
          <OrderMap order={order} />
          <Panel title={words.stops}>
            <Stops order={order} />
            <May right="contacts">
              <MaskedContacts order={order} />
            </May>
          </Panel>
          <OrderDispatch order={order} />
          <May right="partners">
            <OrderCallbacks orderId={order._id} />
          </May>
          <OrderJournal journal={order.journal} />
        </Stack>
      </Grid.Col>
      {/* On a phone what can be done comes before what is known. */}
      <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
        <Stack gap="md">
          <OrderActions order={order} />
          <Panel title={words.history}>
            <History order={order} />
          </Panel>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function OrderFacts({ order }: { readonly order: InspectedOrder }) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const payment = useWords(paymentWords);
  const serviceName = useServiceName();
  const zone = useCityZone()(order.city_id);
  const facts: Fact[] = [
    [common.status, <StatusBadge key="status" order={order} />],
    [common.service, serviceName(order.service_id)],
    [words.created, dayAndTime(order.create_time, language, zone)],
    ...(order.deliver_by === undefined
      ? []
      : ([[words.promised, promiseText(order.deliver_from, order.deliver_by, language, zone)]] as const)),
    [
      words.partner,
      <Link key="partner" href={`/console/partners/${order.partner}`}>
        {order.partner}
      </Link>,
    ],
    [
      words.sender,
      <Link key="sender" href={`/console/money/${order.user_id}`}>{`${order.user_name}, ${order.user_id}`}</Link>,
    ],
    [
      words.driver,
      order.supplier_id ? (
        <Link key="driver" href={`/console/drivers/${order.supplier_id}`}>
          {`${order.supplier_name}, ${order.plate_number}`}
        </Link>
      ) : (
        words.noDriver
      ),
    ],
    [
      words.total,
      <Fragment key="total">
        {`${money(order.total_fee, language)} · ${payment[order.payment_method] ?? order.payment_method}`}
        <RoadFee amount={order.road_fee} />
      </Fragment>,
    ],
    [words.distance, distance(order.distance * 1_000, language)],
    [
      words.tracking,
      <Anchor key="link" href={order.shared_link}>
        {words.tracking}
      </Anchor>,
    ],
  ];
  const { pickup_eta_low, pickup_eta_high, delivery_eta_low, delivery_eta_high } = order;
  if (pickup_eta_low && pickup_eta_high)
    facts.push([words.pickupExpected, timeWindow(pickup_eta_low, pickup_eta_high, language, zone)]);
  if (delivery_eta_low && delivery_eta_high)
    facts.push([words.deliveryExpected, timeWindow(delivery_eta_low, delivery_eta_high, language, zone)]);
  if (order.remarks) facts.push([words.remarks, order.remarks]);
  const reason = order.cancel_comment || order.rebroadcast_comment;
  if (reason) facts.push([common.comment, commentIn(language, reason)]);
  return <Facts facts={facts} cols={3} />;
}

function OrderMap({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleOrderWords);
  const hasDriver = order.supplier_id !== "";
  const trail = useAsked(hasDriver ? "getTrail" : undefined, { params: { order_id: order._id } }).data?.points;
  const markers = useMemo(
    () =>
      order.path.map(
        (point, at): MapMarker => ({
          id: String(at),
          kind: at === 0 ? "pickup" : "delivery",
          lat: point.lat,
          lng: point.lng,
          label: `${at === 0 ? words.pickup : words.delivery(at)}: ${point.address}`,
          sign: stopSign(at),
          tone: point.status === "COMPLETED" ? "done" : point.status === "FAILED" ? "failed" : "plain",
        }),
      ),
    [order.path, words],
  );
  const lines = useMemo(() => {
    const way: MapLine = { id: "way", kind: "route", points: pointsOfPolyline(order.polylines) };
    const driven: MapLine = { id: "trail", kind: "done", points: trail ?? [] };
    return [way, driven].filter((line) => line.points.length > 1);
  }, [order.polylines, trail]);
  return <MapView label={words.map} markers={markers} lines={lines} height={320} fitKey={order.polylines} />;
}

function Stops({ order }: { readonly order: InspectedOrder }) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const statuses = useWords(statusWords);
  const messageOf = ({ at }: { readonly at: number }): string => {
    const message = order.messages.find((one) => one.path_index === at);
    return message ? [words.messages[message.status], message.error].filter(Boolean).join(": ") : "–";
  };
  return (
    <DataTable
      label={words.stops}
      rows={order.path.map((point, at) => ({ ...point, at }))}
      keyOf={({ at }) => String(at)}
      empty=""
      columns={[
        { title: words.point, cell: ({ at }) => (at === 0 ? words.pickup : words.delivery(at)) },
        { title: common.name, cell: (point) => `${point.name}, ${point.mobile} · ${point.address}` },
        { title: words.cod, cell: (point) => (point.cod > 0 ? money(point.cod, language) : "–"), right: true },
        {
          title: common.status,
          cell: (point) => (point.at === 0 ? "–" : statuses.point[point.status]),
        },
        ...(order.messages.length === 0 ? [] : [{ title: words.message, cell: messageOf }]),
      ]}
    />
  );
}

function History({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleOrderWords);
  const statuses = useWords(statusWords);
  const zone = useCityZone()(order.city_id);
  const steps = order.history.map(({ seq, event, actor, status, sub_status, time }, at) => ({
    key: String(seq),
    // Of an order that is over the status does not say how.
    title:
      status === "COMPLETED"
        ? statuses.subStatus[sub_status] || (FAILURES.has(event) ? statuses.point.FAILED : statuses.point.COMPLETED)
        : [statuses.status[status], statuses.subStatus[sub_status]].filter(Boolean).join(" · "),
    note: `${words.steps[event]} · ${words.actor[actor] ?? actor}`,
    at: time,
    state: at === order.history.length - 1 ? ("now" as const) : ("done" as const),
  }));
  return <Timeline steps={steps} label={words.history} zone={zone} />;
}

// What an order has moved in the ledger.
function OrderJournal({ journal }: { readonly journal: InspectedOrder["journal"] }) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const books = useWords(consoleMoneyWords);
  const rows = journal.flatMap((entry) => entry.postings.map((posting, line) => ({ ...entry, posting, line })));
  return (
    <Panel title={words.money}>
      <DataTable
        label={words.money}
        rows={rows}
        keyOf={({ id, line }) => `${id}/${line}`}
        empty={words.noMoney}
        columns={[
          { title: common.time, cell: ({ time, line }) => (line === 0 ? fullTime(time, language) : "") },
          { title: words.event, cell: ({ kind, line }) => (line === 0 ? (books.journals[kind] ?? kind) : "") },
          {
            title: books.account,
            cell: ({ posting }) => (
              <Text size="sm">
                {books.accounts[posting.account] ?? posting.account} {posting.owner}
              </Text>
            ),
          },
          { title: common.amount, cell: ({ posting }) => money(posting.amount, language), right: true },
        ]}
      />
    </Panel>
  );
}

// Every try to tell the partner about an order, and sending one again.
function OrderCallbacks({ orderId }: { readonly orderId: string }) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const outcomes: Readonly<Record<string, string>> = words.outcomes;
  const resend = useWrite("resendCallback");
  return (
    <Panel title={words.callbacks}>
      {resend.error && <ErrorNote error={resend.error} />}
      {resend.isSuccess && <Alert color="green" variant="light" role="status" title={words.resent} mb="sm" />}
      <PagedTable
        of="listCallbacksOfOrder"
        input={{ query: { order_id: orderId } }}
        rowsOf={(page) => page.callbacks}
        label={words.callbacks}
        keyOf={(one) => `${one.event_id}/${one.try}`}
        empty={words.noCallbacks}
        columns={[
          { title: common.time, cell: (one) => fullTime(one.callback_time, language) },
          { title: words.event, cell: (one) => <Event of={one} /> },
          {
            title: words.answer,
            cell: (one) => <Text size="sm">{one.response_code || outcomes[one.outcome]}</Text>,
          },
          {
            title: words.actions,
            cell: (one) => (
              <PlainButton
                size="compact-sm"
                disabled={resend.isPending}
                onClick={() => resend.mutate({ params: { event_id: one.event_id } })}
              >
                {words.resend}
              </PlainButton>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Event({ of }: { readonly of: CallbackLog }) {
  const words = useWords(consoleOrderWords);
  // Whatever was sent.
  const { event_type: type } = of.request as { readonly event_type?: StepEvent };
  return (
    <>
      {type && words.steps[type]}
      <Quiet>{of.event_id}</Quiet>
    </>
  );
}
