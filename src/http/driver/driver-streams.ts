// What drivers hear live: offers as they come and go, changes of the orders in their hands, and the question whether they
// are still there. Notices only say that something changed; what is sent is read from the database, for all woken drivers
// in one statement. A notice may be lost with the process that had it to tell, so that every few seconds all listeners are looked
// after without one.
import type { Offer } from "../../domain/drivers/offer.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { openStreamNotes } from "../../operations/drivers/push-offers.ts";
import type { Live } from "../../operations/live/open-live.ts";
import type { Services } from "../../operations/services.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import { openStreamHub } from "../../ports/flow/stream-hub.ts";
import { EVERYTHING } from "../../ports/live/live-notices.ts";
import { listCheckIns, listInHand, listOrdersOfDrivers, listTakenBack } from "../../store/drivers/held-orders.ts";
import { findOfferSeq, listOfferChanges, listOpenOffers } from "../../store/drivers/offers.ts";
import { listPlans } from "../../store/drivers/plans.ts";
import { listOrdersById } from "../../store/orders/orders.ts";
import type { EventStream } from "../base/event-stream.ts";
import { encodeClosedOffer, encodeDriverOrder, encodeOffer, encodeTakenBack } from "../wire/driver-order.ts";
import { unixSeconds } from "../wire/time.ts";

export type DriverStreams = {
  // Begins with all open offers, or after `lastEventId` with what has changed since.
  readonly follow: (
    listener: Pick<Listener, "phone" | "stream" | "mayListen">,
    lastEventId: number | undefined,
  ) => Promise<void>;
  // Why one more stream cannot be opened now.
  readonly refusal: () => Refusal<"SERVICE_UNAVAILABLE"> | undefined;
  readonly leave: (stream: EventStream) => void;
  readonly close: () => void;
};

type Listener = {
  readonly phone: Phone;
  readonly stream: EventStream;
  // False once the session is over.
  readonly mayListen: () => Promise<boolean>;
  afterSeq: number;
  readonly checkIns: Set<string>;
  readonly takenBack: Set<string>;
  // The orders in their hands when they were last looked at.
  inHand: string | undefined;
  // The same with their last events, when everything was last looked at because notices may have been missed.
  events: string | undefined;
  // When the plan that was told last had changed.
  planAt: number | undefined;
};

type Deps = Pick<Services, "db" | "notices" | "clock"> & {
  readonly processName: string;
  readonly live: Pick<Live, "follow">;
  readonly streamsMax: number;
  readonly onTrouble: (error: unknown) => void;
};

const LOOK_MS = 5_000;
const CHANGES_MAX = 1_000;
// Whoever was away for less hears of it when they are back.
const TAKEN_BACK_MS = 10 * 60_000;
// A stream that missed more than this begins anew.
const MISSED_MAX = 200;
export const OPEN_OFFERS_MAX = 100;
// A phone, a tablet, and connections that the network has forgotten to close.
const STREAMS_PER_DRIVER = 5;

