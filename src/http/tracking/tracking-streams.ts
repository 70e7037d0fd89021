// What open tracking pages hear live. A change of an order comes as a notice and is read from the database, for all changed
// orders in one statement; where drivers are is read once a second, for all watched orders in one statement. So an open page
// costs memory and a few bytes, and every replica hears the same.

import type { TrackingState } from "../../contract/tracking.ts";
import type { Order } from "../../domain/orders/order.ts";
import { isFinished } from "../../domain/orders/order.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { isStopGone, type TrackingLink } from "../../domain/tracking/tracking-link.ts";
import type { Live } from "../../operations/live/open-live.ts";
import { seeLive, showTracking, type TrackedOrder, type TrackingDeps } from "../../operations/tracking/see-tracking.ts";
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

type Listener = {
  readonly link: TrackingLink;
  readonly address: string;
  readonly stream: EventStream;
  // What was last said, without the time of saying it.
  said: string;
};

// `driver`: whose moves are listened for.
type Watched = { order: Order; readonly listeners: Set<Listener>; driver: string | undefined };

type Deps = TrackingDeps & {
  readonly live: Live;
  readonly map: () => MapNote;
  readonly limits: { readonly streamsMax: number; readonly perAddressMax: number };
  readonly onTrouble: (error: unknown) => void;
};

const MOVE_MS = 1_000;
// Drivers who move meanwhile are read together.
const SOON_MS = 50;
const BEAT_MS = 15_000;
// A family and their devices; more is one link in a loop.
const PER_LINK_MAX = 20;

