// Partners with callbacks, as the API knows them: each with keys, an account that has money, and a path of its own on one receiver.
import { after } from "node:test";
import { assertOk } from "./expect.ts";
import type { Answer, Json } from "./giao.ts";
import { DELIVERY, type OrderTests, orderBody, point, startOrderTests } from "./orders.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

export type CallbackPartner = {
  readonly id: string;
  // Of its account, and of the partner itself.
  readonly token: string;
  readonly key: string;
  readonly secret: string;
  readonly path: string;
};

export type CallbackTests = {
  readonly orders: OrderTests;
  readonly receiver: Receiver;
  readonly operator: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly newPartner: (callback?: (path: string) => object) => Promise<CallbackPartner>;
  readonly toReceiver: (path: string) => { readonly url: string };
  readonly ordered: (partner: CallbackPartner, trackingNumber: string) => Promise<Json>;
  // The bodies that the partner's receiver has got.
  readonly sent: (partner: CallbackPartner) => Json[];
  readonly logOf: (partner: CallbackPartner, trackingNumber: string) => Promise<Json>;
};

export async function startCallbackTests(env: Readonly<Record<string, string>> = {}): Promise<CallbackTests> {
  const orders = await startOrderTests(env);
  const receiver = await startReceiver();
  after(() => receiver.close());
  let partners = 0;

  const operator: CallbackTests["operator"] = (method, path, body) =>
    orders.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });

  return {
    orders,
    receiver,
    operator,
    newPartner: async (callback) => {
      partners += 1;
      const id = `callbacks-${partners}`;
      const path = `/${id}`;
      const made = await operator("POST", "/partners", {
        id,
        name: id,
        ...(callback ? { callback: callback(path) } : {}),
      });
      assertOk(made);
      const phone = `8493100${String(partners).padStart(4, "0")}`;
      const token = await orders.register(phone, made.body.api_key);
      const topUp = { amount: 10_000_000, wallet: "main", reference: id };
      assertOk(await operator("POST", `/accounts/${phone}/top-ups`, topUp));
      return { id, token, key: made.body.api_key, secret: made.body.callback_secret, path };
    },
    toReceiver: (path) => ({ url: receiver.url(path) }),
    ordered: (partner, trackingNumber) =>
      orders.created(
        orderBody({ path: [point(), point({ ...DELIVERY, tracking_number: trackingNumber })] }),
        partner.token,
      ),
    sent: (partner) => receiver.seen(partner.path).map((seen) => JSON.parse(seen.body.toString())),
    logOf: async (partner, number) => {
      const path = `/v3/orders/callback-logs?tracking_number=${number}`;
      const log = await orders.call("GET", path, { token: partner.token });
      assertOk(log);
      return log.body;
    },
  };
}
