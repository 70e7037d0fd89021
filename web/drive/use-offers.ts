// The offers a driver may answer, as the stream tells of them. One that is being answered stays until its answer is here: the
// stream may say that it is closed before the order it became has arrived, and with neither, the page would go blank. One whose
// answer was refused stays until the driver has read why.

import { useCallback, useRef, useState } from "react";
import type { DriverOrder, Offer } from "../../clients/typescript/src/api.ts";
import type { StreamEvent } from "../parts/live/stream-events.ts";
import type { AskAsDriver } from "./ask.ts";
import { chime } from "./chime.ts";

export type OpenOffer = Offer & { readonly endsMs: number };
export type Answer = "accept" | "decline";

export type Offers = {
  readonly open: readonly OpenOffer[];
  readonly hear: (event: StreamEvent) => void;
  readonly answer: (offerId: string, how: Answer) => Promise<void>;
  // All its orders at once.
  readonly answerRoute: (routeId: string, how: Answer) => Promise<void>;
  // It has run out.
  readonly close: (offerId: string) => void;
  // The driver has read why it was refused.
  readonly dismiss: (offerId: string) => void;
};

export function useOffers(call: AskAsDriver, onTaken: (order: DriverOrder) => void): Offers {
  const [open, setOpen] = useState<readonly OpenOffer[]>([]);
  const latest = useRef(open);
  latest.current = open;
  const answered = useRef(new Set<string>());
  const close = useCallback((id: string) => {
    if (!answered.current.has(id)) setOpen((offers) => offers.filter((offer) => offer.id !== id));
  }, []);
  const dismiss = useCallback(
    (id: string) => {
      answered.current.delete(id);
      close(id);
    },
    [close],
  );

  const hear = useCallback(
    ({ name, data }: StreamEvent) => {
      if (name === "offers") {
        const received: readonly Offer[] = JSON.parse(data).offers;
        setOpen((offers) => [
          ...offers.filter((offer) => isLeft(offer, received, answered.current)),
          ...received.map(opened),
        ]);
      } else if (name === "offer") {
        const received: Offer = JSON.parse(data);
        setOpen((offers) => [...offers.filter(({ id }) => id !== received.id), opened(received)]);
        chime();
      } else if (name === "offer_closed") {
        close(JSON.parse(data).id);
      }
    },
    [close],
  );

  const answer = useCallback(
    async (id: string, how: Answer) => {
      answered.current.add(id);
      const params = { offer_id: id };
      if (how === "accept")
        onTaken(await call("acceptOffer", { params }, { headers: { "idempotency-key": `${how} ${id}` } }));
      else await call("declineOffer", { params });
      dismiss(id);
    },
    [call, onTaken, dismiss],
  );
  const answerRoute = useCallback(
    async (routeId: string, how: Answer) => {
      const asked = latest.current.filter(({ route_id }) => route_id === routeId).map(({ id }) => id);
      for (const id of asked) answered.current.add(id);
      const params = { route_id: routeId };
      if (how === "accept") for (const order of (await call("acceptRoute", { params })).orders) onTaken(order);
      else await call("declineRoute", { params });
      for (const id of asked) dismiss(id);
    },
    [call, onTaken, dismiss],
  );
  return { open, hear, answer, answerRoute, close, dismiss };
}

// Not among the open ones any more, but its answer is under way or was refused.
function isLeft({ id }: OpenOffer, received: readonly Offer[], answered: ReadonlySet<string>): boolean {
  return answered.has(id) && !received.some((offer) => offer.id === id);
}

// By this phone's own clock, whatever it shows.
function opened(offer: Offer): OpenOffer {
  return { ...offer, endsMs: performance.now() + offer.expires_in * 1000 };
}