export function openTrackingStreams(deps: Deps): TrackingStreams {
  const watched = new Map<string, Watched>();
  const perAddress = new Map<string, number>();
  const perLink = new Map<string, number>();
  const joined = new Map<EventStream, { readonly orderId: string; readonly listener: Listener }>();
  let changed = new Set<string>();
  let isTelling = false;
  let isMoving = false;
  let isClosed = false;

  function wake(): void {
    if (isTelling) return;
    isTelling = true;
    void tellChanged().finally(() => {
      isTelling = false;
    });
  }

  async function tellChanged(): Promise<void> {
    while (changed.size > 0) {
      const orderIds = [...changed];
      changed = new Set();
      try {
        await tell(orderIds);
      } catch (error) {
        deps.onTrouble(error);
      }
    }
  }

  // Whole states. An order that is not found any more has expired, a stop may have left the path: their pages are told so and closed.
  async function tell(orderIds: readonly string[]): Promise<void> {
    const orders = new Map((await deps.tracked.byIds(orderIds)).map((order) => [order.id, order]));
    const live = await seeLive(deps, orderIds);
    for (const orderId of orderIds) {
      const order = orders.get(orderId);
      const watch = watched.get(orderId);
      if (!watch) continue;
      if (order) watch.order = order;
      attend(watch);
      for (const listener of watch.listeners) {
        if (!order || isStopGone(order, listener.link)) {
          listener.stream.send("gone", {});
          listener.stream.end();
          continue;
        }
        const state = stateFor(listener, order, live);
        listener.said = gistOf(state);
        listener.stream.send("state", state);
      }
    }
  }

  // Only what moves, and only where it has moved.
  async function tellMoves(orderIds: readonly string[]): Promise<void> {
    if (orderIds.length === 0) return;
    const live = await seeLive(deps, orderIds);
    for (const orderId of orderIds) {
      const watch = watched.get(orderId);
      for (const listener of watch?.listeners ?? []) {
        const state = stateFor(listener, watch!.order, live);
        const gist = gistOf(state);
        if (gist === listener.said) continue;
        listener.said = gist;
        listener.stream.send("moved", moveOf(state));
      }
    }
  }

  function stateFor(listener: Listener, order: Order, live: Awaited<ReturnType<typeof seeLive>>): TrackingState {
    return encodeTracking(showTracking(deps, listener.link, order, live.get(order.id)), deps.map(), deps.clock.now());
  }

  function underWay(): readonly string[] {
    return [...watched].filter(([, { order }]) => order.driver && !isFinished(order)).map(([id]) => id);
  }

  function move(orderIds: readonly string[]): void {
    if (isMoving || orderIds.length === 0) return;
    isMoving = true;
    tellMoves(orderIds)
      .catch(deps.onTrouble)
      .finally(() => {
        isMoving = false;
      });
  }

  const moving = setInterval(() => move(underWay()), MOVE_MS);
  moving.unref();

  // Where a live plane tells that a driver has moved, it is looked at soon rather than with all others.
  let moved = new Set<string>();
  let lookingSoon: NodeJS.Timeout | undefined;
  const moves = deps.live.follow("giao_moves", (phone) => {
    moved.add(phone);
    lookingSoon ??= setTimeout(lookAtMoved, SOON_MS).unref();
  });

  function attend(watch: Watched): void {
    const driver = isFinished(watch.order) ? undefined : watch.order.driver?.phone;
    if (driver === watch.driver) return;
    if (watch.driver !== undefined) moves.leave(watch.driver);
    if (driver !== undefined) moves.want(driver);
    watch.driver = driver;
  }

  function lookAtMoved(): void {
    lookingSoon = undefined;
    // What is being told right now may have been read before.
    if (isMoving) {
      lookingSoon = setTimeout(lookAtMoved, SOON_MS).unref();
      return;
    }
    const phones = moved;
    moved = new Set();
    move(underWay().filter((id) => phones.has(watched.get(id)!.order.driver!.phone)));
  }

  const beating = setInterval(() => {
    for (const { listeners } of watched.values()) for (const { stream } of listeners) stream.beat();
    // What has ended may have expired since.
    for (const [orderId, { order }] of watched) if (isFinished(order)) changed.add(orderId);
    if (changed.size > 0) wake();
  }, BEAT_MS);
  beating.unref();

  const followed = deps.live.follow("giao_orders", (orderId) => {
    for (const id of orderId === EVERYTHING ? watched.keys() : [orderId]) changed.add(id);
    if (changed.size > 0) wake();
  });

  return {
    refusal: (link, address) => {
      if (joined.size >= deps.limits.streamsMax) {
        return refuse(
          "SERVICE_UNAVAILABLE",
          "This server has as many open streams as it can carry; ask for the state instead.",
        );
      }
      if (
        (perAddress.get(address) ?? 0) >= deps.limits.perAddressMax ||
        (perLink.get(keyOf(link)) ?? 0) >= PER_LINK_MAX
      ) {
        return refuse("TOO_MANY_REQUESTS", "Too many open streams from here; close one, or ask for the state instead.");
      }
      return undefined;
    },
    follow: ({ link, order }, address, stream) => {
      if (isClosed) return stream.sendElsewhere();
      const listener: Listener = { link, address, stream, said: "" };
      const watch = watched.get(order.id) ?? { order, listeners: new Set(), driver: undefined };
      if (!watched.has(order.id)) followed.want(order.id);
      watched.set(order.id, watch);
      attend(watch);
      watch.listeners.add(listener);
      joined.set(stream, { orderId: order.id, listener });
      add(perAddress, address, 1);
      add(perLink, keyOf(link), 1);
      // Read again from now on, so that nothing is missed between the look-up of the link and this.
      changed.add(order.id);
      wake();
    },
    leave: (stream) => {
      const known = joined.get(stream);
      if (!known) return;
      const { orderId, listener } = known;
      joined.delete(stream);
      add(perAddress, listener.address, -1);
      add(perLink, keyOf(listener.link), -1);
      const watch = watched.get(orderId);
      watch?.listeners.delete(listener);
      if (watch?.listeners.size !== 0) return;
      watched.delete(orderId);
      followed.leave(orderId);
      if (watch.driver !== undefined) moves.leave(watch.driver);
    },
    close: () => {
      isClosed = true;
      clearInterval(moving);
      clearInterval(beating);
      followed.stop();
      moves.stop();
      clearTimeout(lookingSoon);
      for (const stream of [...joined.keys()]) stream.sendElsewhere();
    },
  };
}

function keyOf({ token, stopIndex }: TrackingLink): string {
  return `${token} ${stopIndex ?? ""}`;
}

function add(counts: Map<string, number>, key: string, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

// Everything a reader would notice. Times that only say when it was said are not among it, nor is a window that closes in
// by the second.
function gistOf({ driver, eta, stops }: TrackingState): string {
  return JSON.stringify([driver, eta?.minutes, stops.map(({ status }) => status)]);
}
