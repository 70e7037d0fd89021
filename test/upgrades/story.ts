// A few days of an installation, told through its doors: every state an order can be in, money in every pocket, callbacks that were
// told, that wait and that were given up. A release keeps a dump of it, and every later program is tried on that.
import { hash } from "node:crypto";
import { RETRY_DELAYS_SECONDS } from "../../src/domain/callbacks/retry-schedule.ts";
import { assertRefused } from "../harness/expect.ts";
import { ok } from "../harness/fleet.ts";
import type { Answer, Call, Json } from "../harness/giao.ts";
import { type Body, DELIVERY, orderBody, PICKUP, point } from "../harness/orders.ts";
import { answer, type Receiver, ok as yes } from "../harness/receiver.ts";
import { signInPage } from "../harness/web-session.ts";
import type { KeptAccount, KeptCall, KeptDriver, KeptEvent, KeptOrder, Story } from "./record.ts";

export type Stage = {
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  readonly receiver: Receiver;
};

const PARTNER = "upgrades";
const REFUSING = "refusing";
// In the links of every order.
export const PUBLIC_URL = "http://giao.test";
const PIN = "2468";
const HOSTED = "VNM-PARTNER-UPGRADES";
const THIRD = { lat: 10.7721, lng: 106.6983 };
const PARENT = "84901000001";
const CREDIT = "84901000002";
const CHILD = "84901000003";
const INVITED = "84901000004";
const GONE = "84901000005";
const TAN = "84911200001";
const HOA = "84911200002";
const ADDRESS = "1 Đường Mẫu, Phường Bến Nghé, Quận 1, Hồ Chí Minh";

export async function tellStory(stage: Stage): Promise<Story> {
  const words = wordsOf(stage);
  const givenUp = await beUnheard(stage, words);
  const cast = await gather(stage, words);
  const orders: Placed[] = [];
  const order = placing(stage, cast, orders);
  stage.receiver.script(`/${PARTNER}`, yes);
  await whileHeard(stage, words, cast, order);
  const told = new Set(stage.receiver.seen(`/${PARTNER}`).map((seen) => JSON.parse(String(seen.body)).event_id));
  // From here on it does not answer: what happens now waits, and some of it is tried again in vain.
  stage.receiver.script(`/${PARTNER}`, answer(503, "closed for today"));
  const page = await signInPage(stage, "portal", { api_key: cast.apiKey, mobile: PARENT });
  const rotated = ok(await page.call("POST", "/v3/callbacks/secret/rotate"));
  const clerk = await signInPage(stage, "console", { operator_key: "sandbox-operator-key", name: "Lan" });
  const withdrawn = await order("cancelled by the operator");
  ok(await clerk.call("POST", `/operator/v1/orders/${withdrawn}/cancel`, { body: { comment: "asked by phone" } }));
  await whileUnheard(words, order);
  const calls = await callWithKeys(stage, cast, orders);
  await words.advance(40);
  const code = await cast.invite(INVITED);
  const asked = { ...orderBody(), services: [{ _id: "SGN-BIKE", requests: [] }] };
  const [quoted] = ok(await stage.call("POST", "/v3/orders/estimates", { token: cast.tokenOf(PARENT), body: asked }));
  await ride(stage, cast, quoted.expires_at - 600);
  await words.advance(1);
  return {
    partner: { apiKey: cast.apiKey, routeKey: cast.routeKey, secrets: [cast.secret, rotated.callback_secret] },
    ...(await look(stage, words, cast, orders, told)),
    calls,
    quote: { phone: PARENT, body: orderBody({ quote_id: quoted.quote_id }), total: quoted.data.total_price },
    invite: { parent: PARENT, child: INVITED, code },
    refreshToken: { phone: CREDIT, token: cast.refreshTokenOf(CREDIT) },
    cookies: { portal: page.cookie, console: clerk.cookie },
    givenUp: { partnerId: REFUSING, events: givenUp },
    ledger: { journals: (await words.operator("GET", "/ledger/verify")).journals },
  };
}

type Words = ReturnType<typeof wordsOf>;
type Cast = Awaited<ReturnType<typeof gather>>;
type Placed = { readonly name: string; readonly owner: string; readonly id: string };
type Order = (name: string, change?: Body, owner?: string) => Promise<string>;

