// Follows a driver's stream of offers: what is open now, and whether something about the orders in hand has changed.
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { DriverClient, RobotOffer } from "./driver-client.ts";

export type OfferFeed = {
  readonly offers: ReadonlyMap<string, RobotOffer>;
  // True once after orders may have changed.
  readonly takeNews: () => boolean;
  // Resolves when the stream has ended; rejects when it broke.
  readonly ended: Promise<void>;
};

export async function followOffers(client: DriverClient): Promise<OfferFeed> {
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
