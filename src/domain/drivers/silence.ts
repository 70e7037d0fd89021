// A driver who has accepted and is not heard of any more: they are asked whether they are still there, and if they do not answer
// the order goes to somebody else.

// Positions come every few seconds; a tunnel or a lift explains a minute or two.
export const SILENT_SECONDS = 180;
const ANSWER_SECONDS = 120;
// Longer unheard of than this, and a driver is not asked: an offer would wait 20 s for a phone that is off.
export const UNREACHABLE_SECONDS = 180;

export const SILENT_COMMENT = "The driver did not answer";

export type Silence = {
  readonly heardAt: Date;
  // When they were last asked about this order; null when they were not, or have been heard of since.
  readonly askedAt: Date | null;
};

export function whatToDo({ heardAt, askedAt }: Silence, now: Date): "wait" | "ask" | "give_to_others" {
  if (askedAt && askedAt > heardAt) return isOver(askedAt, ANSWER_SECONDS, now) ? "give_to_others" : "wait";
  return isOver(heardAt, SILENT_SECONDS, now) ? "ask" : "wait";
}

function isOver(since: Date, seconds: number, now: Date): boolean {
  return now.getTime() - since.getTime() >= seconds * 1000;
}

export function question(orderId: string): string {
  return (
    `Giao: Ban con dang den diem lay hang cua don ${orderId} khong? Hay mo ung dung. ` +
    `Are you still on your way to the pickup of order ${orderId}? Please open the app.`
  );
}
