// Offers to answer, the next stop with its map, and the orders in hand.

import { Alert, Box, Card, Stack, Text } from "@mantine/core";
import type { Answer } from "../parts/ask.ts";
import { timeWindow } from "../parts/formats.ts";
import { BikeIcon } from "../parts/icons.tsx";
import { useSpoken, useWords } from "../parts/language.tsx";
import { PlainButton, Quiet, SmallHeading } from "../parts/looks/kinds.tsx";
import { Notice } from "../parts/notice.tsx";
import { driveWords } from "../words/drive.ts";
import type { AskAsDriver } from "./ask.ts";
import { OfferCard } from "./offer-card.tsx";
import { OrderCard } from "./order-card.tsx";
import styles from "./page.module.css";
import type { Position } from "./positions/position-batch.ts";
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
  const { offers, orders } = work;
  const [offer] = offers.open;
  const [order] = orders;
  if (!offer && !order) {
    return (
      <>
        <TakenBackNotes takenBack={work.takenBack} />
        <Notice
          title={isOnline ? words.waitingTitle : words.offline}
          text={isOnline ? (isPushed ? words.waitingTextPush : words.waitingText) : words.goOnlineText}
          icon={<BikeIcon size={44} />}
        />
      </>
    );
  }
  return (
    <div className={styles.columns}>
      <Stack>
        <TakenBackNotes takenBack={work.takenBack} />
        {offers.open.map((each) => (
          <OfferCard key={each.id} offer={each} offers={offers} />
        ))}
        {work.plan && <PlanList plan={work.plan} zone={work.me?.time_zone} />}
        {orders.map((each) => (
          <OrderCard key={each.order_id} order={each} queue={work.queue} position={position} />
        ))}
      </Stack>
      <WayMap call={call} offer={offer} order={order} plan={work.plan} position={position} />
    </div>
  );
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

// Every stop before the driver, the next one first, and why the sequence changed.
type Plan = Answer<"getPlan">;

// One order tells its stops by itself.
function PlanList({ plan, zone }: { readonly plan: Plan; readonly zone: string | undefined }) {
  const { words, language } = useSpoken(driveWords);
  if (new Set(plan.stops.map(({ order_id }) => order_id)).size < 2) return null;
  return (
    <Card withBorder component="section" aria-label={words.plan}>
      <SmallHeading>{words.plan}</SmallHeading>
      {plan.why !== "" && <Quiet role="status">{words.planChanged[plan.why]}</Quiet>}
      <Box component="ol" my="xs" pl="lg">
        {plan.stops.map((stop, at) => (
          <li key={`${stop.order_id} ${stop.path_index}`} aria-current={at === 0 ? "step" : undefined}>
            <Text size="sm" fw={at === 0 ? 700 : undefined}>
              {stop.kind === "pickup" ? words.pickup : words.delivery(stop.path_index)} · {stop.order_id}
              {stop.eta > 0 && ` · ${timeWindow(stop.eta_low, stop.eta_high, language, zone)}`}
            </Text>
            <Quiet>{stop.address}</Quiet>
          </li>
        ))}
      </Box>
    </Card>
  );
}
