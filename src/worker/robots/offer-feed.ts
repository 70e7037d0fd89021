// Follows a driver's stream of offers: what is open now, and whether something about the orders in hand has changed.
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

  function hear(event: string, data: Record<string, unknown>): void {
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

  async function follow(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of chunks) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = fieldOf(block, "event");
        if (event !== undefined) hear(event, JSON.parse(fieldOf(block, "data") ?? "{}") as Record<string, unknown>);
      }
    }
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

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split("\n").find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
