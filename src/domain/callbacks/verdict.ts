// What an exchange with a partner's endpoint means for the event that was sent (D16).
import type { Exchange } from "./exchange.ts";

// `gone`: the endpoint says it is no more, so nothing else is sent there until somebody sets it up again.
export type Verdict = "delivered" | "failed" | "gone";

export function judge(exchange: Pick<Exchange, "outcome" | "code">): Verdict {
  // An answer that broke off is no promise, whatever its first line said: sending twice is harmless, losing is not.
  if (exchange.outcome !== "answered") return "failed";
  if (exchange.code >= 200 && exchange.code < 300) return "delivered";
  return exchange.code === 410 ? "gone" : "failed";
}
