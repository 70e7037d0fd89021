// What open live maps hear: the whole city whenever something in it has changed, read once a second for all who watch it.

import type { LiveCity } from "../../contract/live-city.ts";
import { openLoop } from "../../ports/flow/loop.ts";
import { type Listener, openStreamHub } from "../../ports/flow/stream-hub.ts";
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

// An operator who has signed out, or whose session is over, is not told more.
type Watcher = Listener & { readonly stream: EventStream; said: string };

const LOOK_MS = 1_000;
const STREAMS_MAX = 100;

export async function readLiveCity(db: Database, cityId: string): Promise<LiveCity> {
  const [drivers, orders] = await Promise.all([listLiveDrivers(db, cityId), listLiveOrders(db, cityId)]);
  return encodeLiveCity(cityId, drivers, orders);
}

export function openLiveStreams(deps: {
  readonly db: Database;
  readonly onTrouble: (error: unknown) => void;
}): LiveStreams {
  const hub = openStreamHub<Watcher>({ max: STREAMS_MAX, onTrouble: deps.onTrouble });
  const looking = openLoop({ work: look, failed: deps.onTrouble, everyMs: LOOK_MS });

  async function look(): Promise<void> {
    for (const cityId of hub.topics()) {
      const city = await readLiveCity(deps.db, cityId);
      const gist = JSON.stringify(city);
      for (const watcher of hub.of(cityId)) {
        if (watcher.said === gist) continue;
        watcher.said = gist;
        watcher.stream.send("city", city);
      }
    }
  }

  return {
    isFull: hub.isFull,
    follow: (cityId, stream, mayListen) => hub.join(cityId, { stream, mayListen, said: "" }),
    leave: hub.leave,
    close: () => {
      void looking.stop();
      hub.close();
    },
  };
}