function wordsOf({ call }: Stage) {
  return {
    operator: async (method: string, path: string, body?: Json): Promise<Json> =>
      ok(await call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) })),
    advance: async (seconds: number): Promise<Json> =>
      ok(await call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } })),
    play: async (orderId: string, ...events: readonly Body[]): Promise<void> => {
      const path = `/sandbox/v1/orders/${orderId}/events`;
      for (const body of events) ok(await call("POST", path, { operator: true, body }));
    },
    register: async (mobile: string, api_key: string): Promise<Json> =>
      ok(
        await call("POST", "/v3/accounts", {
          body: { api_key, mobile, name: `Account ${mobile.slice(-2)}`, address: ADDRESS },
        }),
      ),
  };
}

// A partner whose receiver never says yes: what it should have heard is given up.
async function beUnheard({ call, receiver }: Stage, { operator, register, advance }: Words): Promise<number> {
  receiver.script(`/${REFUSING}`, answer(500, "not today"));
  const auth = { type: "basic", username: "shop", password: "not a secret" };
  const callback = { url: receiver.url(`/${REFUSING}`), auth };
  const { api_key } = await operator("POST", "/partners", { id: REFUSING, name: "Refusing shop", callback });
  const { token } = await register("84901000011", api_key);
  const body = orderBody({ payment_method: "CASH" });
  const { order_id } = ok(await call("POST", "/v3/orders", { token, body }));
  ok(await call("DELETE", `/v3/orders/${order_id}`, { token, body: {} }));
  for (const seconds of [0, ...RETRY_DELAYS_SECONDS, 24 * 3600]) await advance(seconds + 1);
  return (await operator("GET", `/partners/${REFUSING}/callbacks`)).given_up;
}

// The partner of the story, its service and its people.
async function gather({ call, receiver }: Stage, { operator, register }: Words) {
  const made = await operator("POST", "/partners", {
    id: PARTNER,
    name: "Upgrade shop",
    block_duplicate_tracking_numbers: true,
    callback: { url: receiver.url(`/${PARTNER}`), auth: { type: "apikey", secret: "not-a-secret" } },
  });
  const { api_key: apiKey, route_key: routeKey } = await operator("POST", `/partners/${PARTNER}/keys/rotate`);
  const { services } = await operator("GET", "/services");
  const { _id, ...pattern } = services.find((service: Json) => service._id === "VNM-PARTNER-DEMO");
  await operator("PUT", `/services/${HOSTED}`, {
    ...pattern,
    partner: PARTNER,
    requests: [],
    need_confirm_before_pickup: true,
    collect_cash_before_pickup: true,
  });
  await operator("PUT", "/promos/STORY5", { type: "FLAT", value: 5_000, uses_max: 3 });
  const pairs = new Map<string, Json>();
  for (const phone of [PARENT, CREDIT, CHILD, INVITED, GONE]) pairs.set(phone, await register(phone, made.api_key));
  const { token } = pairs.get(PARENT);
  ok(await call("PUT", "/v3/accounts", { token, body: { email: "story@giao.example" } }));
  const topUp = (phone: string, amount: number, wallet: string) =>
    operator("POST", `/accounts/${phone}/top-ups`, { amount, wallet, reference: `story ${wallet}` });
  await topUp(PARENT, 2_000_000, "main");
  await topUp(PARENT, 30_000, "bonus");
  await topUp(CHILD, 500_000, "main");
  await operator("PATCH", `/accounts/${CREDIT}`, { credit_limit: 1_000_000, cod_limit: 5_000_000 });
  await operator("PATCH", `/accounts/${GONE}`, { account_status: "DEACTIVATED" });
  const invite = async (child: string): Promise<string> => {
    ok(await call("POST", "/v3/accounts/childs", { token, body: { child_id: child } }));
    return (await operator("GET", `/sms?to=${child}`))[0].code;
  };
  const activate = { token, body: { activation_code: await invite(CHILD) } };
  ok(await call("POST", `/v3/accounts/childs/${CHILD}/activate`, activate));
  const drivers = new Map<string, string>();
  for (const mobile of [TAN, HOA]) {
    const plate_number = `59A1-${mobile.slice(-3)}`;
    const driver = {
      mobile,
      name: `Tài xế ${mobile.slice(-2)}`,
      plate_number,
      vehicle: "BIKE",
      city_id: "SGN",
      pin: PIN,
    };
    await operator("POST", "/drivers", driver);
    await operator("POST", `/drivers/${mobile}/top-ups`, { amount: 3_000_000, reference: "story" });
    drivers.set(mobile, ok(await call("POST", "/driver/v1/sessions", { body: { mobile, pin: PIN } })).token);
  }
  return {
    apiKey,
    routeKey,
    secret: made.callback_secret as string,
    tokenOf: (phone: string): string => pairs.get(phone).token,
    refreshTokenOf: (phone: string): string => pairs.get(phone).refresh_token,
    driverTokenOf: (phone: string): string => drivers.get(phone)!,
    invite,
  };
}

