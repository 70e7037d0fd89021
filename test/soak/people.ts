// Who uses the platform while it is being broken: senders who order, look, edit and cancel; drivers who take orders and carry them
// out; an operator who tops up. Each notes what they were told.
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../src/domain/chance.ts";
import type { Json } from "../harness/giao.ts";
import type { Facts, OrderFacts } from "./facts.ts";
import type { Line, Reply } from "./line.ts";

export type Sender = { readonly phone: string; readonly apiKey: string };
export type Person = { readonly line: Line; readonly facts: Facts; readonly chance: Chance };

const CENTRE = { lat: 10.7769, lng: 106.7009 };
const HELD_MAX = 3;

function near(chance: Chance): { readonly lat: number; readonly lng: number } {
  return { lat: CENTRE.lat + (chance() - 0.5) * 0.02, lng: CENTRE.lng + (chance() - 0.5) * 0.02 };
}

// Somebody who signs in anew whenever their token is no longer good.
function signedIn(line: Line, signIn: () => Promise<string>) {
  let token: string | undefined;
  return async (method: string, path: string, more: { key?: string; body?: unknown } = {}): Promise<Reply> => {
    for (;;) {
      token ??= await signIn();
      const reply = await line.ask(method, path, { token, ...more });
      if (reply.status !== 401) return reply;
      token = undefined;
    }
  };
}

export async function send(person: Person, sender: Sender, goesOn: () => boolean): Promise<void> {
  const { line, facts, chance } = person;
  const call = signedIn(line, async () => {
    const body = { api_key: sender.apiKey, mobile: sender.phone };
    return (await line.ask("POST", "/v3/accounts/token", { body })).body.token;
  });
  const mine: OrderFacts[] = [];
  for (let count = 1; goesOn(); count++) {
    const key = `${sender.phone}-${count}`;
    const body = orderBody(chance, key);
    await call("POST", "/v3/orders/estimates", { body: { ...body, services: [{ _id: "SGN-BIKE" }] } });
    facts.keysSent.add(key);
    const created = await call("POST", "/v3/orders", { key, body });
    if (created.status !== 200) {
      facts.broken.push(`a good order was refused: ${created.status} ${JSON.stringify(created.body)}`);
      continue;
    }
    const order: OrderFacts = {
      id: created.body.order_id,
      key,
      sender: sender.phone,
      body,
      cancelled: false,
      acceptedBy: undefined,
      pickedUp: false,
      points: new Map(),
      returned: false,
      remarks: undefined,
    };
    facts.orders.set(order.id, order);
    mine.push(order);
    const seen = mine[Math.floor(chance() * mine.length)] ?? order;
    const read = await call("GET", `/v3/orders/${seen.id}`);
    if (read.status !== 200) facts.broken.push(`order ${seen.id} was acknowledged and is ${read.status}`);
    if (chance() < 0.3) await edit(call, seen, `note ${count}`);
    if (chance() < 0.2) await cancel(call, facts, seen);
    await sleep(chance() * 800);
  }
}

type Call = ReturnType<typeof signedIn>;

async function edit(call: Call, order: OrderFacts, remarks: string): Promise<void> {
  const edited = await call("PATCH", `/v3/orders/${order.id}`, {
    key: `${order.id}-${remarks}`,
    body: { path_index: 0, remarks },
  });
  if (edited.status === 200) order.remarks = remarks;
}

async function cancel(call: Call, facts: Facts, order: OrderFacts): Promise<void> {
  const body = { comment: "wrong time" };
  const cancelled = await call("DELETE", `/v3/orders/${order.id}`, { key: `${order.id}-cancel`, body });
  if (cancelled.status === 200) order.cancelled = true;
  else if (cancelled.status !== 406) facts.broken.push(`cancel of ${order.id} was answered ${cancelled.status}`);
}

function orderBody(chance: Chance, key: string): Json {
  const doors = chance() < 0.3 ? 2 : 1;
  const point = { address: "somewhere", name: "Lan", mobile: "0900000009" };
  return {
    order_time: 0,
    path: [
      { ...point, ...near(chance) },
      ...Array.from({ length: doors }, (_, at) => ({
        ...point,
        ...near(chance),
        tracking_number: at === 0 ? key : `${key}/${at}`,
        cod: chance() < 0.3 ? 100_000 : 0,
      })),
    ],
    service_id: "SGN-BIKE",
    requests: [],
    payment_method: chance() < 0.5 ? "BALANCE" : "CASH",
  };
}

export async function drive(person: Person, phone: string, goesOn: () => boolean): Promise<void> {
  const { line, facts, chance } = person;
  const call = signedIn(line, async () => {
    const body = { mobile: phone, pin: "1234" };
    return (await line.ask("POST", "/driver/v1/sessions", { body })).body.token;
  });
  for (let turn = 0; goesOn(); turn++) {
    if (turn % 20 === 0) await call("PUT", "/driver/v1/availability", { body: { online: true, ...near(chance) } });
    await call("POST", "/driver/v1/positions", { body: { positions: [near(chance)] } });
    const held = (await call("GET", "/driver/v1/orders")).body.orders as Json[];
    for (const order of held) await step(call, facts, chance, order);
    if (held.length < HELD_MAX) {
      const offers = (await call("GET", "/driver/v1/offers")).body.offers as Json[];
      for (const offer of offers.slice(0, 1)) {
        const accepted = await call("POST", `/driver/v1/offers/${offer.id}/accept`, { key: `accept-${offer.id}` });
        const order = facts.orders.get(offer.order_id);
        if (accepted.status === 200 && order) order.acceptedBy = phone;
      }
    }
    await sleep(150 + chance() * 300);
  }
}

// The next thing a driver does with an order in hand; what it was told is noted, a refusal is not (a sender may have cancelled).
async function step(call: Call, facts: Facts, chance: Chance, order: Json): Promise<void> {
  const noted = facts.orders.get(order.order_id);
  const take = async (path: string, body: object = {}): Promise<boolean> => {
    const key = `${order.order_id}-${path}-${JSON.stringify(body)}`;
    return (await call("POST", `/driver/v1/orders/${order.order_id}/${path}`, { key, body })).status === 200;
  };
  if (order.status === "ACCEPTED") {
    if (await take("pickup")) {
      if (noted) noted.pickedUp = true;
    }
    return;
  }
  const open = (order.path as Json[]).findIndex((point, at) => at > 0 && (point.status ?? "") === "");
  if (order.status === "IN PROCESS" && open > 0) {
    const fails = chance() < 0.1;
    const done = fails
      ? await take(`points/${open}/fail`, { comment: "nobody there" })
      : await take(`points/${open}/deliver`);
    if (done) noted?.points.set(open, fails ? "FAILED" : "COMPLETED");
    return;
  }
  // Goods that nobody took go back.
  if (order.sub_status !== "IN_RETURN") await take("return", { done: false });
  else if ((await take("return", { done: true })) && noted) noted.returned = true;
}

export async function topUp(person: Person, senders: readonly Sender[], goesOn: () => boolean): Promise<void> {
  const { line, facts, chance } = person;
  for (let count = 1; goesOn(); count++) {
    const sender = senders[count % senders.length]!;
    const reference = `soak-${count}`;
    const amount = 1_000 + Math.floor(chance() * 9_000);
    const body = { amount, wallet: "main", reference };
    const reply = await line.ask("POST", `/operator/v1/accounts/${sender.phone}/top-ups`, { operator: true, body });
    if (reply.status === 200) facts.topUps.set(reference, { phone: sender.phone, amount });
    else facts.broken.push(`a top-up was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
    await sleep(500 + chance() * 500);
  }
}
