// What became of an event that a partner is told about, from what is owed of it and how its tries went.
import type { Exchange } from "./exchange.ts";
import { judge } from "./verdict.ts";

// `unsent`: nobody had asked for callbacks when it happened. `forgotten`: it is older than the log of tries, which alone knew.
export const DELIVERY_STATES = ["delivered", "waiting", "given_up", "unsent", "forgotten"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const CALLBACK_RESULTS = ["delivered", "failed"] as const;
export type CallbackResult = (typeof CALLBACK_RESULTS)[number];

export type OwedEvent = {
  readonly happenedAt: Date;
  // The next try; null when none is due.
  readonly dueAt: Date | null;
  readonly givenUpAt: Date | null;
};
type Tried = Pick<Exchange, "outcome" | "code">;

export function deliveryStateOf(event: OwedEvent, tries: readonly Tried[], loggedSince: Date): DeliveryState {
  if (event.givenUpAt !== null) return "given_up";
  if (event.dueAt !== null) return "waiting";
  if (tries.some((one) => judge(one) === "delivered")) return "delivered";
  return event.happenedAt < loggedSince ? "forgotten" : "unsent";
}

// What waits has failed once a try of it was not taken; what was never tried is neither.
export function callbackResultOf(state: DeliveryState, lastTry: Tried | undefined): CallbackResult | undefined {
  if (state === "delivered") return "delivered";
  const isRefused = lastTry !== undefined && judge(lastTry) !== "delivered";
  return state === "given_up" || (state === "waiting" && isRefused) ? "failed" : undefined;
}
