// What a driver's phone reports, made fit to keep: in the order of time, never from the future, without what is no fix.
import type { LatLng } from "../geo.ts";
import { SILENT_SECONDS } from "./silence.ts";
import { isFromTheFuture } from "./whereabouts.ts";

export type Position = LatLng & {
  readonly at: Date;
  // Metres a second, and degrees clockwise from north, where the phone knows them.
  readonly speed: number | null;
  readonly heading: number | null;
};

export type ReportedPosition = LatLng & {
  // Unix seconds of the phone's clock.
  readonly at?: number | undefined;
  readonly speed?: number | undefined;
  readonly heading?: number | undefined;
};

export const POSITIONS_MAX = 500;

// A phone whose clock runs ahead is believed where it is, but not when; one of tomorrow is not believed at all. 0, 0 is what a phone
// without a fix reports.
export function readPositions(reported: readonly ReportedPosition[], now: Date): readonly Position[] {
  return reported
    .filter(({ lat, lng, at }) => (lat !== 0 || lng !== 0) && !isFromTheFuture(at, now))
    .map(({ lat, lng, at, speed, heading }) => ({
      lat,
      lng,
      at: at === undefined ? now : new Date(Math.min(at * 1000, now.getTime())),
      speed: speed ?? null,
      heading: heading ?? null,
    }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

// After as long without a word the driver is asked whether they are still there; where they were then says little about where they are.
export function isFresh({ at }: Pick<Position, "at">, now: Date): boolean {
  return now.getTime() - at.getTime() < SILENT_SECONDS * 1000;
}
