// Scenes for the pictures, set through the doors that everyone uses.
import { DEMO } from "../../src/operations/seed.ts";
import { proofPhoto } from "../../src/worker/robots/proof-photo.ts";
import { pointsOfPolyline } from "../../web/parts/map/polyline.ts";
import type { Json } from "../harness/giao.ts";
import type { Sandbox } from "./sandbox.ts";

export const SHOP = {
  address: "Chợ Bến Thành, Quận 1",
  lat: 10.7725,
  lng: 106.698,
  name: "Tiệm bánh Hoa",
  mobile: DEMO.phone,
};
const DOOR = {
  address: "289 Hai Bà Trưng, Quận 3",
  lat: 10.7885,
  lng: 106.6907,
  name: "Lan",
  mobile: "84912345678",
  cod: 185_000,
};

export type Delivery = { readonly orderId: string; readonly link: string };

const underWay = new WeakMap<Sandbox, Promise<Delivery>>();

// One for all pictures: with two in hand, the driver would go elsewhere first and be shown only roughly.
export function deliveryOnTheWay(sandbox: Sandbox): Promise<Delivery> {
  const delivery = underWay.get(sandbox) ?? setOut(sandbox);
  underWay.set(sandbox, delivery);
  return delivery;
}

// Picked up by the demo driver, and more than half of the way along its line.
async function setOut(sandbox: Sandbox): Promise<Delivery> {
  const { order_id: orderId, shared_link } = await order(sandbox, "sim:none", [SHOP, DOOR]);
  const link = sandbox.url + new URL(shared_link).pathname;
  for (const type of ["accept", "board", "arrive", "pickup"]) {
    const event = { operator: true, body: { type, mobile: DEMO.driver.phone } };
    await sandbox.call("POST", `/sandbox/v1/orders/${orderId}/events`, event);
  }
  const { route } = await sandbox.call("GET", `${new URL(link).pathname}/state`);
  const line = pointsOfPolyline(route.polyline);
  const at = Math.floor(line.length * 0.6);
  const [place, next] = [line[at]!, line[at + 1] ?? line[at]!];
  const heading = (Math.atan2(next.lng - place.lng, next.lat - place.lat) * 180) / Math.PI;
  const { token: driver } = await sandbox.call("POST", "/driver/v1/sessions", {
    body: { mobile: DEMO.driver.phone, pin: DEMO.driver.pin },
  });
  await sandbox.call("PUT", "/driver/v1/availability", { token: driver, body: { online: true, ...place } });
  const positions = [{ ...place, heading: (heading + 360) % 360, speed: 8 }];
  await sandbox.call("POST", "/driver/v1/positions", { token: driver, body: { positions } });
  return { orderId, link };
}

const mornings = new WeakMap<Sandbox, Promise<void>>();

// A few more orders across the centre, for the robots; one morning for all pictures.
export function aBusyMorning(sandbox: Sandbox): Promise<void> {
  const morning = mornings.get(sandbox) ?? moreOrders(sandbox);
  mornings.set(sandbox, morning);
  return morning;
}

async function moreOrders(sandbox: Sandbox): Promise<void> {
  for (let nth = 0; nth < 6; nth++) {
    const from = { ...SHOP, lat: SHOP.lat + 0.004 * (nth % 3), lng: SHOP.lng - 0.005 + 0.004 * nth };
    const to = { ...DOOR, lat: DOOR.lat + 0.003 * nth, lng: DOOR.lng + 0.012 - 0.004 * nth };
    await order(sandbox, "sim:slow", [from, to]);
  }
}

async function order(sandbox: Sandbox, remarks: string, path: readonly object[]): Promise<Json> {
  const priced = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "BALANCE" };
  return sandbox.call("POST", "/v3/orders", { token: sandbox.token, body: { ...priced, remarks, path } });
}

export async function handOver(sandbox: Sandbox, orderId: string): Promise<void> {
  underWay.delete(sandbox);
  const { token } = await sandbox.call("POST", "/driver/v1/sessions", {
    body: { mobile: DEMO.driver.phone, pin: DEMO.driver.pin },
  });
  const photo = { token, raw: proofPhoto() };
  const { url } = await sandbox.call("POST", `/driver/v1/orders/${orderId}/photos`, photo);
  const body = { pod_info: { images: [url] } };
  await sandbox.call("POST", `/driver/v1/orders/${orderId}/points/1/deliver`, { token, body });
}
