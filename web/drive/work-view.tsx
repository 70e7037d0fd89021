// Offers to answer, the next stop with its map, and the orders in hand.

import { Stack } from "@mantine/core";
import { BikeIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { Notice } from "../parts/notice.tsx";
import { driveWords } from "../words/drive.ts";
import type { AskAsDriver } from "./ask.ts";
import { OfferCard } from "./offer-card.tsx";
import { OrderCard } from "./order-card.tsx";
import styles from "./page.module.css";
import type { Position } from "./positions/position-batch.ts";
import { TakenBackNotes } from "./taken-back/notes.tsx";
import type { Work } from "./use-work.ts";
import { PlanList } from "./way/plan-list.tsx";
import { WayMap } from "./way/way-map.tsx";

type Props = {
  readonly work: Work;
  readonly call: AskAsDriver;
  readonly position: Position | undefined;
  readonly isOnline: boolean;
};

export function WorkView({ work, call, position, isOnline }: Props) {
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
          text={isOnline ? words.waitingText : words.goOnlineText}
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
        {work.plan && <PlanList plan={work.plan} />}
        {orders.map((each) => (
          <OrderCard key={each.order_id} order={each} queue={work.queue} position={position} />
        ))}
      </Stack>
      <WayMap call={call} offer={offer} order={order} plan={work.plan} position={position} />
    </div>
  );
}
