// A driver carries goods some kilometres away and has accepted a second order, back where they come from. Somebody comes online right there,
// and a third order, for which nobody is in reach, keeps the dispatcher at work.
import assert from "node:assert/strict";
import { addDriver, addOrder, MARKET, ok, orderBody, type TestDriver } from "./fleet.ts";
import type { Giao } from "./giao.ts";

export type TakeBackScene = {
  readonly busy: TestDriver;
  readonly near: TestDriver;
  // On board, accepted, and out of everybody's reach.
  readonly first: string;
  readonly second: string;
  readonly waiting: string;
};

const [pickup, door] = (orderBody() as { path: object[] }).path;
const ON_THE_WAY_METERS = 1_500;

export const north = (meters: number) => ({ lat: MARKET.lat + meters / 111_195, lng: MARKET.lng });
// Where the busy driver is then.
export const BUSY_PLACE = north(ON_THE_WAY_METERS);

export async function openTakeBackScenes(giao: Giao, token: string) {
  // One at a time, so that what is accepted second is fetched second.
  ok(await giao.call("PUT", "/operator/v1/services/SGN-BIKE", { operator: true, body: { max_bundle: 1 } }));
  let phones = 84_911_490_000;

  const advance = async (seconds: number) =>
    ok(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } }));
  const offersOf = async (driver: TestDriver) => ok(await driver.call("GET", "/offers")).offers;
  const from = (meters: number, to: number) => [
    { ...pickup, ...north(meters) },
    { ...door, ...north(to) },
  ];

  async function driverAt(meters: number): Promise<TestDriver> {
    const driver = await addDriver(giao, { phone: String(++phones), wallet: 1_000_000 });
    ok(await driver.call("PUT", "/availability", { online: true, ...north(meters) }));
    return driver;
  }

  async function accept(driver: TestDriver): Promise<string> {
    for (let tries = 0; tries < 40; tries++) {
      const [offer] = await offersOf(driver);
      if (offer) return ok(await driver.call("POST", `/offers/${offer.id}/accept`)).order_id;
      await advance(10);
    }
    throw new Error("nothing was offered");
  }

  async function scene(): Promise<TakeBackScene> {
    const busy = await driverAt(0);
    const first = await addOrder(giao, token, { path: from(0, 2_800) });
    assert.equal(await accept(busy), first);
    ok(await busy.call("POST", `/orders/${first}/pickup`, {}));
    ok(await busy.call("POST", "/positions", { positions: [BUSY_PLACE] }));
    const second = await addOrder(giao, token, { path: from(100, -1_000) });
    assert.equal(await accept(busy), second);
    const near = await driverAt(150);
    const waiting = await addOrder(giao, token, {
      path: from(-9_000, -8_000),
      ready_at: Math.round(giao.house.clock.now().getTime() / 1000) + 3_000,
    });
    return { busy, near, first, second, waiting };
  }

  async function end(drivers: readonly TestDriver[], orders: readonly string[]): Promise<void> {
    for (const id of orders)
      await giao.call("POST", `/operator/v1/orders/${id}/cancel`, { operator: true, body: { comment: "over" } });
    for (const driver of drivers) ok(await driver.call("PUT", "/availability", { online: false }));
  }

  return { advance, offersOf, driverAt, scene, end };
}
