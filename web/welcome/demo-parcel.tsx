// A first delivery, ordered as any partner would: a token, then an order. Loaded when somebody wants one: the page itself needs no calls.
import "../parts/small-styles.ts";
import type { ReactNode } from "react";
import { CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { pageFact } from "../parts/page-facts.ts";

const ask = askerOf(CALLS);

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Demo shop", mobile: "84900000002" },
  { address: "Nhà thờ Tân Định", lat: 10.7885, lng: 106.6907, name: "Lan", mobile: "84912345678", cod: 50_000 },
];

// Where the recipient follows it, or why there is no such parcel, in what the server said.
export async function sendDemoParcel(): Promise<{ readonly link: string } | { readonly trouble: ReactNode }> {
  try {
    return { link: await order() };
  } catch (error) {
    return { trouble: <ErrorNote error={error} /> };
  }
}

// The account is the sandbox's second one, because a new token ends the account's older ones (D7), and the first is what people paste into their terminals.
async function order(): Promise<string> {
  const { token } = await ask("issueToken", {
    body: { api_key: pageFact("demo-key") ?? "", mobile: pageFact("demo-phone") ?? "" },
  });
  const body = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH" as const, path: PATH };
  const { shared_link } = await ask("createOrder", { body }, { headers: { authorization: `Bearer ${token}` } });
  // On this server under whatever name the browser knows it.
  return new URL(shared_link).pathname;
}
