// What open live maps hear: the whole city at first, then what has changed in it, looked at once a second for all who watch it.

import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import type { EventStream } from "../base/event-stream.ts";
import { type LiveBoard, openLiveBoard } from "./live-board.ts";

export type LiveStreams = {
  readonly isFull: () => boolean;
  readonly follow: (cityId: string, stream: EventStream, mayListen: () => Promise<boolean>) => void;
  readonly leave: (stream: EventStream) => void;
  readonly close: () => void;
};

type Listener = { readonly stream: EventStream; readonly mayListen: () => Promise<boolean>; isTold: boolean };
type Watched = { readonly board: LiveBoard; readonly listeners: Set<Listener> };

const LOOK_MS = 1_000;
const BEAT_MS = 5_000;
const STREAMS_MAX = 100;

export function openLiveStreams(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}): LiveStreams {
  const cities = new Map<string, Watched>();
  const joined = new Map<EventStream, { readonly cityId: string; readonly listener: Listener }>();
  let isLooking = false;
  let isClosed = false;

  async function look(): Promise<void> {
    for (const { board, listeners } of cities.values()) {
      const changes = await board.look();
      for (const listener of listeners) {
        if (!listener.isTold) listener.stream.send("city", board.city());
        else if (changes) listener.stream.send("changes", changes);
        listener.isTold = true;
      }
    }
  }

  const looking = setInterval(() => {
    if (isLooking || cities.size === 0) return;
    isLooking = true;
    look()
      .catch(deps.onTrouble)
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  looking.unref();

  // An operator who has signed out, or whose session is over, is not told more.
  const beating = setInterval(() => {
    for (const { listener } of joined.values()) {
      listener
        .mayListen()
        .then((may) => (may ? listener.stream.beat() : listener.stream.end()))
        .catch(deps.onTrouble);
    }
  }, BEAT_MS);
  beating.unref();

  return {
    isFull: () => joined.size >= STREAMS_MAX,
    follow: (cityId, stream, mayListen) => {
      if (isClosed) return stream.sendElsewhere();
      const listener = { stream, mayListen, isTold: false };
      const watched = cities.get(cityId) ?? { board: openLiveBoard(deps, cityId), listeners: new Set() };
      cities.set(cityId, watched);
      watched.listeners.add(listener);
      joined.set(stream, { cityId, listener });
    },
    leave: (stream) => {
      const known = joined.get(stream);
      if (!known) return;
      joined.delete(stream);
      const watched = cities.get(known.cityId);
      watched?.listeners.delete(known.listener);
      if (watched?.listeners.size === 0) cities.delete(known.cityId);
    },
    close: () => {
      isClosed = true;
      clearInterval(looking);
      clearInterval(beating);
      for (const stream of joined.keys()) stream.sendElsewhere();
    },
  };
}
