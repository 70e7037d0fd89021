// What a push about an offer says, where it may be sent, and what the answer of a push service means. The text is made here and not in the
// browser: what shows it there may be months older than this program.
import type { Exchange } from "../callbacks/exchange.ts";
import { takenForCashOrder } from "../ledger/driver-wallet.ts";
import type { Order } from "../orders/order.ts";
import type { Language } from "../recipient-message.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Offer } from "./offer.ts";

export type PushSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
};

// As the driver's service worker shows it.
export type OfferPush = {
  // The same offer told twice is shown once.
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
};

export const ENDPOINT_LENGTH_MAX = 1_000;
// An uncompressed point of P-256 and 16 bytes, in base64url.
export const P256DH = /^B[A-Za-z0-9_-]{86}$/;
export const PUSH_AUTH = /^[A-Za-z0-9_-]{22}$/;
// A push holds 4,096 bytes, its encryption included.
const ADDRESS_LENGTH_MAX = 200;

export function judgeSubscription(
  { endpoint }: Pick<PushSubscription, "endpoint">,
  allowPlain: boolean,
): Refusal<"INVALID_DATA"> | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isFit = url?.protocol === "https:" || (allowPlain && url?.protocol === "http:");
  if (isFit && url.username === "" && url.password === "") return undefined;
  return refuse("INVALID_DATA", "endpoint must be the https address that the browser gave.", "endpoint");
}

export function offerPush(offer: Pick<Offer, "id" | "pickupMeters">, order: Order, language: Language): OfferPush {
  const locale = language === "vi" ? "vi-VN" : "en-US";
  const earnings = order.price.total - takenForCashOrder(order.price);
  const amount = `${new Intl.NumberFormat(locale).format(earnings)} ₫`;
  const kilometers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(offer.pickupMeters / 1000);
  const pickup = [...order.points[0]!.address].slice(0, ADDRESS_LENGTH_MAX).join("");
  return language === "vi"
    ? { id: offer.id, language, title: `Đơn mới: ${amount}`, body: `Lấy hàng cách ${kilometers} km: ${pickup}` }
    : { id: offer.id, language, title: `New offer: ${amount}`, body: `Pickup in ${kilometers} km: ${pickup}` };
}

// gone: the browser takes no more. refused: this one will not be taken, the next may be. later: the service is away.
export type PushVerdict = "taken" | "gone" | "refused" | "later";

export function judgePush({ outcome, code }: Pick<Exchange, "outcome" | "code">): PushVerdict {
  if (outcome === "address_refused") return "gone";
  if (outcome !== "answered" || code === 429 || code >= 500) return "later";
  if (code === 404 || code === 410) return "gone";
  return code >= 200 && code < 300 ? "taken" : "refused";
}
