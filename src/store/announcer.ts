// Tells every replica that orders have changed, after the change is committed. A notice inside the transaction would make
// commits queue for PostgreSQL's one notice lock; said afterwards and together, many changes cost one small statement. A
// notice that is lost with its process is made good by the sweeps, which look by themselves.
import type { Database } from "./db.ts";

export type Announcer = {
  readonly orderChanged: (orderId: string) => void;
  // Resolves when all that was said so far has been heard or has failed.
  readonly settled: () => Promise<void>;
};

// More changes than this in one breath are told as "anything may have changed".
const IDS_MAX = 500;

export function openAnnouncer(db: Database, onTrouble: (error: unknown) => void): Announcer {
  let waiting = new Set<string>();
  let speaking: Promise<void> | undefined;

  async function speak(): Promise<void> {
    while (waiting.size > 0) {
      const orderIds = waiting.size > IDS_MAX ? [""] : [...waiting];
      waiting = new Set();
      try {
        await db`
          select pg_notify('giao_orders', order_id), pg_notify('giao_work', '')
          from unnest(${orderIds}::text[]) as changed (order_id)`;
      } catch (error) {
        onTrouble(error);
      }
    }
    speaking = undefined;
  }

  return {
    orderChanged: (orderId) => {
      waiting.add(orderId);
      speaking ??= Promise.resolve().then(speak);
    },
    settled: async () => speaking,
  };
}
