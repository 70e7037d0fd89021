// One driver: where they are, their wallet and what moved it, the orders they had, suspending them and signing them out.

import { Alert, Button, Grid, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Order, PlacedDriver } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime, fullTime, money } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import type { MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { Loading } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { ask, useAsked, useWrite } from "../frame/ask.ts";
import { useCityName } from "../frame/city-choice.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { May, useMay } from "../frame/rights.tsx";
import { Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { BankOf } from "../money/bank-of.tsx";
import { MoveMoney } from "../money/move-money.tsx";
import { DriverState } from "./drivers-view.tsx";
import { breaksText, WorkDialog } from "./work-dialog.tsx";

export function DriverView({ id }: { readonly id: string }) {
  const common = useWords(consoleWords);
  const driver = useAsked("getDriver", { params: { mobile: id } });
  return (
    <View title={driver.data?.name ?? common.drivers}>
      <Shown query={driver}>{(found) => <Found driver={found} />}</Shown>
    </View>
  );
}

function Found({ driver }: { readonly driver: PlacedDriver }) {
  const { words, common, language } = useConsole(consolePeopleWords);
  const write = useWrite("changeDriver");
  const signOut = useWrite("forgetDriverDevices");
  const isActive = driver.status === "ACTIVATED";
  const cityName = useCityName();
  const [isSuspending, setSuspending] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const marker = useMemo(
    (): readonly MapMarker[] =>
      driver.lat === null || driver.lng === null
        ? []
        : [{ id: driver.mobile, kind: "driver", lat: driver.lat, lng: driver.lng, label: driver.name }],
    [driver.lat, driver.lng, driver.mobile, driver.name],
  );
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Panel title={driver.name}>
          {write.error && <ErrorNote error={write.error} />}
          <Facts
            facts={[
              [common.phone, driver.mobile],
              [words.plate, `${driver.plate_number} · ${words.vehicles[driver.vehicle] ?? driver.vehicle}`],
              [common.city, cityName(driver.city_id)],
              [common.status, <DriverState key="state" driver={driver} />],
              ...(driver.suspended_reason ? ([[words.suspendReason, driver.suspended_reason]] as const) : []),
              [words.rating, driver.rating === null ? "–" : `${driver.rating.toFixed(1)} (${driver.rating_count})`],
              [words.equipment, driver.equipment.join(", ") || "–"],
              [words.cashMax, driver.cash_max > 0 ? money(driver.cash_max, language) : "–"],
              [words.breaks, breaksText(driver.breaks) || "–"],
              [words.lastHeard, driver.heard_time ? dayAndTime(driver.heard_time, language) : words.never],
            ]}
          />
          <May right="drivers">
            <Group mt="md">
              <Button
                variant="outline"
                {...(isActive ? { color: "red" } : {})}
                loading={write.isPending}
                onClick={() =>
                  isActive
                    ? setSuspending(true)
                    : write.mutate({ params: { mobile: driver.mobile }, body: { status: "ACTIVATED" } })
                }
              >
                {isActive ? words.suspend : words.resume}
              </Button>
              <PlainButton onClick={() => setWorking(true)}>{words.work}</PlainButton>
              <PlainButton
                loading={signOut.isPending}
                onClick={() => signOut.mutate({ params: { mobile: driver.mobile } })}
              >
                {words.signOutEverywhere}
              </PlainButton>
            </Group>
          </May>
          {isWorking && <WorkDialog driver={driver} onClose={() => setWorking(false)} />}
          {isSuspending && <SuspendDialog driver={driver} onClose={() => setSuspending(false)} />}
          {signOut.error && <ErrorNote error={signOut.error} />}
          {signOut.isSuccess && <Alert mt="md" variant="light" role="status" title={words.signedOut} />}
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        {marker.length > 0 && <MapView label={words.where} markers={marker} height={260} />}
      </Grid.Col>
      <May right="books">
        <Grid.Col span={12}>
          <WalletPanel mobile={driver.mobile} />
        </Grid.Col>
      </May>
      <Grid.Col span={12}>
        <OrdersOf mobile={driver.mobile} />
      </Grid.Col>
    </Grid>
  );
}

function WalletPanel({ mobile }: { readonly mobile: string }) {
  const { words, common, language } = useConsole(consoleMoneyWords);
  const wallet = useAsked("getDriverWallet", { params: { mobile } });
  const [moving, setMoving] = useState<"in" | "out">();
  return (
    <Panel title={words.wallet}>
      <Shown query={wallet}>
        {(found) => (
          <Facts
            cols={3}
            facts={[
              [words.accounts.driver_wallet ?? "", money(found.wallet, language)],
              [words.promised, money(found.promised, language)],
              [words.codInHand, money(found.cod_in_hand, language)],
            ]}
          />
        )}
      </Shown>
      <Button.Group my="md">
        <May right="money">
          <Button onClick={() => setMoving("in")}>{words.topUp}</Button>
          <PlainButton onClick={() => setMoving("out")}>{words.withdraw}</PlainButton>
        </May>
      </Button.Group>
      <PagedTable
        of="getDriverStatement"
        input={{ params: { mobile } }}
        rowsOf={({ lines }) => lines}
        label={words.statement}
        keyOf={(line) => String(line.id)}
        empty={words.noLines}
        columns={[
          { title: common.time, cell: (line) => fullTime(line.time, language) },
          { title: words.statement, cell: (line) => words.journals[line.kind] ?? line.kind },
          {
            title: words.order,
            cell: (line) =>
              line.order_id ? <Link href={`/console/orders/${line.order_id}`}>{line.order_id}</Link> : "–",
          },
          { title: common.amount, cell: (line) => money(line.amount, language), right: true },
          { title: words.balance, cell: (line) => money(line.balance, language), right: true },
        ]}
      />
      {moving && <MoveMoney direction={moving} driver={mobile} onClose={() => setMoving(undefined)} />}
      <May right="money">
        <BankOf mobile={mobile} />
      </May>
    </Panel>
  );
}

function OrdersOf({ mobile }: { readonly mobile: string }) {
  const { words, common, language } = useConsole(consolePeopleWords);
  const order = useWords(consoleOrderWords);
  const orders = useAsked("searchOrders", { query: { q: mobile } });
  return (
    <Panel title={words.orders}>
      <Shown query={orders}>
        {(found) => (
          <DataTable
            label={words.orders}
            rows={found.orders}
            keyOf={(one) => one._id}
            empty={words.noOrders}
            columns={[
              { title: order.order, cell: (one) => <Link href={`/console/orders/${one._id}`}>{one._id}</Link> },
              { title: common.status, cell: (one) => <StatusBadge order={one} /> },
              { title: order.created, cell: (one) => dayAndTime(one.create_time, language) },
              { title: order.total, cell: (one) => money(one.total_fee, language), right: true },
            ]}
          />
        )}
      </Shown>
    </Panel>
  );
}

// Before a driver is suspended: why, what they hold, and what becomes of each of it. What is not fetched yet goes to somebody else at once; goods on board cannot
// be moved from afar, and stand among what needs a person until they are settled.
type Props = { readonly driver: PlacedDriver; readonly onClose: () => void };

const LEFT_OVER: ReadonlySet<string> = new Set(["FAILED", "PARTLY_DELIVERED", "RETURNING"]);

function SuspendDialog({ driver, onClose }: Props) {
  const { words, language } = useConsole(consolePeopleWords);
  const { mobile } = driver;
  const [reason, setReason] = useState("");
  const open = useAsked("searchOrders", { query: { q: mobile, outcome: "OPEN" } });
  const newest = useAsked("searchOrders", { query: { q: mobile } });
  const seesBooks = useMay()("books");
  const wallet = useAsked(seesBooks ? "getDriverWallet" : undefined, { params: { mobile } });
  const held = [
    ...(open.data?.orders ?? []),
    ...(newest.data?.orders ?? []).filter(({ outcome }) => LEFT_OVER.has(outcome)),
  ].filter(({ supplier_id }) => supplier_id === mobile);
  const suspend = useSuspend(mobile, held, onClose);
  const error = open.error ?? newest.error ?? wallet.error;
  const isKnown = open.data && newest.data && (wallet.data || !seesBooks);
  return (
    <FormDialog
      title={words.suspendWho(driver.name)}
      action={words.suspend}
      isOpen
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onClose={onClose}
      onSubmit={() => suspend.mutate(reason)}
    >
      {error && <ErrorNote error={error} />}
      {isKnown ? (
        <Stack gap="xs">
          {wallet.data && <Text>{words.codInHand(money(wallet.data.cod_in_hand, language))}</Text>}
          {held.length === 0 ? (
            <Text>{words.holdsNothing}</Text>
          ) : (
            <List aria-label={words.holds}>
              {held.map((order) => (
                <List.Item key={order._id}>
                  <Link href={`/console/orders/${order._id}`}>{order._id}</Link> <StatusBadge order={order} />
                  <Text size="sm">{fateOf(order, words)}</Text>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
      ) : (
        !error && <Loading />
      )}
      <Textarea
        label={words.suspendReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        required
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}

function fateOf({ status, outcome }: Order, words: (typeof consolePeopleWords)["en"]): string {
  if (LEFT_OVER.has(outcome)) return words.fates.leftOver;
  return status === "ACCEPTED" ? words.fates.accepted : words.fates.onBoard;
}

// If this ends in the middle, what is left stands among what needs a person.
function useSuspend(mobile: string, held: readonly Order[], onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      await ask("changeDriver", { params: { mobile }, body: { status: "DEACTIVATED", reason } });
      for (const { _id, status } of held) {
        if (status !== "ACCEPTED") continue;
        await ask("reassignOrder", { params: { order_id: _id }, body: { comment: reason } });
      }
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ["asked"] }),
  });
}
