// What open live maps hear: the whole city whenever something in it has changed, read once a second for all who watch it.

import type { LiveCity } from "../../contract/live-city.ts";
import { newestPlaces } from "../../operations/live/newest-places.ts";
import type { Live } from "../../operations/live/open-live.ts";
import { listLiveDrivers, listLiveOrders } from "../../store/console/live-city.ts";
import type { Database } from "../../store/db.ts";
import type { EventStream } from "../base/event-stream.ts";
import { encodeLiveCity } from "../wire/live-city.ts";

export type LiveStreams = {
  readonly isFull: () => boolean;
  readonly follow: (cityId: string, stream: EventStream, mayListen: () => Promise<boolean>) => void;
  readonly leave: (stream: EventStream) => void;
  readonly close: () => void;
};

type Listener = { readonly stream: EventStream; readonly mayListen: () => Promise<boolean>; said: string };

const LOOK_MS = 1_000;
const BEAT_MS = 15_000;
const STREAMS_MAX = 100;

export type LiveCityDeps = { readonly db: Database; readonly live: Live };

export async function readLiveCity({ db, live }: LiveCityDeps, cityId: string): Promise<LiveCity> {
  const [kept, orders] = await Promise.all([listLiveDrivers(db, cityId), listLiveOrders(db, cityId)]);
  const drivers = await newestPlaces(
    live,
    kept,
    ({ phone }) => ({ phone, cityId }),
    (driver, { lat, lng, heading, heardAt }) => ({ ...driver, lat, lng, heading, heardAt }),
  );
  return encodeLiveCity(cityId, drivers, orders);
}

export function openLiveStreams(deps: LiveCityDeps & { readonly onTrouble: (error: unknown) => void }): LiveStreams {
  const cities = new Map<string, Set<Listener>>();
  const joined = new Map<EventStream, { readonly cityId: string; readonly listener: Listener }>();
  let isLooking = false;
  let isClosed = false;

  async function look(): Promise<void> {
    for (const [cityId, listeners] of cities) {
      const city = await readLiveCity(deps, cityId);
      const gist = JSON.stringify(city);
      for (const listener of listeners) {
        if (listener.said === gist) continue;
        listener.said = gist;
        listener.stream.send("city", city);
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
      const listener = { stream, mayListen, said: "" };
      const listeners = cities.get(cityId) ?? new Set();
      cities.set(cityId, listeners.add(listener));
      joined.set(stream, { cityId, listener });
    },
    leave: (stream) => {
      const known = joined.get(stream);
      if (!known) return;
      joined.delete(stream);
      const listeners = cities.get(known.cityId);
      listeners?.delete(known.listener);
      if (listeners?.size === 0) cities.delete(known.cityId);
    },
    close: () => {
      isClosed = true;
      clearInterval(looking);
      clearInterval(beating);
      for (const stream of joined.keys()) stream.sendElsewhere();
    },
  };
}
