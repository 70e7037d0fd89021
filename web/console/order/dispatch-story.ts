// What became of each driver whom the dispatcher looked at for an order.
import type { Answer } from "../../parts/ask.ts";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { MarkShape } from "../../parts/map-content.ts";

type Explained = Answer<"explainDispatch">;
type DecisionRecord = Explained["decisions"][number];
type Considered = Pick<
  DecisionRecord["considered"][number],
  "mobile" | "name" | "verdict" | "pickup_in_seconds" | "lat" | "lng"
>;
type Offer = Pick<Explained["offers"][number], "id" | "mobile" | "name" | "offered_at" | "answer" | "pickup_seconds">;
export type Decision = Pick<
  DecisionRecord,
  "time" | "verdict" | "drivers" | "travel" | "planned_for" | "reason" | "reason_code" | "reason_late" | "reach"
> & {
  readonly considered: readonly Considered[];
};
export type Dispatch = {
  readonly offers: readonly Offer[];
  // Newest first.
  readonly decisions: readonly Decision[];
};

// By the decision looked at: taken, asked and not answered, asked in vain, or not asked at all.
export type Fate = "taken" | "asked" | "refused" | "considered";

// Told by form as well as by colour: not everybody sees red and green apart.
export const SHAPES: Readonly<Record<Fate, MarkShape>> = {
  taken: "circle",
  asked: "square",
  refused: "diamond",
  considered: "dot",
};

const FATES: Readonly<Record<string, Fate>> = {
  "": "asked",
  accepted: "taken",
  declined: "refused",
  expired: "refused",
  lost: "asked",
  withdrawn: "asked",
};

export type SeenDriver = Decision["considered"][number] & {
  // The number in the list and on the map.
  readonly sign: string;
  readonly fate: Fate;
  readonly place: LatLng | undefined;
};

// An offer is made in the moment it is decided; one from before counts too, for a driver who refused is not asked again.
export function seenDrivers({ offers }: Dispatch, decision: Decision): readonly SeenDriver[] {
  return decision.considered.map((driver, at) => {
    const offer = offers
      .filter(({ mobile, offered_at }) => mobile === driver.mobile && offered_at <= decision.time + 1)
      .reduce<Offer | undefined>((last, one) => (last && last.offered_at > one.offered_at ? last : one), undefined);
    const { lat, lng } = driver;
    return {
      ...driver,
      sign: String(at + 1),
      fate: offer ? (FATES[offer.answer] ?? "asked") : "considered",
      place: lat === undefined || lng === undefined ? undefined : { lat, lng },
    };
  });
}

// The one that explains the driver who took it; while nobody has, the newest.
export function decisionToShow({ offers, decisions }: Dispatch): Decision | undefined {
  const taken = offers.find(({ answer }) => answer === "accepted");
  const asking = decisions.find(({ time }) => taken && time <= taken.offered_at + 1);
  return asking ?? decisions[0];
}
