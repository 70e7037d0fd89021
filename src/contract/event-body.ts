// The body of a callback: the order as the partner reads it, plus what tells events apart (D16). Made once, when the event is
// written; every try sends the same bytes.

export type EventMark = {
  readonly eventId: string;
  readonly eventType: string;
  // Counts an order's events from 1 without gaps.
  readonly eventSeq: number;
};

export function eventBody(order: Readonly<Record<string, unknown>>, event: EventMark): string {
  return JSON.stringify({
    ...order,
    event_id: event.eventId,
    event_type: event.eventType,
    event_seq: event.eventSeq,
  });
}
