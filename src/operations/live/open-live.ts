// The live plane as the rest of the house sees it: Redis where there is one and it answers, and what the house has anyway where not. Nothing
// that is asked here fails because Redis does.
import type { Phone } from "../../domain/phone.ts";
import type { Limit, Taken } from "../../domain/rate-limit.ts";
import { type OwnCounts, openCountsInMemory } from "../../ports/live/counts-in-memory.ts";
import { isLive, type LiveNotices, type SentNotice } from "../../ports/live/live-notices.ts";
import {
  type KeptDriver,
  LiveAway,
  type LivePlace,
  type LivePlaces,
  type LivePlane,
  type LiveTries,
} from "../../ports/live/live-plane.ts";
import type { Database } from "../../store/db.ts";
import type { Notices } from "../../store/notices.ts";
import { openTries } from "../../store/sign-in-tries.ts";

export type Live = {
  readonly follow: LiveNotices["follow"];
  // Those that are left for the database to tell.
  readonly notifyElsewhere: (sent: readonly SentNotice[]) => Promise<readonly SentNotice[]>;
  // Taken from what all processes share where they can, else from this process's own.
  readonly take: (key: string, limit: Limit, nowMs: number, cost: number) => Promise<Taken> | Taken;
  readonly tries: LiveTries;
  // Of a plane apart from the database; undefined where there is none. Throws LiveAway.
  readonly apart: LivePlaces | undefined;
  // What is known of these drivers' places that is newer than what the database has; empty where nothing is.
  readonly beyond: (drivers: readonly KeptDriver[]) => Promise<ReadonlyMap<Phone, LivePlace>>;
  // Who is there, the nearest first; undefined where there is nothing beyond the database.
  readonly near: (...asked: Parameters<LivePlaces["near"]>) => Promise<readonly Phone[] | undefined>;
  readonly plane: Pick<LivePlane, "state" | "figures"> | undefined;
};

// Of each driver the database keeps a place so often.
export const PLACE_KEPT_SECONDS = 60;

// A request waits no longer for its count.
const COUNT_MS_MAX = 100;

export function openLive(db: Database, notices: Notices, plane: LivePlane | undefined): Live {
  const own = openCountsInMemory();
  if (!plane) {
    return {
      follow: notices.follow,
      notifyElsewhere: async (sent) => sent,
      take: own.take,
      tries: openTries(db),
      apart: undefined,
      beyond: async () => new Map(),
      near: async () => undefined,
      plane: undefined,
    };
  }
  return {
    // Who cannot reach Redis tells it through the database, so everybody listens there too.
    follow: (notice, listener) => {
      const both = [plane.notices.follow(notice, listener), notices.follow(notice, listener)];
      return {
        want: (key) => {
          for (const one of both) one.want(key);
        },
        leave: (key) => {
          for (const one of both) one.leave(key);
        },
        stop: () => {
          for (const one of both) one.stop();
        },
      };
    },
    notifyElsewhere: async (sent) => {
      const live = sent.filter(({ notice }) => isLive(notice));
      const isSent = await doneOr(false, () => plane.notices.send(live).then(() => true));
      return isSent ? sent.filter(({ notice }) => !isLive(notice)) : sent;
    },
    take: shared(plane, own),
    tries: triesOf(plane.tries, openTries(db)),
    apart: plane.places,
    beyond: async (drivers) => {
      if (drivers.length === 0) return new Map();
      const known = new Map(await doneOr(new Map<Phone, LivePlace>(), () => plane.places.read(drivers)));
      // A process that cannot reach Redis writes what it hears to the database.
      for (const { phone, locatedAt } of drivers) {
        const place = known.get(phone);
        if (place && locatedAt && place.heardAt < locatedAt) known.delete(phone);
      }
      return known;
    },
    near: (...asked) => doneOr<readonly Phone[] | undefined>(undefined, () => plane.places.near(...asked)),
    plane,
  };
}

async function doneOr<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LiveAway) return otherwise;
    throw error;
  }
}

function shared({ counts }: LivePlane, own: OwnCounts): Live["take"] {
  return async (...asked) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), COUNT_MS_MAX);
    });
    const taken = await Promise.race([doneOr(undefined, () => counts.take(...asked)), late]);
    clearTimeout(timer);
    return taken ?? own.take(...asked);
  };
}

// The database counts while Redis is away: nobody guesses more often because of it than by what was counted there.
function triesOf(first: LiveTries, second: LiveTries): LiveTries {
  const either = async <T>(work: (tries: LiveTries) => Promise<T>): Promise<T> => {
    try {
      return await work(first);
    } catch (error) {
      if (error instanceof LiveAway) return work(second);
      throw error;
    }
  };
  return {
    read: (keys) => either((tries) => tries.read(keys)),
    change: (keys, now, decide) => either((tries) => tries.change(keys, now, decide)),
    remove: async (keys) => {
      await either((tries) => tries.remove(keys));
      // What was counted there while Redis was away.
      await second.remove(keys);
    },
  };
}
