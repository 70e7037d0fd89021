// A small shop that delivers with Giao: it asks for prices, orders, believes only signed callbacks, and knows at any time where
// a parcel is. In a project of your own the first import reads: from "giao-client".
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  BadCallback,
  type CallbackEvent,
  type Giao,
  isRefused,
  type Order,
  type PathPointInput,
  readCallback,
} from "../../clients/typescript/src/entry.ts";

export type Basket = { readonly number: string; readonly to: PathPointInput; readonly codVnd: number };
export type Sale = {
  readonly orderId: string;
  readonly feeVnd: number;
  readonly trackingLink: string;
  readonly state: "waiting" | "on its way" | "delivered" | "not delivered" | "cancelled";
  // Of the newest event we know: an older one that comes late must not undo it.
  readonly seq: number;
};
export type Shop = {
  readonly checkOut: (basket: Basket) => Promise<Sale>;
  // Every change of a sale, oldest first, until it is over.
  readonly follow: (orderId: string) => AsyncGenerator<Sale, void, undefined>;
  readonly url: string;
  readonly close: () => Promise<void>;
};

const PICKUP: PathPointInput = {
  address: "12 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh",
  lat: 10.7743,
  lng: 106.7012,
  name: "Tiệm Bánh Mì",
  mobile: "0900000001",
};
const SERVICES = [{ _id: "BIKE" }, { _id: "ECO" }];
const CALLBACK_PATH = "/hooks/giao";
const CALLBACK_BYTES_MAX = 256 * 1024;

export async function openShop(giao: Giao): Promise<Shop> {
  const sales = new Map<string, Sale>();
  const listeners = new Set<(sale: Sale) => void>();
  // Events may overtake the answer to our own order: what we know by then is kept.
  const note = (event: CallbackEvent): void => {
    const before = sales.get(event._id);
    if (before && before.seq >= event.event_seq) return;
    const sale = {
      orderId: event._id,
      feeVnd: event.total_fee,
      trackingLink: event.shared_link,
      state: stateOf(event),
      seq: event.event_seq,
    };
    sales.set(event._id, sale);
    for (const tell of listeners) tell(sale);
  };

  let secret = "";
  const server = createServer((request, response) => {
    receive(request, response, secret, note).catch((thrown: unknown) => {
      // Any status but 2xx brings the event again, so a fault of ours loses nothing.
      response.writeHead(thrown instanceof BadCallback ? 401 : 500).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  try {
    await giao.call("setCallbacks", { body: { url: url + CALLBACK_PATH } });
    // A real shop has the secret in its settings, from when its keys were shown; this one begins anew each time.
    secret = (await giao.call("rotateCallbackSecret", {})).callback_secret;
  } catch (thrown) {
    close();
    throw thrown;
  }

  return {
    url,
    checkOut: async (basket) => {
      const { _id: orderId, total_fee: feeVnd, shared_link: trackingLink } = await order(giao, basket);
      const sale: Sale = sales.get(orderId) ?? { orderId, feeVnd, trackingLink, state: "waiting", seq: 0 };
      sales.set(orderId, sale);
      return sale;
    },
    follow: async function* (orderId) {
      const waiting: Sale[] = [];
      let wake = (): void => undefined;
      const listen = (sale: Sale): void => {
        if (sale.orderId === orderId) waiting.push(sale);
        wake();
      };
      listeners.add(listen);
      try {
        const now = sales.get(orderId);
        if (now) waiting.push(now);
        for (;;) {
          const sale = waiting.shift();
          if (!sale) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          yield sale;
          if (sale.state !== "waiting" && sale.state !== "on its way") return;
        }
      } finally {
        listeners.delete(listen);
      }
    },
    close: async () => {
      close();
      await giao.call("clearCallbacks", {});
    },
  };
}

// The cheaper service, at exactly the price that was shown. The basket's number is the key: whether a customer clicks twice or
// the shop crashes in between, one driver comes.
async function order(giao: Giao, basket: Basket): Promise<Order> {
  const stop = { ...basket.to, cod: basket.codVnd, tracking_number: basket.number };
  const common = { order_time: 0, path: [PICKUP, stop], payment_method: "BALANCE" as const };
  const estimates = await giao.estimate({ ...common, group_services: SERVICES });
  const [cheapest] = estimates
    .flatMap(({ service_id, data }) => (data ? [{ service_id, ...data }] : []))
    .sort((a, b) => a.total_fee - b.total_fee);
  if (!cheapest) throw new Error("no service delivers there");
  const { service_id, quote_id } = cheapest;
  try {
    const wanted = { ...common, service_id, quote_id };
    return (await giao.createOrder(wanted, { idempotencyKey: basket.number })).order;
  } catch (thrown) {
    if (isRefused(thrown, "NOT_ENOUGH_CREDIT")) throw new Error("top up the shop's balance first", { cause: thrown });
    // The same basket under another quote: it was ordered before.
    if (!isRefused(thrown, "IDEMPOTENCY_KEY_REUSED")) throw thrown;
    const [before] = await giao.call("findOrdersByTrackingNumber", { query: { tracking_number: basket.number } });
    if (!before) throw thrown;
    return giao.getOrder(before._id);
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  note: (event: CallbackEvent) => void,
): Promise<void> {
  if (request.method !== "POST" || request.url !== CALLBACK_PATH) {
    response.writeHead(404).end();
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > CALLBACK_BYTES_MAX) throw new BadCallback("not_an_event", "the body is too long");
    chunks.push(chunk);
  }
  note(await readCallback({ headers: request.headers, body: Buffer.concat(chunks) }, secret));
  response.writeHead(204).end();
}

// COMPLETED says that every stop was visited; whether the parcel was handed over stands at the stop.
function stateOf(event: CallbackEvent): Sale["state"] {
  if (event.status === "CANCELLED") return "cancelled";
  if (event.status === "COMPLETED") {
    return event.path.slice(1).every((stop) => stop.status === "COMPLETED") ? "delivered" : "not delivered";
  }
  return event.status === "IN PROCESS" ? "on its way" : "waiting";
}
