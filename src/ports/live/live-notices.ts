// What processes tell each other about orders, drivers and waiting work as it happens. A notice carries no truth: whoever hears one reads again,
// whoever misses one looks by themselves a little later. Each is about a key (an order, a driver), and a process hears of the keys it wants.

// giao_orders: an order changed, by its id. giao_held: an order that a driver has, "<phone> <order id>". giao_offers: offers to drivers, by
// their phones with commas between. giao_moves: where a driver is, by phone. giao_work, giao_messages: something is due, for whoever does it.
export type LiveNotice = "giao_orders" | "giao_held" | "giao_offers" | "giao_moves" | "giao_work" | "giao_messages";

export type SentNotice = { readonly notice: string; readonly payload: string };

// In place of a payload: anything may have happened, the listener looks at everything it knows.
export const EVERYTHING = "";

export type Following = {
  // From now on; the listener is called once when what is told of the key is heard, because it may have changed before.
  readonly want: (key: string) => void;
  readonly leave: (key: string) => void;
  readonly stop: () => void;
};

export type LiveNotices = {
  // `listener` hears what is told of the keys that were asked for, and EVERYTHING.
  readonly follow: (notice: LiveNotice, listener: (payload: string) => void) => Following;
  readonly send: (sent: readonly SentNotice[]) => Promise<void>;
};

const KEYED: Readonly<Record<LiveNotice, (payload: string) => readonly SentNotice["payload"][]>> = {
  giao_orders: (orderId) => [orderId],
  giao_held: (held) => [held],
  giao_offers: (phones) => phones.split(","),
  giao_moves: (phone) => [phone],
  giao_work: () => [EVERYTHING],
  giao_messages: () => [EVERYTHING],
};

export function isLive(notice: string): notice is LiveNotice {
  return notice in KEYED;
}

// What is told of one key each.
export function singly(notice: LiveNotice, payload: string): readonly string[] {
  return payload === EVERYTHING ? [EVERYTHING] : KEYED[notice](payload);
}

export function keyOfPayload(payload: string): string {
  return payload.split(" ", 1)[0]!;
}

// Counts who wants what, so that `begin` and `end` are called once a key.
export function openWanted(begin: (key: string) => void, end: (key: string) => void): Following & WantedKeys {
  const wanted = new Map<string, number>();
  return {
    has: (key) => wanted.has(key),
    want: (key) => {
      const count = wanted.get(key) ?? 0;
      wanted.set(key, count + 1);
      if (count === 0) begin(key);
    },
    leave: (key) => {
      const count = wanted.get(key) ?? 0;
      if (count > 1) wanted.set(key, count - 1);
      else if (wanted.delete(key)) end(key);
    },
    stop: () => {
      for (const key of wanted.keys()) end(key);
      wanted.clear();
    },
  };
}

type WantedKeys = { readonly has: (key: string) => boolean };
