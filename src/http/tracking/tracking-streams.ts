// What open tracking pages hear live. A change of an order comes as a notice and is read from the database, for all changed
// orders in one statement; where drivers are is read once a second, for all watched orders in one statement, and where there is a live
// plane, of those who moved a moment later. So an open page
// costs memory and a few bytes, and every replica hears the same.

import type { TrackingState } from "../../contract/tracking.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isFinished } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { isStopGone, type TrackingLink } from "../../domain/tracking/tracking-link.ts";
import type { Live } from "../../operations/live/open-live.ts";
import {
  contactOf,
  seeLive,
  showTracking,
  type TrackedOrder,
  type TrackingDeps,
} from "../../operations/tracking/see-tracking.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import { openStreamHub } from "../../ports/flow/stream-hub.ts";
import { EVERYTHING } from "../../ports/live/live-notices.ts";
import type { EventStream } from "../base/event-stream.ts";
import { encodeTracking, type MapNote, moveOf } from "../wire/tracking.ts";

export type TrackingStreams = {
  // Whether one more stream may be opened; asked before anything is written.
  readonly refusal: (
    link: TrackingLink,
    address: string,
  ) => Refusal<"TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE"> | undefined;
  readonly follow: (tracked: TrackedOrder, address: string, stream: EventStream) => void;
  readonly leave: (stream: EventStream) => void;
  readonly close: () => void;
};

type Reader = {
  readonly link: TrackingLink;
  readonly stream: EventStream;
  // As it was last read.
  order: Order;
  // How the sender is reached, once that is told.
  contact: string;
  // What was last said, without the time of saying it.
  said: string;
};

type Deps = TrackingDeps & {
  readonly live: Live;
  readonly map: () => MapNote;
  readonly limits: { readonly streamsMax: number; readonly perAddressMax: number };
  readonly onTrouble: (error: unknown) => void;
};

const MOVE_MS = 1_000;
// Drivers who move meanwhile are read together.
const SOON_MS = 50;
// A family and their devices; more is one link in a loop.
const PER_LINK_MAX = 20;

export function openTrackingStreams(deps: Deps): TrackingStreams {
  const { limits, onTrouble } = deps;
  // What has ended may have expired since.
  const onCheck = (): void => wake(watched((order) => isFinished(order)));
  const onTopic = (orderId: string, isFollowed: boolean): void => {
    if (isFollowed) followed.want(orderId);
    else {
      followed.leave(orderId);
      attend(orderId, undefined);
    }
  };
  const hub = openStreamHub<Reader>({ max: limits.streamsMax, onCheck, onTopic, onTrouble });
  let changed = new Set<string>();
  const telling = openLoop({ work: tellChanged, failed: onTrouble });
  const moving = openLoop({ work: () => tellMoves(watched(isUnderWay)), failed: onTrouble, everyMs: MOVE_MS });
  // By order, the driver whose moves are listened for; and who has moved.
  const attended = new Map<string, Phone>();
  let moved = new Set<Phone>();
  const movingSoon = openLoop({ work: tellMoved, failed: onTrouble, restMs: SOON_MS });

  function wake(orderIds: readonly string[]): void {
    for (const id of orderIds) changed.add(id);
    if (orderIds.length > 0) telling.wake();
  }

  function watched(is: (order: Order) => boolean): readonly string[] {
    return hub.topics().filter((id) => [...hub.of(id)].some(({ order }) => is(order)));
  }

  // Whole states. An order that is not found any more has expired, a stop may have left the path: their pages are told so and closed.
  async function tellChanged(): Promise<void> {
    const orderIds = [...changed];
    changed = new Set();
    const orders = new Map((await deps.tracked.byIds(orderIds)).map((order) => [order.id, order]));
    const live = await seeLive(deps, orderIds);
    for (const orderId of orderIds) {
      const order = orders.get(orderId);
      const contact = order ? await contactOf(deps, order) : "";
      for (const reader of hub.of(orderId)) {
        if (order) {
          reader.order = order;
          reader.contact = contact;
        }
        if (order) attend(orderId, isUnderWay(order) ? order.driver?.phone : undefined);
        if (!order || isStopGone(order, reader.link)) {
          reader.stream.send("gone", {});
          reader.stream.end();
          continue;
        }
        const state = stateFor(reader, live);
        reader.said = digestOf(state);
        reader.stream.send("state", state);
      }
    }
  }

  // Only what moves, and only where it has moved.
  async function tellMoves(orderIds: readonly string[]): Promise<void> {
    if (orderIds.length === 0) return;
    const live = await seeLive(deps, orderIds);
    for (const orderId of orderIds) {
      for (const reader of hub.of(orderId)) {
        const state = stateFor(reader, live);
        const digest = digestOf(state);
        if (digest === reader.said) continue;
        reader.said = digest;
        reader.stream.send("moved", moveOf(state));
      }
    }
  }

  function stateFor({ link, order, contact }: Reader, live: Awaited<ReturnType<typeof seeLive>>): TrackingState {
    return encodeTracking(showTracking(deps, link, order, live.get(order.id), contact), deps.map(), deps.clock.now());
  }

  function isUnderWay(order: Order): boolean {
    return order.driver !== null && !isFinished(order);
  }

  function attend(orderId: string, driver: Phone | undefined): void {
    const before = attended.get(orderId);
    if (before === driver) return;
    if (before !== undefined) moves.leave(before);
    if (driver === undefined) attended.delete(orderId);
    else {
      attended.set(orderId, driver);
      moves.want(driver);
    }
  }

  async function tellMoved(): Promise<void> {
    const drivers = moved;
    moved = new Set();
    await tellMoves([...attended].filter(([, phone]) => drivers.has(phone)).map(([orderId]) => orderId));
  }

  const followed = deps.live.follow("giao_orders", (orderId) =>
    wake(orderId === EVERYTHING ? hub.topics() : [orderId]),
  );
  const moves = deps.live.follow("giao_moves", (phone) => {
    moved.add(phone);
    movingSoon.wake();
  });

  return {
    refusal: (link, address) => {
      if (hub.isFull()) {
        return refuse(
          "SERVICE_UNAVAILABLE",
          "This server has as many open streams as it can carry; ask for the state instead.",
        );
      }
      if (hub.countOf(address) >= limits.perAddressMax || hub.countOf(keyOf(link)) >= PER_LINK_MAX) {
        return refuse("TOO_MANY_REQUESTS", "Too many open streams from here; close one, or ask for the state instead.");
      }
      return undefined;
    },
    follow: ({ link, order }, address, stream) => {
      hub.join(order.id, { link, order, contact: "", stream, said: "" }, [address, keyOf(link)]);
      // Read again from now on, so that nothing is missed between the look-up of the link and this.
      wake([order.id]);
    },
    leave: hub.leave,
    close: () => {
      followed.stop();
      moves.stop();
      void Promise.all([telling.stop(), moving.stop(), movingSoon.stop()]);
      hub.close();
    },
  };
}

function keyOf({ token, stopIndex }: TrackingLink): string {
  return `${token} ${stopIndex ?? ""}`;
}

// Everything a reader would notice. Times that only say when it was said are not among it, nor is a window that closes in
// by the second.
function digestOf({ driver, eta, stops }: TrackingState): string {
  return JSON.stringify([driver, eta?.minutes, stops.map(({ status }) => status)]);
}
