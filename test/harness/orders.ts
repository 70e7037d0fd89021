// A server for tests of orders: roads that can be worked out by hand, ten in the morning, and words to order with.

import type { Roads } from "../../src/domain/roads.ts";
import type { HouseWorld } from "../../src/wiring/house.ts";
import { crowRoads } from "./crow-roads.ts";
import { assertOk } from "./expect.ts";
import { type Answer, type Giao, type Json, startGiao } from "./giao.ts";
import { toHour } from "./hours.ts";

export type Body = { [key: string]: Json };

// Inside Ho Chi Minh City, 2.3 km apart by these roads.
export const PICKUP = { lat: 10.7769, lng: 106.7009 };
export const DELIVERY = { lat: 10.79, lng: 106.71 };
export const HANOI = { lat: 21.0285, lng: 105.8542 };
// On land and in no city of the catalogue.
export const NOWHERE = { lat: 12.5, lng: 107.5 };

export function point(more: Body = {}): Body {
  return { address: "somewhere", name: "Lan", mobile: "0900000009", ...PICKUP, ...more };
}

export function orderBody(change: Body = {}): Body {
  return {
    order_time: 0,
    path: [point(), point(DELIVERY)],
    service_id: "SGN-BIKE",
    requests: [],
    payment_method: "BALANCE",
    ...change,
  };
}

// The sender of the sandbox's demo partner, and calls on its behalf.
export type OrderTests = Giao & {
  readonly token: string;
  readonly create: (body?: Body, token?: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly created: (body?: Body, token?: string) => Promise<Json>;
  readonly estimate: (body: Body, token?: string) => Promise<Answer>;
  readonly detail: (orderId: string, token?: string) => Promise<Json>;
  // Through the sandbox's tools.
  readonly play: (orderId: string, type: string, more?: Body) => Promise<Answer>;
  readonly advance: (seconds: number) => Promise<void>;
  readonly walletOf: (phone: string) => Promise<{ main: number; bonus: number; held: number; cod: number }>;
  // A new account with this much money.
  readonly fundedAccount: (phone: string, main: number, bonus?: number) => Promise<string>;
  readonly verify: () => Promise<Json>;
};

export async function startOrderTests(
  env: Readonly<Record<string, string>> = {},
  roads: Roads = crowRoads,
  world: Partial<HouseWorld> = {},
): Promise<OrderTests> {
  const giao = await startGiao(env, { ...world, roads });
  await toHour(giao);
  const token = await giao.signIn();
  const create: OrderTests["create"] = (body = orderBody(), as = token, headers = {}) =>
    giao.call("POST", "/v3/orders", { token: as, body, headers });
  const operator = async (method: string, path: string, body?: Body): Promise<Json> => {
    const answer = await giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
    assertOk(answer);
    return answer.body;
  };
  return {
    ...giao,
    token,
    create,
    created: async (body, as) => {
      const answer = await create(body, as);
      assertOk(answer);
      return answer.body.order;
    },
    estimate: (body, as = token) => giao.call("POST", "/v3/orders/estimates", { token: as, body }),
    detail: async (orderId, as = token) => {
      const answer = await giao.call("GET", `/v3/orders/${orderId}`, { token: as });
      assertOk(answer);
      return answer.body;
    },
    play: (orderId, type, more = {}) =>
      giao.call("POST", `/sandbox/v1/orders/${orderId}/events`, { operator: true, body: { type, ...more } }),
    advance: async (seconds) => {
      assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
    },
    walletOf: (phone) => operator("GET", `/accounts/${phone}`),
    fundedAccount: async (phone, main, bonus = 0) => {
      const registered = await giao.register(phone);
      for (const [wallet, amount] of Object.entries({ main, bonus })) {
        if (amount > 0) await operator("POST", `/accounts/${phone}/top-ups`, { amount, wallet, reference: wallet });
      }
      return registered;
    },
    verify: () => operator("GET", "/ledger/verify"),
  };
}
