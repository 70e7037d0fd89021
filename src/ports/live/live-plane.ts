// The live plane: what many processes share and nobody needs for truth, where drivers are, notices, counts of requests. Without one of its own
// (LIVE_URL) it is the database, and each process's memory.
import type { Position } from "../../domain/drivers/position.ts";
import type { Doubt } from "../../domain/drivers/whereabouts.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Limit, Taken } from "../../domain/rate-limit.ts";
import type { Tries } from "../../domain/tries.ts";
import type { LiveNotices } from "./live-notices.ts";

export type DriverKey = { readonly phone: Phone; readonly cityId: string };

// Of whom the database has a place too: since when, null where it has none.
export type KeptDriver = DriverKey & { readonly locatedAt: Date | null };

export type LivePlace = Position &
  DriverKey & {
    // When it was taken, by the program's clock, and by the true time.
    readonly heardAt: Date;
    readonly seenAt: Date;
    readonly doubt: Doubt | null;
    readonly doubtedAt: Date | null;
    // Of the places that the database keeps, the last one's time.
    readonly keptAt: Date;
  };

// Nobody builds on a place for so long: whoever has been silent since is not there.
export const PLACE_FORGOTTEN_SECONDS = 600;

export type LivePlaces = {
  // One a driver, read by every process when it resolves.
  readonly write: (places: readonly LivePlace[]) => Promise<void>;
  readonly read: (drivers: readonly DriverKey[]) => Promise<ReadonlyMap<Phone, LivePlace>>;
  // The nearest first.
  readonly near: (cityId: string, to: LatLng, meters: number, limit: number) => Promise<readonly Phone[]>;
  readonly remove: (driver: DriverKey) => Promise<void>;
};

export type LiveCounts = {
  // One request more, or as many as it costs, in a bucket that all processes share.
  readonly take: (key: string, limit: Limit, nowMs: number, cost: number) => Promise<Taken>;
};

export type KeyedTries = Tries & { readonly key: Buffer };

// Tries at secrets, which every process counts together.
export type LiveTries = {
  readonly read: (keys: readonly Buffer[]) => Promise<readonly KeyedTries[]>;
  // Changes them all or none, as `decide` says of what is known, with nobody in between; undefined leaves them.
  readonly change: <T>(
    keys: readonly Buffer[],
    now: Date,
    decide: (known: readonly KeyedTries[]) => { readonly answer: T; readonly save?: readonly KeyedTries[] },
  ) => Promise<T>;
  readonly remove: (keys: readonly Buffer[]) => Promise<void>;
};

// Cannot be asked now, or takes too long: whoever asked does without.
export class LiveAway extends Error {}

export type LivePlane = {
  readonly places: LivePlaces;
  readonly notices: LiveNotices;
  readonly counts: LiveCounts;
  readonly tries: LiveTries;
  readonly state: () => LiveState;
  readonly figures: () => LiveFigures;
  readonly close: () => Promise<void>;
};

export type LiveState = { readonly isUp: boolean; readonly note: string };

type LiveFigures = {
  // Messages by notice, that this process sent and heard.
  readonly told: Readonly<Record<string, number>>;
  readonly heard: Readonly<Record<string, number>>;
  // What could not be done, by what it was.
  readonly failed: Readonly<Record<string, number>>;
};
