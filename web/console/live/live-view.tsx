// A city as it is now: drivers and open orders on the map, told by the server as they change.

import { Alert, Badge, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { dayAndTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import type { MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { ErrorNote, Loading, Notice } from "../../parts/notice.tsx";
import type { LatLng } from "../../parts/polyline.ts";
import { goTo, Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { useLiveStream } from "../../parts/use-live-stream.ts";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { partsWords } from "../../words/parts.ts";
import { ask, CONSOLE_HEADER } from "../frame/ask.ts";
import { CityChoice, useCitiesQuery, useCity } from "../frame/city-choice.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { afterChanges, type LiveChanges } from "./board-state.ts";
import { Exceptions } from "./exceptions.tsx";

export function LiveView() {
  const words = useWords(consoleWords);
  const { noCities, newCity } = useWords(consoleCatalogueWords);
  const [cityId, setCityId] = useCity();
  return (
    <View title={words.live} actions={<CityChoice cityId={cityId} onChange={setCityId} />}>
      <Shown query={useCitiesQuery()}>
        {({ cities }) => {
          const city = cities.find(({ _id }) => _id === cityId);
          if (city) return <LiveMap key={cityId} cityId={cityId} center={city.center} />;
          const action = { label: newCity, onClick: () => goTo("/console/catalogue/cities/new") };
          return <Notice title={noCities} action={action} />;
        }}
      </Shown>
    </View>
  );
}

function LiveMap({ cityId, center }: { readonly cityId: string; readonly center: LatLng }) {
  const words = useWords(consoleOrderWords);
  const parts = useWords(partsWords);
  const [live, setLive] = useState<LiveCity>();
  const params = { id: cityId };
  // Asked while there is no stream, as a query, so that the page hears of a session that has ended.
  const asked = useQuery({
    queryKey: ["live", cityId],
    queryFn: () => ask("seeLiveCity", { params }),
    enabled: false,
    retry: false,
  });
  const line = useLiveStream(addressOf(OPERATOR_CALLS.followLiveCity, { params }), {
    onEvent: ({ name, data }) => {
      const told = JSON.parse(data);
      setLive((known) => (name === "city" ? (told as LiveCity) : known && afterChanges(known, told as LiveChanges)));
    },
    poll: async () => setLive((await asked.refetch({ throwOnError: true })).data),
    headers: CONSOLE_HEADER,
  });
  const markers = useMemo(() => (live ? markersOf(live, words) : []), [live, words]);
  if (!live) return asked.error ? <ErrorNote error={asked.error} /> : <Loading />;
  return (
    <>
      <Exceptions cityId={cityId} />
      <Group gap="sm">
        <Count text={words.driversThere(live.counts.drivers)} />
        <Count text={words.ordersThere(live.counts.orders)} />
        <Count text={words.waitingThere(live.counts.waiting)} />
        <Count text={line === "live" ? parts.live : parts.reconnecting} />
      </Group>
      {live.full && <Alert color="yellow" variant="light" title={words.full} />}
      <MapView label={words.mapOf(cityId)} markers={markers} center={center} height={440} fitKey={cityId} />
      <Panel title={words.openOrders}>
        <OpenOrders orders={live.orders} />
      </Panel>
    </>
  );
}

function Count({ text }: { readonly text: string }) {
  return (
    <Badge variant="light" size="lg" tt="none" c="var(--mantine-color-text)">
      {text}
    </Badge>
  );
}

function OpenOrders({ orders }: { readonly orders: LiveCity["orders"] }) {
  const words = useWords(consoleOrderWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  return (
    <DataTable
      label={words.openOrders}
      rows={orders.slice(0, 50)}
      keyOf={(order) => order.order_id}
      empty={words.nothingOpen}
      columns={[
        {
          title: words.order,
          cell: (order) => <Link href={`/console/orders/${order.order_id}`}>{order.order_id}</Link>,
        },
        { title: common.status, cell: (order) => <StatusBadge order={{ ...order, outcome: "OPEN" }} /> },
        { title: common.service, cell: (order) => order.service_id },
        { title: words.driver, cell: (order) => order.mobile || words.noDriver },
        { title: words.created, cell: (order) => dayAndTime(order.create_time, language) },
      ]}
    />
  );
}

type OrderWords = (typeof consoleOrderWords)["en"];

// Of an order the pickup: where its driver goes, or should.
function markersOf(live: LiveCity, words: OrderWords): readonly MapMarker[] {
  const drivers = live.drivers.map(
    (driver): MapMarker => ({
      id: driver.mobile,
      kind: "driver",
      lat: driver.lat,
      lng: driver.lng,
      label: words.driverOnMap(driver.name, driver.carrying),
      tone: driver.carrying > 0 ? "plain" : "faded",
      ...(driver.heading === null ? {} : { heading: driver.heading }),
      onClick: () => goTo(`/console/drivers/${driver.mobile}`),
    }),
  );
  const orders = live.orders.flatMap((order): MapMarker[] => {
    const [pickup] = order.points;
    if (!pickup) return [];
    const isWaiting = order.status === "ASSIGNING";
    return [
      {
        id: order.order_id,
        kind: "pickup",
        ...pickup,
        label: words.pickupOnMap(order.order_id, order.status),
        sign: isWaiting ? "!" : stopSign(0),
        tone: isWaiting ? "chosen" : "plain",
        onClick: () => goTo(`/console/orders/${order.order_id}`),
      },
    ];
  });
  return [...drivers, ...orders];
}
