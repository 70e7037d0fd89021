// What everything about orders stands on, put together once for a process.
import { encodeOrder } from "../http/wire/order.ts";
import { openTrackingLinks, type TrackingLinks } from "../http/wire/tracking-links.ts";
import { openUsualTimes } from "../operations/dispatch/usual-times.ts";
import type { Live } from "../operations/live/open-live.ts";
import type { AfterFailureDeps } from "../operations/orders/ask-after-failure.ts";
import type { CreateDeps } from "../operations/orders/create-order.ts";
import type { EditDeps } from "../operations/orders/edit-order.ts";
import type { SeeDeps } from "../operations/orders/see-orders.ts";
import type { PositionDeps } from "../operations/orders/see-position.ts";
import { openPlanPictures } from "../operations/rolling-plan/book-window.ts";
import { openSeals, type Seals } from "../ports/seals.ts";
import { openAnnouncer } from "../store/announcer.ts";
import { openPositions } from "../store/drivers/places.ts";
import { openCreators } from "../store/orders/creators.ts";
import { openOrderReader } from "../store/orders/orders.ts";
import type { House } from "./house.ts";

function newestPosition({ live }: House, find: ReturnType<typeof openPositions>): PositionDeps["findPosition"] {
  return async (phone) => {
    const known = await find(phone);
    return known && ((await live.beyond([known])).get(phone) ?? known);
  };
}

export type OrderContext = CreateDeps &
  EditDeps &
  SeeDeps &
  AfterFailureDeps &
  PositionDeps & {
    readonly links: TrackingLinks;
    readonly stopSeals: Seals;
    readonly live: Live;
  };

export function openOrderContext(house: House, publicUrl: string): OrderContext {
  const { db, reads, clock, random, catalogue, roads, places, settings, log } = house;
  const stopSeals = openSeals(settings.tokenSecrets, "stop link");
  const links = openTrackingLinks(`${publicUrl}/t`, stopSeals, settings.driverPhones === "shown");
  return {
    db,
    reads,
    clock,
    random,
    catalogue,
    roads,
    places,
    links,
    stopSeals,
    announcer: openAnnouncer(db),
    findCreator: openCreators(db),
    afterFees: settings.afterFees,
    usualTimes: openUsualTimes(house, (error) => log.warn({ err: error }, "usual times are read again later")),
    planPictures: openPlanPictures(db, clock),
    readOrder: openOrderReader(db),
    live: house.live,
    findPosition: newestPosition(house, openPositions(db)),
    quoteSeals: openSeals(settings.tokenSecrets, "quote"),
    encodeOrder: (order) => encodeOrder(order, links),
  };
}
