// Whether a driver may be asked at all. Hard rules only: who is best among those who may is the plan's business.
import { lacksEquipment } from "../catalogue/equipment.ts";
import { DOUBTS } from "../drivers/whereabouts.ts";
import type { MatchDriver, MatchOrder, MatchRound, MatchRules } from "./round.ts";
import { endOf } from "./route.ts";

export const INELIGIBLE = [
  ...DOUBTS,
  "HAS_OPEN_OFFER",
  "ON_BREAK",
  "REFUSED_BEFORE",
  "VEHICLE_DOES_NOT_FIT",
  "EQUIPMENT_MISSING",
  "WALLET_TOO_LOW",
  "FREE_TOO_LATE",
  "TOO_FAR",
] as const;
export type Ineligible = (typeof INELIGIBLE)[number];

// The first rule that stands in the way, or undefined.
export function whyNot(
  order: MatchOrder,
  driver: MatchDriver,
  round: MatchRound,
  rules: MatchRules,
): Ineligible | undefined {
  if (driver.doubt) return driver.doubt;
  if (driver.hasOpenOffer) return "HAS_OPEN_OFFER";
  if (driver.isOnBreak) return "ON_BREAK";
  if (order.refusedBy.has(driver.id)) return "REFUSED_BEFORE";
  if (driver.vehicle !== order.vehicle) return "VEHICLE_DOES_NOT_FIT";
  if (lacksEquipment(order, driver)) return "EQUIPMENT_MISSING";
  if (driver.walletFree < order.walletNeeded) return "WALLET_TOO_LOW";
  const free = endOf(driver, driver.visits, round.travel);
  if (free.at > round.now + rules.lookAheadSeconds) return "FREE_TOO_LATE";
  if (order.reachMeters < Infinity && round.travel.meters(free.point, order.pickup) > order.reachMeters)
    return "TOO_FAR";
  return undefined;
}
