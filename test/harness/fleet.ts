// Drivers and orders for tests that are about both: made through the doors, as everybody makes them.
import type { OfferKind } from "../../src/domain/drivers/offer.ts";
import type { LatLng } from "../../src/domain/geo.ts";
import { inTransaction } from "../../src/store/db.ts";
import { insertOffers } from "../../src/store/drivers/offers.ts";
import type { Answer, Call, Giao } from "./giao.ts";

// Bến Thành, and the cathedral 700 m north of it.
export const MARKET: LatLng = { lat: 10.7721, lng: 106.6983 };
export const CATHEDRAL: LatLng = { lat: 10.7798, lng: 106.699 };

export type TestDriver = {
  readonly phone: string;
  readonly token: string;
  readonly call: (method: string, path: string, body?: unknown, more?: Call) => Promise<Answer>;
  readonly online: (place?: LatLng) => Promise<Answer>;
};

export type NewTestDriver = {
  readonly phone: string;
  readonly vehicle?: "BIKE" | "VAN" | "TRUCK";
  readonly cityId?: string;
  readonly wallet?: number;
};

export async function addDriver(giao: Pick<Giao, "call">, driver: NewTestDriver): Promise<TestDriver> {
  const { phone, vehicle = "BIKE", cityId = "SGN", wallet = 0 } = driver;
  const body = {
    mobile: phone,
    name: `Driver ${phone}`,
    plate_number: "59A1-1",
    vehicle,
    city_id: cityId,
    pin: "1234",
  };
  ok(await giao.call("POST", "/operator/v1/drivers", { operator: true, body }));
  if (wallet > 0) {
    const topUp = { operator: true, body: { amount: wallet, reference: "test" } };
    ok(await giao.call("POST", `/operator/v1/drivers/${phone}/top-ups`, topUp));
  }
  return signInDriver(giao, phone);
}

export async function signInDriver(giao: Pick<Giao, "call">, phone: string): Promise<TestDriver> {
  const { token } = ok(await giao.call("POST", "/driver/v1/sessions", { body: { mobile: phone, pin: "1234" } }));
  const call: TestDriver["call"] = (method, path, body, more = {}) =>
    giao.call(method, `/driver/v1${path}`, { token, ...(body === undefined ? {} : { body }), ...more });
  return {
    phone,
    token,
    call,
    online: (place = MARKET) => call("PUT", "/availability", { online: true, ...place }),
  };
}

export function orderBody(more: object = {}): object {
  return {
    order_time: 0,
    path: [
      { address: "Market", ...MARKET, name: "Sender", mobile: "0900000001" },
      { address: "Cathedral", ...CATHEDRAL, name: "Recipient", mobile: "0900000009" },
    ],
    service_id: "SGN-BIKE",
    requests: [],
    payment_method: "BALANCE",
    ...more,
  };
}

export async function addOrder(giao: Pick<Giao, "call">, token: string, more: object = {}): Promise<string> {
  return ok(await giao.call("POST", "/v3/orders", { token, body: orderBody(more) })).order_id;
}

// Asks a driver without waiting for the dispatcher.
export async function offerTo(
  giao: Pick<Giao, "house">,
  orderId: string,
  phones: readonly string[],
  kind: OfferKind = phones.length > 1 ? "broadcast" : "assign",
  seconds = 20,
): Promise<readonly string[]> {
  const { db, clock, random } = giao.house;
  const offers = phones.map((driverPhone) => ({
    id: random.uuid(),
    orderId,
    driverPhone,
    kind,
    offeredAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + seconds * 1000),
    pickupSeconds: 60,
    pickupMeters: 500,
  }));
  await inTransaction(db, (tx) => insertOffers(tx, offers));
  return offers.map((offer) => offer.id);
}

export function ok(answer: Answer): Answer["body"] {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