function placing({ call }: Stage, { tokenOf }: Cast, orders: Placed[]): Order {
  return async (name, change = {}, owner = PARENT) => {
    const path = change.path ?? [point(), point({ ...DELIVERY, tracking_number: `STORY-${orders.length + 1}` })];
    const body = orderBody({ remarks: "sim:none", ...change, path });
    const { order_id: id } = ok(await call("POST", "/v3/orders", { token: tokenOf(owner), body }));
    orders.push({ name, owner, id });
    return id;
  };
}

const arrived = (mobile: string): readonly Body[] => [
  { type: "accept", mobile },
  { type: "board" },
  { type: "arrive" },
];
const picked = (mobile: string): readonly Body[] => [...arrived(mobile), { type: "pickup" }];
const delivered = (path_index: number): Body => ({ type: "deliver", path_index });
const twoStops = (cod: number) => [
  point(),
  point({ ...DELIVERY, cod, name: "Bình" }),
  point({ ...THIRD, cod, name: "Chi" }),
];

// While the receiver listens.
async function whileHeard({ call }: Stage, { play, advance }: Words, { tokenOf }: Cast, order: Order): Promise<void> {
  const token = tokenOf(PARENT);
  const rated = await order("delivered", { promo_code: "STORY5" });
  await play(rated, ...picked(TAN), { ...delivered(1), comment: "left at the door" });
  ok(await call("PUT", `/v3/orders/${rated}/rate`, { token, body: { rated_by: "user", rating: 5 } }));
  const cash = await order("delivered for cash", { payment_method: "CASH", path: twoStops(300_000) });
  await play(cash, ...picked(TAN), delivered(1), delivered(2));
  const returned = await order("returned", { payment_method: "CASH", path: twoStops(100_000) }, CREDIT);
  await play(returned, ...picked(HOA), delivered(1), { type: "fail", path_index: 2, comment: "nobody there" });
  await play(returned, { type: "return_begin" }, { type: "return_done" });
  const cancelled = await order("cancelled");
  ok(await call("DELETE", `/v3/orders/${cancelled}`, { token, body: { comment: "changed my mind" } }));
  const edited = await order("edited", { service_id: HOSTED });
  const edit = { path_index: 1, cod: 250_000, name: "Dung", address_info: { address: "elsewhere", ...THIRD } };
  ok(await call("PATCH", `/v3/orders/${edited}`, { token, body: edit }));
  await order("of a child", {}, CHILD);
  await advance(0);
}

async function whileUnheard({ play, advance }: Words, order: Order): Promise<void> {
  const later = (await advance(0)).now + 2 * 86_400;
  await order("idle", { order_time: later, idle_until: later });
  await order("assigning", { promo_code: "STORY5", requests: [{ _id: "SGN-BIKE-TIP", num: 2 }] });
  await play(await order("accepted", { path: twoStops(50_000) }), { type: "accept", mobile: TAN }, { type: "board" });
  await play(await order("confirming", { service_id: HOSTED }), ...arrived(HOA));
  const paying = await order("paying", { service_id: HOSTED, payment_method: "CASH" });
  await play(paying, ...arrived(HOA), { type: "confirm" });
  await play(await order("on the way", { path: twoStops(70_000) }, CHILD), ...picked(TAN), delivered(1));
  const failed = await order("failed", { payment_method: "CASH_BY_RECIPIENT" }, CREDIT);
  await play(failed, ...picked(HOA), { type: "fail", path_index: 1, comment: "refused" }, { type: "return_begin" });
  const dropped = await order("given back by a driver", {}, CREDIT);
  await play(dropped, { type: "accept", mobile: TAN }, { type: "driver_cancel", comment: "flat tyre" });
}

