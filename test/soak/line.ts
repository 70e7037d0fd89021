// How the soak's people call: any of the addresses they know, then the next one, again and again under the same key until one gives a definite
// answer, as a careful client does. Every single try is measured: none may stay without an answer, and none may be answered with a 500.
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../../src/domain/chance.ts";
import type { Json } from "../harness/giao.ts";

export type Reply = { readonly status: number; readonly body: Json; readonly headers: Headers };
export type Ask = {
  readonly token?: string;
  readonly operator?: boolean;
  readonly key?: string;
  readonly body?: unknown;
};

export type Line = {
  readonly ask: (method: string, path: string, ask?: Ask) => Promise<Reply>;
  readonly figures: LineFigures;
  // Nobody begins anything new; who waits for an answer hears that it is over.
  readonly hangUp: () => void;
};

export type LineFigures = {
  tries: number;
  readonly byStatus: Map<string, number>;
  readonly answeredMs: number[];
  // Tries that got no answer, or one of 500 and more.
  failed: number;
  // In which no try of anybody succeeded, and in which nobody got a new order.
  readonly outage: Gap;
  readonly orderGap: Gap;
  readonly broken: string[];
};

// Times without something, the one that is under way included.
export type Gap = { readonly ended: () => void; readonly longestMs: () => number; readonly startOver: () => void };

export function openGap(): Gap {
  let since = performance.now();
  let longest = 0;
  const longestMs = (): number => Math.max(longest, performance.now() - since);
  return {
    longestMs,
    ended: () => {
      longest = longestMs();
      since = performance.now();
    },
    startOver: () => {
      longest = 0;
    },
  };
}

// Thrown out of everything an actor does, once the soak has ended.
export class HungUp extends Error {}

export const ANSWER_MS_MAX = 15_000;
// What keeps the promise may be told again; the rest is a definite answer.
const AGAIN = new Set([429, 500, 502, 503]);
const BROKEN_SHOWN_MAX = 50;
// However many addresses there are, any of them may be the first.
const TURNS = 60;

export function openLine(urls: () => readonly string[], chance: Chance): Line {
  let over = false;
  const figures: LineFigures = {
    tries: 0,
    failed: 0,
    byStatus: new Map(),
    answeredMs: [],
    outage: openGap(),
    orderGap: openGap(),
    broken: [],
  };

  function count(what: string): void {
    figures.byStatus.set(what, (figures.byStatus.get(what) ?? 0) + 1);
  }

  function breaks(promise: string): void {
    if (figures.broken.length < BROKEN_SHOWN_MAX) figures.broken.push(promise);
  }

  async function tryOnce(root: string, method: string, path: string, ask: Ask): Promise<Reply | undefined> {
    figures.tries += 1;
    const startedAt = performance.now();
    try {
      const response = await fetch(root + path, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
        headers: {
          ...(ask.body === undefined ? {} : { "content-type": "application/json" }),
          ...(ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` }),
          ...(ask.operator ? { "x-operator-key": "sandbox-operator-key" } : {}),
          ...(ask.key === undefined ? {} : { "idempotency-key": ask.key }),
        },
        ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      });
      const text = await response.text();
      count(String(response.status));
      figures.answeredMs.push(performance.now() - startedAt);
      if (response.status === 500) breaks(`500 to ${method} ${path}: ${text}`);
      if (response.status >= 500) figures.failed += 1;
      else figures.outage.ended();
      if (response.status === 200 && method === "POST" && path === "/v3/orders") figures.orderGap.ended();
      return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
    } catch (error) {
      // A cut line is heard of at once and is an answer of its kind: the client knows that it must ask again.
      const isLate = error instanceof Error && error.name === "TimeoutError";
      count(isLate ? "no answer" : "cut");
      figures.failed += 1;
      // The sandbox's clock runs what is due before it answers: a tool of the play, for which nobody promised a time.
      if (isLate && !path.startsWith("/sandbox/"))
        breaks(`no answer in ${ANSWER_MS_MAX / 1000} s to ${method} ${path} at ${root}`);
      return undefined;
    }
  }

  return {
    figures,
    hangUp: () => {
      over = true;
    },
    ask: async (method, path, ask = {}) => {
      for (let turn = Math.floor(chance() * TURNS); ; turn++) {
        if (over) throw new HungUp();
        const known = urls();
        const root = known[turn % known.length];
        const reply = root === undefined ? undefined : await tryOnce(root, method, path, ask);
        const stillRunning = reply?.status === 409 && reply.body?.code === "IDEMPOTENCY_IN_PROGRESS";
        if (reply && !AGAIN.has(reply.status) && !stillRunning) return reply;
        await sleep(100 + chance() * 400);
      }
    },
  };
}
