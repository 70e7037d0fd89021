// A few days of an installation, told through its doors: every state an order can be in, money in every pocket, callbacks that were
// told, that wait and that were given up. A release keeps a dump of it, and every later program is tried on that.
import { hash } from "node:crypto";
import { RETRY_DELAYS_SECONDS } from "../../src/domain/callbacks/retry-schedule.ts";
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
const [PARENT, CREDIT, CHILD, INVITED, GONE] = [1, 2, 3, 4, 5].map((at) => `8490100000${at}`) as [
  string,
  string,
  string,
  string,
  string,
];
const [TAN, HOA] = ["84911200001", "84911200002"] as const;

export async function tellStory({ call, receiver }: Stage): Promise<Story> {
  const operator = async (method: string, path: string, body?: Json): Promise<Json> =>
    ok(await call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) }));
  const advance = async (seconds: number) =>
    ok(await call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
  const play = async (orderId: string, ...events: readonly Body[]) => {
    for (const body of events) ok(await call("POST", `/sandbox/v1/orders/${orderId}/events`, { operator: true, body }));
  };
  const register = async (phone: string, apiKey: string, name: string): Promise<Json> =>
    ok(
      await call("POST", "/v3/accounts", {
        body: { api_key: apiKey, mobile: phone, name, address: "1 Đường Mẫu, Phường Bến Nghé, Quận 1, Hồ Chí Minh" },
      }),
    );
  const topUp = (phone: string, amount: number, wallet = "main") =>
    operator("POST", `/accounts/${phone}/top-ups`, { amount, wallet, reference: `story ${wallet}` });

  // A partner whose receiver never says yes: what it should have heard is given up.
  receiver.script(`/${REFUSING}`, answer(500, "not today"));
  const refusing = await operator("POST", "/partners", {
    id: REFUSING,
    name: "Refusing shop",
    callback: {
      url: receiver.url(`/${REFUSING}`),
      auth: { type: "basic", username: "shop", password: "not a secret" },
    },
  });
  const { token: unheard } = await register("84901000011", refusing.api_key, "Unheard sender");
  const unheardOrder = ok(
    await call("POST", "/v3/orders", { token: unheard, body: orderBody({ payment_method: "CASH" }) }),
  );
  ok(await call("DELETE", `/v3/orders/${unheardOrder.order_id}`, { token: unheard, body: {} }));
  for (const seconds of [0, ...RETRY_DELAYS_SECONDS, 24 * 3600]) await advance(seconds + 1);
  const givenUp = (await operator("GET", `/partners/${REFUSING}/callbacks`)).given_up;

  // The partner of the story, its service and its people.
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
  for (const phone of [PARENT, CREDIT, CHILD, INVITED, GONE]) {
    pairs.set(phone, await register(phone, made.api_key, `Account ${phone.slice(-1)}`));
  }
  const tokenOf = (phone: string): string => pairs.get(phone).token;
  ok(await call("PUT", "/v3/accounts", { token: tokenOf(PARENT), body: { email: "story@giao.example" } }));
  await topUp(PARENT, 2_000_000);
  await topUp(PARENT, 30_000, "bonus");
  await topUp(CHILD, 500_000);
  await operator("PATCH", `/accounts/${CREDIT}`, { credit_limit: 1_000_000, cod_limit: 5_000_000 });
  await operator("PATCH", `/accounts/${GONE}`, { account_status: "DEACTIVATED" });
  const invite = async (child: string): Promise<string> => {
    ok(await call("POST", "/v3/accounts/childs", { token: tokenOf(PARENT), body: { child_id: child } }));
    return (await operator("GET", `/sms?to=${child}`))[0].code;
  };
  const activation_code = await invite(CHILD);
  ok(
    await call("POST", `/v3/accounts/childs/${CHILD}/activate`, { token: tokenOf(PARENT), body: { activation_code } }),
  );
  const driverTokens = new Map<string, string>();
  for (const [mobile, name] of [
    [TAN, "Tài xế Tân"],
    [HOA, "Tài xế Hòa"],
  ] as const) {
    const driver = {
      mobile,
      name,
      plate_number: `59A1-${mobile.slice(-3)}`,
      vehicle: "BIKE",
      city_id: "SGN",
      pin: PIN,
    };
    await operator("POST", "/drivers", driver);
    await operator("POST", `/drivers/${mobile}/top-ups`, { amount: 3_000_000, reference: "story" });
    driverTokens.set(mobile, ok(await call("POST", "/driver/v1/sessions", { body: { mobile, pin: PIN } })).token);
  }

  const orders: { readonly name: string; readonly owner: string; readonly id: string }[] = [];
  const order = async (name: string, change: Body = {}, owner = PARENT): Promise<string> => {
    const path = change.path ?? [point(), point({ ...DELIVERY, tracking_number: `STORY-${orders.length + 1}` })];
    const body = orderBody({ remarks: "sim:none", ...change, path });
    const { order_id: id } = ok(await call("POST", "/v3/orders", { token: tokenOf(owner), body }));
    orders.push({ name, owner, id });
    return id;
  };
  const taken = (mobile: string): readonly Body[] => [
    { type: "accept", mobile },
    { type: "board" },
    { type: "arrive" },
  ];
  const picked = (mobile: string): readonly Body[] => [...taken(mobile), { type: "pickup" }];
  const twoStops = (cod: number) => [
    point(),
    point({ ...DELIVERY, cod, name: "Bình" }),
    point({ ...THIRD, cod, name: "Chi" }),
  ];

  // While the receiver listens.
  receiver.script(`/${PARTNER}`, yes);
  const rated = await order("delivered", { promo_code: "STORY5" });
  await play(rated, ...picked(TAN), { type: "deliver", path_index: 1, comment: "left at the door" });
  ok(await call("PUT", `/v3/orders/${rated}/rate`, { token: tokenOf(PARENT), body: { rated_by: "user", rating: 5 } }));
  const cash = await order("delivered for cash", { payment_method: "CASH", path: twoStops(300_000) });
  await play(cash, ...picked(TAN), { type: "deliver", path_index: 1 }, { type: "deliver", path_index: 2 });
  const returned = await order("returned", { payment_method: "CASH", path: twoStops(100_000) }, CREDIT);
  await play(returned, ...picked(HOA), { type: "deliver", path_index: 1 });
  await play(returned, { type: "fail", path_index: 2, comment: "nobody there" }, { type: "return_begin" });
  await play(returned, { type: "return_done" });
  const cancelled = await order("cancelled");
  ok(await call("DELETE", `/v3/orders/${cancelled}`, { token: tokenOf(PARENT), body: { comment: "changed my mind" } }));
  const edited = await order("edited", { service_id: HOSTED });
  const edit = { path_index: 1, cod: 250_000, name: "Dung", address_info: { address: "elsewhere", ...THIRD } };
  ok(await call("PATCH", `/v3/orders/${edited}`, { token: tokenOf(PARENT), body: edit }));
  await order("of a child", {}, CHILD);
  await advance(0);
  const heard = receiver.seen(`/${PARTNER}`).length;

  // From here on it does not answer: what happens now waits, and some of it is tried again in vain.
  receiver.script(`/${PARTNER}`, answer(503, "closed for today"));
  const page = await signInPage({ call }, "portal", { api_key: apiKey, mobile: PARENT });
  const rotated = ok(await page.call("POST", "/v3/callbacks/secret/rotate"));
  const clerk = await signInPage({ call }, "console", { operator_key: "sandbox-operator-key", name: "Lan" });
  const { now } = await advance(0);
  const withdrawn = await order("cancelled by the operator");
  ok(await clerk.call("POST", `/operator/v1/orders/${withdrawn}/cancel`, { body: { comment: "asked by phone" } }));
  await order("idle", { order_time: now + 2 * 86_400, idle_until: now + 2 * 86_400 });
  await order("assigning", { promo_code: "STORY5", requests: [{ _id: "SGN-BIKE-TIP", num: 2 }] });
  await play(await order("accepted", { path: twoStops(50_000) }), { type: "accept", mobile: TAN }, { type: "board" });
  await play(await order("confirming", { service_id: HOSTED }), ...taken(HOA));
  const paying = await order("paying", { service_id: HOSTED, payment_method: "CASH" });
  await play(paying, ...taken(HOA), { type: "confirm" });
  await play(await order("on the way", { path: twoStops(70_000) }, CHILD), ...picked(TAN), {
    type: "deliver",
    path_index: 1,
  });
  const failed = await order("failed", { payment_method: "CASH_BY_RECIPIENT" }, CREDIT);
  await play(failed, ...picked(HOA), { type: "fail", path_index: 1, comment: "refused" }, { type: "return_begin" });
  const dropped = await order("given back by a driver", {}, CREDIT);
  await play(dropped, { type: "accept", mobile: TAN }, { type: "driver_cancel", comment: "flat tyre" });

  const calls: KeptCall[] = [];
  const keyed = async (method: string, path: string, body: Json): Promise<Json> => {
    const key = `story-${calls.length + 1}`;
    const said = await call(method, path, { token: tokenOf(PARENT), body, headers: { "idempotency-key": key } });
    calls.push({ phone: PARENT, method, path, key, body, status: said.status, answer: JSON.stringify(said.body) });
    return said.body;
  };
  const { order_id: keyedOrder } = await keyed("POST", "/v3/orders", orderBody({ payment_method: "CASH" }));
  orders.push({ name: "created with a key", owner: PARENT, id: keyedOrder });
  const { order_id: ended } = await keyed("POST", "/v3/orders", orderBody());
  orders.push({ name: "cancelled with a key", owner: PARENT, id: ended });
  await keyed("DELETE", `/v3/orders/${ended}`, { comment: "twice" });
  await keyed("POST", "/v3/orders", orderBody({ service_id: "SGN-NOTHING" }));
  await advance(40);
  const code = await invite(INVITED);
  const asked = { ...orderBody(), services: [{ _id: "SGN-BIKE", requests: [] }] };
  const [quoted] = ok(await call("POST", "/v3/orders/estimates", { token: tokenOf(PARENT), body: asked }));
  const ride = async (path: string, mobile: string, body: Json) =>
    ok(
      await call(path === "availability" ? "PUT" : "POST", `/driver/v1/${path}`, {
        token: driverTokens.get(mobile)!,
        body,
      }),
    );
  await ride("availability", HOA, { online: true, ...PICKUP });
  // Away from every stop, so that nobody arrives by it.
  await ride("positions", TAN, { positions: [{ lat: 10.8, lng: 106.66, at: quoted.expires_at - 600, speed: 8 }] });
  const stranger = { mobile: "84911999999", pin: "0000" };
  if ((await call("POST", "/driver/v1/sessions", { body: stranger })).status !== 401) throw new Error("who was that?");
  await advance(1);

  const accounts = await Promise.all(
    [PARENT, CREDIT, CHILD, INVITED].map(async (phone): Promise<KeptAccount> => {
      const { main, bonus, held, cod } = await operator("GET", `/accounts/${phone}`);
      return { phone, token: tokenOf(phone), wallets: { main, bonus, held, cod } };
    }),
  );
  const drivers = await Promise.all(
    [TAN, HOA].map(async (phone): Promise<KeptDriver> => {
      const token = driverTokens.get(phone)!;
      const { today: _, ...wallet } = ok(await call("GET", "/driver/v1/wallet", { token }));
      return { phone, pin: PIN, token, wallet };
    }),
  );
  const kept = await Promise.all(
    orders.map(async ({ name, owner, id }): Promise<KeptOrder> => {
      const detail = ok(await call("GET", `/v3/orders/${id}`, { token: tokenOf(owner) }));
      return { name, owner, detail };
    }),
  );
  const told = new Set(
    receiver
      .seen(`/${PARTNER}`)
      .slice(0, heard)
      .map((seen) => JSON.parse(String(seen.body)).event_id),
  );
  const events = new Map<string, KeptEvent>();
  for (const phone of [PARENT, CREDIT, CHILD]) {
    const feed = ok(await call("GET", "/v3/orders/events?limit=1000", { token: tokenOf(phone) })).events;
    for (const { event_id: id, event_seq: seq, order: sent } of feed) {
      events.set(id, { id, orderId: sent._id, seq, digest: digestOf(sent), delivered: told.has(id) });
    }
  }
  return {
    partner: { apiKey, routeKey, secrets: [made.callback_secret, rotated.callback_secret] },
    accounts,
    drivers,
    orders: kept,
    events: [...events.values()],
    calls,
    quote: { phone: PARENT, body: orderBody({ quote_id: quoted.quote_id }), total: quoted.data.total_price },
    invite: { parent: PARENT, child: INVITED, code },
    refreshToken: { phone: CREDIT, token: pairs.get(CREDIT).refresh_token },
    cookies: { portal: page.cookie, console: clerk.cookie },
    givenUp: { partnerId: REFUSING, events: givenUp },
    ledger: { journals: (await operator("GET", "/ledger/verify")).journals },
  };
}

// Of what a callback says, whoever wrote it down meanwhile.
export function digestOf(body: Json): string {
  return hash("sha256", JSON.stringify(body)).slice(0, 16);
}
