// The name a partner sees for an event: evt_<order id>_<seq>. It says which event of which order it is and needs no index of its
// own; it opens nothing, so that it may be guessed.

export type EventKey = { readonly orderId: string; readonly seq: number };

export function eventIdOf({ orderId, seq }: EventKey): string {
  return `evt_${orderId}_${seq}`;
}

export function parseEventId(text: string): EventKey | undefined {
  const match = /^evt_([0-9A-Za-z-]{1,40})_([1-9]\d{0,8})$/.exec(text);
  return match?.[1] === undefined ? undefined : { orderId: match[1], seq: Number(match[2]) };
}
