// A city as it is now: drivers and open orders on the map, told by the server as they change.

import { Alert, Badge, Grid, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { useWords } from "../../parts/language.tsx";
import { useLiveStream } from "../../parts/live/use-live-stream.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import { Loading, Notice } from "../../parts/notice.tsx";
import { goTo } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { partsWords } from "../../words/parts.ts";
import { ask, CONSOLE_HEADER } from "../frame/ask.ts";
import { CityChoice, useCitiesQuery, useCity } from "../frame/city-choice.tsx";
import { Shown, View } from "../frame/view.tsx";
import { AssignDialog } from "../order/assign-dialog.tsx";
import { BoardList } from "./board-list.tsx";
import { BoardMap } from "./board-map.tsx";
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
  const heard = useRef(0);
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
      heard.current++;
      const news = JSON.parse(data);
      setLive((known) => (name === "city" ? (news as LiveCity) : known && afterChanges(known, news as LiveChanges)));
    },
    poll: async () => {
      const before = heard.current;
      const { data } = await asked.refetch({ throwOnError: true });
      // Changes go on from what the stream has told, not from this.
      if (heard.current === before) setLive(data);
    },
    headers: CONSOLE_HEADER,
  });
  const [assigned, setAssigned] = useState<readonly string[]>([]);
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
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <BoardMap live={live} center={center} onAssign={setAssigned} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <BoardList live={live} onAssign={setAssigned} />
        </Grid.Col>
      </Grid>
      {assigned.length > 0 && <AssignDialog orderIds={assigned} onClose={() => setAssigned([])} />}
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
