// Requests that meet: all are there before the first of them gets on.
import { type Database, inTransaction } from "../../src/store/db.ts";
import type { Answer, Giao } from "./giao.ts";
import { until } from "./until.ts";

type Server = Pick<Giao, "call">;

// How many requests a server has not answered yet, whether it works on them or lets them wait.
export async function unanswered({ call }: Server): Promise<number> {
  const { body } = await call("GET", "/metrics", { operator: true });
  const figures = String(body).matchAll(/^giao_requests_(?:in_flight\{state="now"\}|queued(?:\{.*\})?) (\d+)$/gm);
  return [...figures].reduce((sum, [, count]) => sum + Number(count), 0);
}

// Kept from the accounts until all of them have come.
export async function whileAccountsAreHeld(
  db: Database,
  servers: readonly Server[],
  ask: () => readonly Promise<Answer>[],
): Promise<readonly Answer[]> {
  const { asked } = await inTransaction(db, async (tx) => {
    await tx`lock table accounts in exclusive mode`;
    const asked = ask();
    await until("all have come", async () => {
      const counts = await Promise.all(servers.map(unanswered));
      return counts.reduce((sum, count) => sum + count, 0) === asked.length;
    });
    return { asked };
  });
  return Promise.all(asked);
}