export function openDriverStreams(deps: Deps): DriverStreams {
  const { onTrouble: failed } = deps;
  const hub = openStreamHub<Listener>({
    max: deps.streamsMax,
    perTopicMax: STREAMS_PER_DRIVER,
    onTopic: (phone, isFollowed) => {
      for (const following of followed) isFollowed ? following.want(phone) : following.leave(phone);
      noting.wake();
    },
    onTrouble: deps.onTrouble,
  });
  let wokenDrivers = new Set<Phone>();
  // By order, whose it is.
  let changedOrders = new Map<string, Phone>();
  const telling = openLoop({ work: tellAll, failed });
  const looking = openLoop({ work: look, failed, everyMs: LOOK_MS });

  // Who has no stream anywhere is told of offers by push.
  const noting = openStreamNotes(deps, deps.processName, hub.topics, failed);

  async function tellAll(): Promise<void> {
    const phones = [...wokenDrivers].filter(isHere);
    const changed = changedOrders;
    wokenDrivers = new Set();
    changedOrders = new Map();
    if (phones.length > 0) await tellOffers(phones);
    if (changed.size > 0) await tellOrders(changed);
  }

  function isHere(phone: Phone): boolean {
    return hub.of(phone).size > 0;
  }

  function wake(phones: readonly Phone[]): void {
    for (const phone of phones) wokenDrivers.add(phone);
    if (phones.length > 0) telling.wake();
  }

  async function tellOffers(phones: readonly Phone[]): Promise<void> {
    const followers = phones.map((phone) => {
      const afterSeq = Math.min(...[...hub.of(phone)].map((listener) => listener.afterSeq));
      return { phone, afterSeq };
    });
    const changes = await listOfferChanges(deps.db, followers, CHANGES_MAX);
    const records = await recordsOf(changes);
    for (const offer of changes) {
      for (const listener of hub.of(offer.driverPhone)) {
        if (offer.seq <= listener.afterSeq) continue;
        listener.afterSeq = offer.seq;
        const open = records.get(offer.id);
        if (open) listener.stream.send("offer", open, offer.seq);
        else listener.stream.send("offer_closed", encodeClosedOffer(offer), offer.seq);
      }
    }
    if (changes.length === CHANGES_MAX) wake(phones);
    for (const { driverPhone, why, changedAt, visits } of await listPlans(deps.db, phones)) {
      for (const listener of hub.of(driverPhone)) {
        if (listener.planAt === changedAt.getTime()) continue;
        listener.planAt = changedAt.getTime();
        listener.stream.send("plan", {
          why,
          changed_at: unixSeconds(changedAt),
          orders: [...new Set(visits.map(({ orderId }) => orderId))],
        });
      }
    }
    const since = new Date(deps.clock.now().getTime() - TAKEN_BACK_MS);
    for (const one of await listTakenBack(deps.db, phones, since)) {
      for (const listener of hub.of(one.driverPhone)) {
        if (listener.takenBack.has(one.orderId)) continue;
        listener.takenBack.add(one.orderId);
        listener.stream.send("taken_back", encodeTakenBack(one));
      }
    }
    for (const { orderId, driverPhone, askedAt } of await listCheckIns(deps.db, phones)) {
      for (const listener of hub.of(driverPhone)) {
        const asked = `${orderId} ${askedAt.getTime()}`;
        if (listener.checkIns.has(asked)) continue;
        listener.checkIns.add(asked);
        listener.stream.send("check_in", { order_id: orderId, asked_at: unixSeconds(askedAt) });
      }
    }
  }

  async function tellOrders(changed: ReadonlyMap<string, Phone>): Promise<void> {
    const phones = [...new Set(changed.values())];
    for (const order of await listOrdersOfDrivers(deps.db, [...changed.keys()], phones)) {
      const record = encodeDriverOrder(order);
      for (const listener of hub.of(order.driver?.phone ?? "")) listener.stream.send("order", record);
    }
  }

  // Of the offers that are open, their records.
  async function recordsOf(offers: readonly Offer[]) {
    const now = deps.clock.now();
    const open = offers.filter((offer) => offer.answer === null && offer.expiresAt > now);
    const orders = new Map(
      (await listOrdersById(deps.db, [...new Set(open.map((offer) => offer.orderId))])).map((order) => [
        order.id,
        order,
      ]),
    );
    return new Map(
      open.flatMap((offer) => {
        const order = orders.get(offer.orderId);
        return order ? [[offer.id, encodeOffer(offer, order, now)] as const] : [];
      }),
    );
  }

  function tellToReload(phones: readonly Phone[]): void {
    for (const phone of phones) for (const { stream } of hub.of(phone)) stream.send("reload", {});
  }

  async function look(): Promise<void> {
    const phones = hub.topics();
    if (phones.length === 0) return;
    const inHand = await listInHand(deps.db, phones);
    for (const phone of phones) {
      const orders = inHand.get(phone) ?? "";
      for (const listener of hub.of(phone)) {
        if (listener.inHand !== undefined && listener.inHand !== orders) listener.stream.send("reload", {});
        listener.inHand = orders;
      }
    }
    wake(phones);
  }

  // While notices may be missed: who has something else in hand than when everybody was last looked at so, or whose order has changed.
  async function lookAtEverything(): Promise<void> {
    const phones = hub.topics();
    const inHand = phones.length === 0 ? new Map() : await listInHand(deps.db, phones, true);
    for (const phone of phones) {
      const events = inHand.get(phone) ?? "";
      for (const listener of hub.of(phone)) {
        if (listener.events !== events) listener.stream.send("reload", {});
        listener.events = events;
      }
    }
  }

  const followed = [
    deps.live.follow("giao_offers", (phone) => wake(phone === EVERYTHING ? hub.topics() : [phone])),
    deps.live.follow("giao_held", (payload) => {
      if (payload === EVERYTHING) return void lookAtEverything().catch(failed);
      const [phone = "", orderId] = payload.split(" ");
      // Nothing but the phone: its notices have just begun to be heard.
      if (orderId === undefined) return;
      changedOrders.set(orderId, phone);
      telling.wake();
    }),
  ];
  // Their name, their vehicle, or an order that was taken out of their hands.
  const stopDrivers = deps.notices.on("giao_drivers", (phone) => tellToReload([phone]));

  return {
    follow: async (joining, lastEventId) => {
      // The number first, then the offers: what changes in between is told twice rather than not at all.
      const seq = await findOfferSeq(deps.db, joining.phone);
      const missed = lastEventId === undefined ? Infinity : seq - lastEventId;
      const goesOn = missed >= 0 && missed <= MISSED_MAX;
      const listener: Listener = {
        ...joining,
        afterSeq: goesOn ? seq - missed : seq,
        checkIns: new Set(),
        takenBack: new Set(),
        inHand: undefined,
        events: undefined,
        planAt: undefined,
      };
      if (!goesOn) {
        const open = await listOpenOffers(deps.db, joining.phone, deps.clock.now(), OPEN_OFFERS_MAX);
        joining.stream.send("offers", { offers: [...(await recordsOf(open)).values()] }, seq);
      }
      hub.join(joining.phone, listener);
      wake([joining.phone]);
    },
    refusal: () => {
      if (!hub.isFull()) return undefined;
      return refuse("SERVICE_UNAVAILABLE", "This server has as many open streams as it can carry; ask for the list.");
    },
    leave: hub.leave,
    close: () => {
      stopDrivers();
      for (const following of followed) following.stop();
      void Promise.all([telling.stop(), looking.stop(), noting.stop()]);
      hub.close();
    },
  };
}
