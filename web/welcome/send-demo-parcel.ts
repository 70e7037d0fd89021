// A first delivery, ordered as any partner would: a token, then an order. The account is the sandbox's second one, because a new
// token ends the account's older ones (D7), and the first is what people paste into their terminals.
import { call } from "../parts/call.ts";
import { pageFact } from "../parts/page-facts.ts";

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Demo shop", mobile: "84900000002" },
  { address: "Nhà thờ Tân Định", lat: 10.7885, lng: 106.6907, name: "Lan", mobile: "84912345678", cod: 50_000 },
];

// Where the recipient follows it, on this server under whatever name the browser knows it.
export async function sendDemoParcel(): Promise<string> {
  const { token } = await call<{ token: string }>("/v3/accounts/token", {
    body: { api_key: pageFact("demo-key"), mobile: pageFact("demo-phone") },
  });
  const { shared_link } = await call<{ shared_link: string }>("/v3/orders", {
    headers: { authorization: `Bearer ${token}` },
    body: { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH", path: PATH },
  });
  return new URL(shared_link).pathname;
}
