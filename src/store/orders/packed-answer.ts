// A kept answer is nearly what partners are told of the same change: an order's event holds the order as the answer has it. So what is kept is what
// tells the two apart, a few dozen bytes instead of thousands, and the answer is put together again from both, byte for byte. The event is kept for
// longer than the answer.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { EventKey } from "../../domain/callbacks/event-id.ts";

// No JSON begins so.
const MARK = "~";
const PACKED = /^~(\S+)\/(\d+) (\S+)$/;
// Less is not worth it.
const LENGTH_MIN = 300;
// A window that reaches back over the event, and is cleared for each answer: the small one takes half the time.
const SMALL_MAX = 6_000;
const [SMALL, LARGE] = [13, 15].map((windowBits) => ({ level: 3, windowBits, memLevel: 6, chunkSize: 1024 }));

type SentEvent = EventKey & { readonly body: string };

export function packAnswer(answer: string, { orderId, seq, body }: SentEvent): string {
  if (answer.length < LENGTH_MIN) return answer;
  const dictionary = Buffer.from(body);
  const rest = deflateRawSync(answer, { ...(dictionary.length <= SMALL_MAX ? SMALL : LARGE), dictionary });
  return `${MARK}${orderId}/${seq} ${rest.toString("base64")}`;
}

// The event that an answer was packed with; undefined for one that lies there whole.
export function eventOfPacked(kept: string): EventKey | undefined {
  const [, orderId, seq] = PACKED.exec(kept) ?? [];
  return orderId === undefined ? undefined : { orderId, seq: Number(seq) };
}

export function unpackAnswer(kept: string, eventBody: string): string {
  const [, , , rest = ""] = PACKED.exec(kept) ?? [];
  return inflateRawSync(Buffer.from(rest, "base64"), { dictionary: Buffer.from(eventBody) }).toString();
}
