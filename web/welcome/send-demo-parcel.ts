// A first delivery, ordered as any partner would: a token, then an order. The account is the sandbox's second one, because a new
// token ends the account's older ones (D7), and the first is what people paste into their terminals.
import { CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";
import { pageFact } from "../parts/page-facts.ts";

const ask = askerOf(CALLS);

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Demo shop", mobile: "84900000002" },
  { address: "Nhà thờ Tân Định", lat: 10.7885, lng: 106.6907, name: "Lan", mobile: "84912345678", cod: 50_000 },
];

// Where the recipient follows it, on this server under whatever name the browser knows it.
export async function sendDemoParcel(): Promise<string> {
  const { token } = await ask("issueToken", {
    body: { api_key: pageFact("demo-key") ?? "", mobile: pageFact("demo-phone") ?? "" },
  });
  const body = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH" as const, path: PATH };
  const { shared_link } = await ask("createOrder", { body }, { headers: { authorization: `Bearer ${token}` } });
  return new URL(shared_link).pathname;
}
