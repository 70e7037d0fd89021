// How the soak's people call: any replica, again and again under the same key until one gives a definite answer, as a careful
// client does. Every single try is measured: none may stay without an answer, and none may be answered with a 500.
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
  // The longest time in which no try of anybody succeeded.
  longestOutageMs: number;
  readonly broken: string[];
};

// Thrown out of everything an actor does, once the soak has ended.
export class HungUp extends Error {}

export const ANSWER_MS_MAX = 15_000;
// What keeps the promise may be told again; the rest is a definite answer.
const AGAIN = new Set([429, 500, 502, 503]);
const BROKEN_SHOWN_MAX = 50;

export function openLine(urls: () => readonly string[], chance: Chance): Line {
  let over = false;
  let lastSuccessAt = performance.now();
  const figures: LineFigures = { tries: 0, byStatus: new Map(), answeredMs: [], longestOutageMs: 0, broken: [] };

  function count(what: string): void {
    figures.byStatus.set(what, (figures.byStatus.get(what) ?? 0) + 1);
  }

  function breaks(promise: string): void {
    if (figures.broken.length < BROKEN_SHOWN_MAX) figures.broken.push(promise);
  }

  async function tryOnce(method: string, path: string, ask: Ask): Promise<Reply | undefined> {
    const known = urls();
    const root = known[Math.floor(chance() * known.length)];
    if (root === undefined) return undefined;
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
      const now = performance.now();
      count(String(response.status));
      figures.answeredMs.push(now - startedAt);
      if (response.status === 500) breaks(`500 to ${method} ${path}: ${text}`);
      if (response.status < 500) {
        figures.longestOutageMs = Math.max(figures.longestOutageMs, now - lastSuccessAt);
        lastSuccessAt = now;
      }
      return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
    } catch (error) {
      // A cut line is heard of at once and is an answer of its kind: the client knows that it must ask again.
      const isLate = error instanceof Error && error.name === "TimeoutError";
      count(isLate ? "no answer" : "cut");
      if (isLate) breaks(`no answer in ${ANSWER_MS_MAX / 1000} s to ${method} ${path} at ${root}`);
      return undefined;
    }
  }

  return {
    figures,
    hangUp: () => {
      over = true;
    },
    ask: async (method, path, ask = {}) => {
      for (;;) {
        if (over) throw new HungUp();
        const reply = await tryOnce(method, path, ask);
        const stillRunning = reply?.status === 409 && reply.body?.code === "IDEMPOTENCY_IN_PROGRESS";
        if (reply && !AGAIN.has(reply.status) && !stillRunning) return reply;
        await sleep(100 + chance() * 400);
      }
    },
  };
}
