// Calls that change what an order is about, as its creator makes them.
import { assertOk } from "./expect.ts";
import type { Answer, Json } from "./giao.ts";
import { type Body, DELIVERY, type OrderTests, orderBody, point } from "./orders.ts";

export const THIRD = { lat: 10.8, lng: 106.69 };
export const ITEM = { _id: "1", name: "Hoa", price: 90_000, num: 2 };

export const three = (change: Body = {}): Body =>
  orderBody({ path: [point(), point(DELIVERY), point(THIRD)], ...change });

export function contentCalls(orders: OrderTests) {
  return {
    now: (): number => orders.house.clock.now().getTime() / 1_000,
    patch: (id: string, body: unknown, token = orders.token) =>
      orders.call("PATCH", `/v3/orders/${id}`, { token, body }),
    add: (id: string, body: unknown = point(THIRD), token = orders.token) =>
      orders.call("POST", `/v3/orders/${id}/points`, { token, body }),
    remove: (id: string, index: unknown, token = orders.token) =>
      orders.call("DELETE", `/v3/orders/${id}/points/${index}`, { token }),
  };
}

export async function ok(answering: Promise<Answer>): Promise<Json> {
  const answer = await answering;
  assertOk(answer);
  return answer.body;
}
