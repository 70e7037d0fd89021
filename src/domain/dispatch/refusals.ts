// Who is not asked about an order (again). A refusal and a drop are for good; a question that went unanswered may be asked
// once more, a little later: perhaps they were at a red light without their phone.
import type { OfferAnswer, OfferKind } from "../drivers/offer.ts";
import type { Phone } from "../phone.ts";

export type PastOffer = {
  readonly driverPhone: Phone;
  readonly kind: OfferKind;
  // null while the question is open.
  readonly answer: OfferAnswer | null;
  readonly answeredAt: Date | null;
};

const UNANSWERED_MAX = 2;
const ASK_AGAIN_SECONDS = 60;

export function notToAsk(offers: readonly PastOffer[], droppedBy: readonly Phone[], now: Date): ReadonlySet<Phone> {
  const out = new Set(droppedBy);
  const unanswered = new Map<Phone, number>();
  for (const { driverPhone, answer, answeredAt } of offers) {
    if (answer === null || answer === "declined") out.add(driverPhone);
    if (answer !== "expired" || !answeredAt) continue;
    const count = (unanswered.get(driverPhone) ?? 0) + 1;
    unanswered.set(driverPhone, count);
    const isRecent = now.getTime() - answeredAt.getTime() < ASK_AGAIN_SECONDS * 1000;
    if (count >= UNANSWERED_MAX || isRecent) out.add(driverPhone);
  }
  return out;
}
