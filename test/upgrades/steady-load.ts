// Partners and drivers who go on working whatever happens behind the doors: several at once, each one call after another, to one
// replica after the other. Everything that was not answered as it should be is kept.
import { ok } from "../harness/fleet.ts";
import { type Answer, type Call, callAt, type Json } from "../harness/giao.ts";
import { orderBody } from "../harness/orders.ts";
import { until } from "../harness/until.ts";

export type Load = {
  // As a balancer does: new calls go to these only. Resolves when none is under way to another.
  readonly aimAt: (urls: readonly string[]) => Promise<void>;
  readonly until: (calls: number) => Promise<void>;
  readonly stop: () => Promise<{ readonly answered: number; readonly faults: readonly string[] }>;
};

type Ask = (method: string, path: string, more: Call, tries?: number) => Promise<Answer>;

const WORKERS = 4;
// As a balancer asks, which turns nobody away for one answer that was late.
const READY_TRIES = 3;

export function startLoad(urls: readonly string[], token: string): Load {
  let targets = urls;
  let answered = 0;
  let goesOn = true;
  const faults: string[] = [];
  const underWay = new Set<Promise<unknown>>();

  const call: Ask = async (method, path, more, tries = 1) => {
    const url = targets[answered++ % targets.length]!;
    const asked = callAt(url, method, path, more);
    underWay.add(asked);
    try {
      const answer = await asked;
      if (answer.status !== 200 && tries > 1) return call(method, path, more, tries - 1);
      if (answer.status !== 200) faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      faults.push(`${method} ${path}: ${String(error)} ${String((error as Error).cause)}`);
      throw error;
    } finally {
      underWay.delete(asked);
    }
  };

  async function work(): Promise<void> {
    while (goesOn) {
      try {
        await live(call, token);
      } catch (error) {
        // The fault is noted; the next order begins anew.
        if (!(error instanceof Error)) throw error;
      }
    }
  }

  const workers = Array.from({ length: WORKERS }, work);
  return {
    aimAt: async (next) => {
      targets = next;
      await Promise.allSettled(underWay);
    },
    until: async (calls) => {
      await until(`${calls} calls are answered`, () => answered >= calls, { secondsMax: 120 });
    },
    stop: async () => {
      goesOn = false;
      await Promise.all(workers);
      return { answered, faults };
    },
  };
}

// The life of an order, as its sender and the sandbox's drivers make it, with the reads between.
async function live(call: Ask, token: string): Promise<void> {
  const user = (method: string, path: string, body?: Json) =>
    call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const estimate = { ...orderBody(), services: [{ _id: "SGN-BIKE", requests: [] }] };
  ok(await user("POST", "/v3/orders/estimates", estimate));
  const { order_id: id } = ok(
    await user("POST", "/v3/orders", orderBody({ payment_method: "CASH", remarks: "sim:none" })),
  );
  ok(await user("PATCH", `/v3/orders/${id}`, { path_index: 1, name: "An" }));
  for (let step = 0; step < 3; step++) {
    ok(await call("POST", `/sandbox/v1/orders/${id}/continue`, { operator: true }));
    ok(await user("GET", `/v3/orders/${id}`));
  }
  ok(await user("GET", "/v3/orders"));
  ok(await user("PUT", "/v3/accounts", { name: "Demo sender" }));
  ok(await call("GET", "/operator/v1/accounts/84900000001", { operator: true }));
  ok(await call("GET", "/readyz", {}, READY_TRIES));
}
