// One robot driver: it takes what it is offered, drives there along the streets, picks up, delivers, and plays the story an
// order's remarks ask for. It knows nothing but what the public driver API tells it.

import { EventSourceParserStream } from "eventsource-parser/stream";
import type { LatLng } from "../../domain/geo.ts";
import type { Profile } from "../../domain/roads.ts";
import {
  isWork,
  nextStop,
  type RobotOrder,
  type RobotPlan,
  type Stop,
  wantsReturn,
} from "../../domain/robots/next-stop.ts";
import { fails, readStory } from "../../domain/robots/story.ts";
import { startStopwatch } from "../../ports/clock.ts";
import { type DriverClient, Refused, type RobotOffer } from "./driver-client.ts";
import { type Journey, type RouteCall, spotAfter } from "./journey.ts";

export type RobotParts = {
  readonly client: DriverClient;
  readonly route: RouteCall;
  readonly profile: Profile;
  // How many times faster than real life.
  readonly speed: number;
  // How often it looks around.
  readonly tickMs: number;
  readonly photo: Uint8Array<ArrayBuffer>;
  // Waits; rejects when the program stops.
  readonly sleep: (ms: number) => Promise<void>;
};

// Handing over takes this long in real life.
const SERVICE_SECONDS = 60;
const SLOW_SHARE = 0.2;
// Idle robots are heard of now and then, so that they stay reachable.
const IDLE_TICKS = 20;
// A robot with this much to do takes no more.
const ORDERS_MAX = 3;

// Lives until an error or the end of its stream; whoever started it starts it again.
export async function liveAsRobot(parts: RobotParts, from: LatLng): Promise<LatLng> {
  const { client, sleep, tickMs } = parts;
  await client.signIn();
  await client.goOnline(from);
  const feed = await followOffers(client);
  let isOver = false;
  const over = feed.ended.finally(() => {
    isOver = true;
  });
  // Its error is this life's error, but only when it is waited for.
  over.catch(() => undefined);
  const robot = embody(parts, feed, from);
  while (!isOver) {
    await sleep(tickMs);
    await robot.tick();
  }
  await over;
  return robot.place();
}

function embody(parts: RobotParts, feed: OfferFeed, from: LatLng) {
  const { client, speed } = parts;
  let place: LatLng = from;
  let orders: readonly RobotOrder[] = [];
  let plan: RobotPlan = [];
  let trip: { readonly stop: string; readonly journey: Journey; meters: number } | undefined;
  let waitedSeconds = 0;
  let quietTicks = 0;
  let watch = startStopwatch();

  async function tick(): Promise<void> {
    const seconds = (watch.elapsedMs() / 1000) * speed;
    watch = startStopwatch();
    for (const offer of [...feed.offers.values()]) await answer(offer);
    if (feed.takeNews()) await look();
    const stop = nextStop(orders, place, plan);
    if (stop) await drive(stop, seconds);
    else if (++quietTicks % IDLE_TICKS === 0) await client.report({ ...place, heading: 0, speed: 0 });
  }

  async function look(): Promise<void> {
    orders = (await client.orders()).filter(isWork);
    // With one order there is nothing to choose.
    plan = orders.length > 1 ? await client.plan() : [];
  }

  async function answer(offer: RobotOffer): Promise<void> {
    const story = readStory(offer.remarks);
    if (story.isLeftAlone || orders.length >= ORDERS_MAX) return;
    await orRefused(async () => {
      if (story.isRefused) await client.decline(offer.id);
      else orders = [...orders, await client.accept(offer.id)];
    });
  }

  async function drive(stop: Stop, seconds: number): Promise<void> {
    const name = `${stop.order.order_id} ${stop.kind} ${stop.pathIndex}`;
    if (trip?.stop !== name) {
      trip = { stop: name, journey: await parts.route(parts.profile, place, stop.place), meters: 0 };
      waitedSeconds = 0;
    }
    const { journey } = trip;
    const isThere = trip.meters >= journey.way.lengthMeters;
    if (!isThere) {
      const pace = journey.metersPerSecond * (readStory(stop.order.remarks).isSlow ? SLOW_SHARE : 1);
      trip.meters += pace * seconds;
      const spot = spotAfter(journey, trip.meters);
      place = { lat: spot.lat, lng: spot.lng };
      await client.report({ ...spot, speed: Math.min(pace, 1_000) });
      return;
    }
    waitedSeconds += seconds;
    if (waitedSeconds < SERVICE_SECONDS) return;
    trip = undefined;
    await orRefused(() => act(stop));
    await look();
  }

  async function act({ order, kind, pathIndex }: Stop): Promise<void> {
    const story = readStory(order.remarks);
    if (kind === "pickup") {
      if (story.isDropped && order.index === 0) {
        await client.step(order.order_id, "cancel", { comment: "Vehicle broken" });
        return;
      }
      await pickUp(order);
    } else if (kind === "door") {
      const after = fails(story, pathIndex, order.path.length - 1)
        ? await client.step(order.order_id, `points/${pathIndex}/fail`, { comment: "Recipient does not answer" })
        : await client.step(order.order_id, `points/${pathIndex}/deliver`, { pod_info: await proof(order) });
      if (wantsReturn(after)) await client.step(order.order_id, "return", { done: false });
    } else {
      // A robot that was ended at the door has not said yet that it turns back.
      if (wantsReturn(order)) await client.step(order.order_id, "return", { done: false });
      await client.step(order.order_id, "return", { done: true, por_info: await proof(order) });
    }
  }

  // Each answer says what comes next: some services are confirmed or paid for at the counter.
  async function pickUp({ order_id, sub_status }: RobotOrder): Promise<void> {
    let now = sub_status === "ARRIVED" ? undefined : await client.step(order_id, "arrive");
    if (now?.status === "CONFIRMING") now = await client.step(order_id, "confirm");
    if (now?.status === "PAYING") await client.step(order_id, "pay");
    await client.step(order_id, "pickup");
  }

  async function proof(order: RobotOrder): Promise<object> {
    return { images: [await client.upload(order.order_id, parts.photo)], received_by: "Robot" };
  }

  // What the server refuses was overtaken by events: the order was cancelled, the offer is over. The next look tells.
  async function orRefused(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401 || error.status >= 500) throw error;
      await look();
    }
  }

  return { tick, place: () => place };
}

// Follows a driver's stream of offers: what is open now, and whether something about the orders in hand has changed.
type OfferFeed = {
  readonly offers: ReadonlyMap<string, RobotOffer>;
  // True once after orders may have changed.
  readonly takeNews: () => boolean;
  // Resolves when the stream has ended; rejects when it broke.
  readonly ended: Promise<void>;
};

async function followOffers(client: DriverClient): Promise<OfferFeed> {
  const offers = new Map<string, RobotOffer>();
  let hasNews = true;

  function hear(event: string | undefined, data: Record<string, unknown>): void {
    if (event === "offers") {
      offers.clear();
      for (const offer of data.offers as readonly RobotOffer[]) offers.set(offer.id, offer);
    } else if (event === "offer") {
      offers.set(String(data.id), data as RobotOffer);
    } else if (event === "offer_closed") {
      offers.delete(String(data.id));
    } else {
      hasNews = true;
    }
  }

  async function follow(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const events = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) hear(event, JSON.parse(data) as Record<string, unknown>);
  }

  return {
    offers,
    takeNews: () => {
      const had = hasNews;
      hasNews = false;
      return had;
    },
    ended: follow(await client.stream()),
  };
}
