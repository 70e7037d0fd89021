// What an exchange with a partner's endpoint means for the event that was sent (D16).
import type { Exchange } from "./exchange.ts";

// `gone`: the endpoint says it is no more, so nothing else is sent there until somebody sets it up again.
export type Verdict = "delivered" | "failed" | "gone";

// These say "not now", not "not this".
const NOT_NOW: readonly number[] = [408, 410, 425, 429];

export type EndpointOfLate = {
  // In a row, this try among them.
  readonly endpointFailures: number;
  // Of this event, this one among them.
  readonly eventTries: number;
};

// Whether the receiver refuses this very event: then the order's later events need not wait for it (D16). A 5xx may as well mean that
// everything is down; it counts once the endpoint has taken something else since the event first failed.
export function refusesEvent({ outcome, code }: Pick<Exchange, "outcome" | "code">, of: EndpointOfLate): boolean {
  if (outcome !== "answered" || code < 400 || NOT_NOW.includes(code)) return false;
  return code < 500 || of.endpointFailures < of.eventTries;
}

export function judge(exchange: Pick<Exchange, "outcome" | "code">): Verdict {
  // An answer that broke off is no promise, whatever its first line said: sending twice is harmless, losing is not.
  if (exchange.outcome !== "answered") return "failed";
  if (exchange.code >= 200 && exchange.code < 300) return "delivered";
  return exchange.code === 410 ? "gone" : "failed";
}
