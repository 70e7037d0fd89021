// An order with several doors, its driver, and the links to it, for tests of the tracking page's calls.
import type { LatLng } from "../../src/domain/geo.ts";
import { addDriver, addOrder, offerTo, ok, type TestDriver } from "./fleet.ts";
import type { Giao, Json } from "./giao.ts";

// Told apart from one another and from everything that may be shown.
export const SENDER = {
  name: "Phạm Thị Người-Gửi",
  mobile: "0901111111",
  address: "11 Hẻm Bí Mật, Phường Bến Thành, Quận 1",
};
export const FIRST = {
  name: "Võ Người-Nhận-Một",
  mobile: "0902222222",
  address: "22 Ngõ Riêng, Phường Đa Kao, Quận 1",
};
export const SECOND = {
  name: "Bùi Người-Nhận-Hai",
  mobile: "0903333333",
  address: "33 Ngách Kín, Phường 17, Bình Thạnh",
};
export const DRIVER_PHONE = "84911700001";

export const PICKUP_PLACE: LatLng = { lat: 10.7721, lng: 106.6983 };
export const FIRST_PLACE: LatLng = { lat: 10.78983, lng: 106.69907 };
export const SECOND_PLACE: LatLng = { lat: 10.80517, lng: 106.71239 };
// On the way, and near none of them.
export const ON_THE_WAY: LatLng = { lat: 10.7811, lng: 106.7051 };

export const PATH = [
  { ...SENDER, ...PICKUP_PLACE, remarks: "cổng sau" },
  { ...FIRST, ...FIRST_PLACE, tracking_number: "SECRET-1", cod: 120_000, remarks: "chuông hỏng" },
  { ...SECOND, ...SECOND_PLACE, tracking_number: "SECRET-2", remarks: "gọi trước" },
];

export type Followed = {
  readonly orderId: string;
  readonly token: string;
  // The paths of the links: of the order, and of each stop by its index.
  readonly link: string;
  readonly stopLink: (index: number) => string;
};

export function newDriver(giao: Pick<Giao, "call">, phone = DRIVER_PHONE): Promise<TestDriver> {
  return addDriver(giao, { phone, wallet: 10_000_000 });
}

export async function follow(giao: Giao, token: string, path: readonly object[] = PATH): Promise<Followed> {
  const orderId = await addOrder(giao, token, { path, remarks: "sim:none bí mật" });
  const order: Json = ok(await giao.call("GET", `/v3/orders/${orderId}`, { token }));
  const pathOf = (link: string) => new URL(link).pathname;
  return {
    orderId,
    token,
    link: pathOf(order.shared_link),
    stopLink: (index) => pathOf(order.path[index].shared_link),
  };
}

export async function accept(giao: Giao, driver: TestDriver, orderId: string): Promise<void> {
  ok(await driver.online(PICKUP_PLACE));
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
}

export async function drive(driver: TestDriver, place: LatLng, heading?: number): Promise<void> {
  ok(
    await driver.call("POST", "/positions", {
      positions: [{ ...place, ...(heading === undefined ? {} : { heading }) }],
    }),
  );
}

export async function step(driver: TestDriver, orderId: string, path: string, body: object = {}): Promise<Json> {
  return ok(await driver.call("POST", `/orders/${orderId}/${path}`, body));
}
