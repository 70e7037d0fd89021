// What the delivery's state means to the one who waits for it: which sentence stands on top, and in which mood.
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { type Headline, headlineOf as headlineOfSeen } from "../../src/domain/tracking/headline.ts";
import { ownStopOf } from "./own-stop.ts";

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
  again: "moving",
  delivered: "good",
  partly: "bad",
  failed: "bad",
  returning: "bad",
  returned: "bad",
  cancelled: "bad",
};

export function headlineOf(state: Tracking): Headline {
  return headlineOfSeen({
    status: state.status,
    subStatus: state.sub_status,
    own: ownStopOf(state)?.status,
    doors: state.stops.filter(({ kind }) => kind === "delivery").map(({ status }) => status),
    isCoarse: state.driver?.position?.coarse ?? false,
  });
}
