// Offers to answer, the next stop with its map, and the orders in hand.

import { Alert, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { BikeIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";
import { Notice } from "../parts/notice.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { driveRouteWords } from "../words/drive/drive-route.ts";
import type { AskAsDriver } from "./ask.ts";
import { OfferCard } from "./offer-card.tsx";
import { OrderCard } from "./order-card.tsx";
import styles from "./page.module.css";
import type { Position } from "./positions/position-batch.ts";
import { LoadingCard } from "./route/loading-card.tsx";
import { loadingNow } from "./route/plan-ahead.ts";
import { RouteList } from "./route/route-list.tsx";
import { RouteOffer } from "./route/route-offer.tsx";
import type { TakenBackOrders } from "./taken-back/use-taken-back.ts";
import type { Work } from "./use-work.ts";
import { WayMap } from "./way/way-map.tsx";

type Props = {
  readonly work: Work;
  readonly call: AskAsDriver;
  readonly position: Position | undefined;
  readonly isOnline: boolean;
  // The phone tells of offers while the page is closed.
  readonly isPushed: boolean;
};

export function WorkView({ work, call, position, isOnline, isPushed }: Props) {
  const words = useWords(driveWords);
  const route = useWords(driveRouteWords);
  const [isAll, setAll] = useState(false);
  const { offers, orders, stops } = work;
  const zone = work.me?.time_zone;
  const isRouteDone = useRouteDone(orders.length);
  const [offer] = offers.open;
  const [order] = orders;
  if (!offer && !order) {
    return (
      <>
        <TakenBackNotes takenBack={work.takenBack} />
        {isRouteDone && (
          <Alert color="teal" variant="light" role="status" title={route.done}>
            {route.doneText}
          </Alert>
        )}
        <Notice
          title={isOnline ? words.waitingTitle : words.offline}
          text={isOnline ? (isPushed ? words.waitingTextPush : words.waitingText) : words.goOnlineText}
          icon={<BikeIcon size={44} />}
        />
      </>
    );
  }
  const routes = Map.groupBy(
    offers.open.filter(({ route_id }) => route_id !== undefined),
    ({ route_id }) => route_id!,
  );
  const single = offers.open.filter(({ route_id }) => route_id === undefined);
  const here = loadingNow(stops);
  const [place] = here;
  const loading = orders.filter(({ order_id }) => here.some((stop) => stop.order_id === order_id));
  const cards = orders.filter((each) => !loading.includes(each));
  const shown = isAll ? [...cards, ...loading] : cards.slice(0, CARDS);
  const others = [...cards.slice(CARDS), ...loading];
  return (
    <div className={styles.columns}>
      <Stack>
        <TakenBackNotes takenBack={work.takenBack} />
        {[...routes].map(([routeId, asked]) => (
          <RouteOffer key={routeId} routeId={routeId} asked={asked} offers={offers} call={call} zone={zone} />
        ))}
        {single.map((each) => (
          <OfferCard key={each.id} offer={each} offers={offers} />
        ))}
        {loading.length > 0 && (
          <LoadingCard orders={loading} address={place?.address ?? ""} queue={work.queue} position={position} />
        )}
        {loading.length === 0 && work.plan && (
          <RouteList plan={work.plan} stops={stops} zone={zone} queue={work.queue} />
        )}
        {shown.map((each) => (
          <OrderCard key={each.order_id} order={each} queue={work.queue} position={position} />
        ))}
        {others.length > 0 && (
          <PlainButton onClick={() => setAll(!isAll)}>{isAll ? route.fewer : route.others(others.length)}</PlainButton>
        )}
        {loading.length > 0 && work.plan && <RouteList plan={work.plan} stops={stops} zone={zone} queue={work.queue} />}
      </Stack>
      <WayMap
        call={call}
        offer={offer}
        order={order}
        plan={work.plan && { ...work.plan, stops: [...stops] }}
        position={position}
      />
    </div>
  );
}

// A route of many orders is driven one by one: the cards of the next few are enough.
const CARDS = 3;

// Nothing is left of what were several orders, as long as this page has been open.
function useRouteDone(inHand: number): boolean {
  const most = useRef(0);
  if (inHand > 0) most.current = Math.max(most.current, inHand);
  return inHand === 0 && most.current > 1;
}

// An order that went to a driver who is there sooner, until the driver who had it has read so.
function TakenBackNotes({ takenBack }: { readonly takenBack: TakenBackOrders }) {
  const words = useWords(driveWords);
  return takenBack.unread.map((orderId) => (
    <Alert key={orderId} color="blue" variant="light" role="status" title={words.takenBack(orderId)}>
      {words.takenBackWhy}
      <PlainButton size="xs" mt="xs" onClick={() => takenBack.read(orderId)} display="block">
        {words.dismiss}
      </PlainButton>
    </Alert>
  ));
}
