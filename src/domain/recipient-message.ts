// What special request SMS buys: each recipient gets the link of their delivery, once, when the goods leave the pickup. From then on
// neither points nor phones change. A message that was never sent is given back in money.
import { type Amount, roundAmount } from "./amount.ts";
import type { Order } from "./orders/order.ts";
import { price } from "./pricing/price.ts";

export const LANGUAGES = ["vi", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export type RecipientMessage = {
  readonly orderId: string;
  readonly pathIndex: number;
  readonly queuedAt: Date;
  // Failed ones; 0 before the first.
  readonly triesBefore: number;
  readonly error: string;
};

const GROUP = "SMS";
const RETRY_SECONDS = [10, 30, 60, 120, 300, 600];
const SECONDS_MAX = 2 * 3600;
// A delivery may be over before anybody looked at its message; a link that comes a moment late still shows the proof.
const LATE_SECONDS_MAX = 60;
const NAME_LENGTH_MAX = 40;

export function wantsMessages(order: Pick<Order, "pricing">): boolean {
  return order.pricing.requests.some(isMessage);
}

export function messageText(language: Language, sender: string, order: Pick<Order, "points">, link: string): string {
  const words = order.points[0]!.name.replace(/\s+/g, " ").trim();
  const from = [...words].slice(0, NAME_LENGTH_MAX).join("");
  return language === "vi"
    ? `${sender}: đơn hàng của ${from} đang trên đường đến bạn. Theo dõi: ${link}`
    : `${sender}: a parcel from ${from} is on its way to you. Follow it: ${link}`;
}

// undefined: it is to be tried now.
export function whyGivenUp(message: RecipientMessage, order: Pick<Order, "points">, now: Date): string | undefined {
  const ageSeconds = (now.getTime() - message.queuedAt.getTime()) / 1000;
  const last = message.error === "" ? "" : ` ${message.error}`;
  const isOver = order.points[message.pathIndex]?.status !== "";
  if (isOver && (message.triesBefore > 0 || ageSeconds > LATE_SECONDS_MAX)) {
    return `The delivery was over before the message could be sent.${last}`;
  }
  return ageSeconds > SECONDS_MAX ? `The message could not be sent within ${SECONDS_MAX / 3600} h.${last}` : undefined;
}

export function retryAt({ triesBefore }: RecipientMessage, now: Date): Date {
  const seconds = RETRY_SECONDS[Math.min(triesBefore, RETRY_SECONDS.length - 1)]!;
  return new Date(now.getTime() + seconds * 1000);
}

// What the order would have cost less without it, VAT and discount included. The fee is one for all points; each bears its share, and
// the shares add up.
export function messageFee({ pricing, points }: Pick<Order, "pricing" | "points">, pathIndex: number): Amount {
  const requests = pricing.requests.filter((request) => !isMessage(request));
  const fee = Math.max(0, price(pricing).total - price({ ...pricing, requests }).total);
  const upTo = (index: number): Amount => roundAmount((fee * index) / (points.length - 1));
  return upTo(pathIndex) - upTo(pathIndex - 1);
}

function isMessage({ groupId }: { readonly groupId: string }): boolean {
  return groupId === GROUP;
}
