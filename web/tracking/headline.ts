// What the delivery's state means to the one who waits for it: which sentence stands on top, and in which mood.
import type { trackingWords } from "../words/tracking.ts";
import { ownStopOf, type TrackingState } from "./tracking-state.ts";

export type Headline = keyof (typeof trackingWords)["en"]["headlines"];

export type Mood = "waiting" | "moving" | "good" | "bad";

export const MOODS: Readonly<Record<Headline, Mood>> = {
  scheduled: "waiting",
  searching: "waiting",
  toPickup: "moving",
  atPickup: "moving",
  otherStopsFirst: "moving",
  underWay: "moving",
  onTheWay: "moving",
  almostThere: "moving",
  delivered: "good",
  failed: "bad",
  returning: "bad",
  returned: "bad",
  cancelled: "bad",
};

export function headlineOf(state: TrackingState): Headline {
  const own = ownStopOf(state);
  if (state.status === "CANCELLED") return "cancelled";
  if (own?.status === "COMPLETED") return "delivered";
  if (own?.status === "FAILED" || (own === undefined && state.steps.some(({ key }) => key === "failed"))) {
    if (state.sub_status === "RETURNED") return "returned";
    return state.sub_status === "IN_RETURN" ? "returning" : "failed";
  }
  switch (state.status) {
    case "IDLE":
      return "scheduled";
    case "ASSIGNING":
      return "searching";
    case "ACCEPTED":
      return state.sub_status === "ARRIVED" ? "atPickup" : "toPickup";
    case "CONFIRMING":
    case "PAYING":
      return "atPickup";
    case "COMPLETED":
      return "delivered";
    case "IN PROCESS":
      if (!own) return "underWay";
      // An exact position is told only while this stop is the next one.
      if (state.driver?.position?.coarse) return "otherStopsFirst";
      return state.sub_status === "COMPLETING" ? "almostThere" : "onTheWay";
  }
}