async function callWithKeys({ call }: Stage, { tokenOf }: Cast, orders: Placed[]): Promise<readonly KeptCall[]> {
  const calls: KeptCall[] = [];
  const keyed = async (method: string, path: string, body: Json): Promise<Json> => {
    const key = `story-${calls.length + 1}`;
    const said = await call(method, path, { token: tokenOf(PARENT), body, headers: { "idempotency-key": key } });
    calls.push({ phone: PARENT, method, path, key, body, status: said.status, answer: JSON.stringify(said.body) });
    return said.body;
  };
  const { order_id: created } = await keyed("POST", "/v3/orders", orderBody({ payment_method: "CASH" }));
  const { order_id: ended } = await keyed("POST", "/v3/orders", orderBody());
  await keyed("DELETE", `/v3/orders/${ended}`, { comment: "twice" });
  await keyed("POST", "/v3/orders", orderBody({ service_id: "SGN-NOTHING" }));
  orders.push({ name: "created with a key", owner: PARENT, id: created });
  orders.push({ name: "cancelled with a key", owner: PARENT, id: ended });
  return calls;
}

// One driver is free and will be asked, one is on the way, away from every stop, and somebody tries a pin.
async function ride({ call }: Stage, { driverTokenOf }: Cast, at: number): Promise<void> {
  const online = { token: driverTokenOf(HOA), body: { online: true, ...PICKUP } };
  ok(await call("PUT", "/driver/v1/availability", online));
  const positions = [{ lat: 10.8, lng: 106.66, at, speed: 8 }];
  ok(await call("POST", "/driver/v1/positions", { token: driverTokenOf(TAN), body: { positions } }));
  const stranger = { mobile: "84911999999", pin: "0000" };
  assertRefused(await call("POST", "/driver/v1/sessions", { body: stranger }), 401, "NOT_AUTHORIZED");
}

async function look(
  { call }: Stage,
  { operator }: Words,
  { tokenOf, driverTokenOf }: Cast,
  orders: readonly Placed[],
  told: ReadonlySet<string>,
): Promise<Pick<Story, "accounts" | "drivers" | "orders" | "events">> {
  const accounts: KeptAccount[] = [];
  for (const phone of [PARENT, CREDIT, CHILD, INVITED]) {
    const { main, bonus, held, cod } = await operator("GET", `/accounts/${phone}`);
    accounts.push({ phone, token: tokenOf(phone), wallets: { main, bonus, held, cod } });
  }
  const drivers: KeptDriver[] = [];
  for (const phone of [TAN, HOA]) {
    const token = driverTokenOf(phone);
    const { today: _, ...wallet } = ok(await call("GET", "/driver/v1/wallet", { token }));
    drivers.push({ phone, pin: PIN, token, wallet });
  }
  const kept: KeptOrder[] = [];
  for (const { name, owner, id } of orders) {
    kept.push({ name, owner, detail: ok(await call("GET", `/v3/orders/${id}`, { token: tokenOf(owner) })) });
  }
  const events = new Map<string, KeptEvent>();
  for (const phone of [PARENT, CREDIT, CHILD]) {
    const feed = ok(await call("GET", "/v3/orders/events?limit=1000", { token: tokenOf(phone) })).events;
    for (const { event_id: id, event_seq: seq, order: sent } of feed) {
      events.set(id, { id, orderId: sent._id, seq, digest: digestOf(sent), delivered: told.has(id) });
    }
  }
  return { accounts, drivers, orders: kept, events: [...events.values()] };
}

// Of what a callback says, whoever wrote it down meanwhile.
export function digestOf(body: Json): string {
  return hash("sha256", JSON.stringify(body)).slice(0, 16);
}
