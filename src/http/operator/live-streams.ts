// What open live maps hear: the whole city at first, then what has changed in it, looked at once a second for all who watch it.

import { openLoop } from "../../ports/flow/loop.ts";
import { type Listener, openStreamHub } from "../../ports/flow/stream-hub.ts";
import type { EventStream } from "../base/event-stream.ts";
import { type LiveBoard, type LiveBoardDeps, openLiveBoard } from "./live-board.ts";

export type LiveStreams = {
  readonly isFull: () => boolean;
  // `mayListen` is asked again with every beat: an operator who has signed out, or whose session is over, is not told more.
  readonly follow: (cityId: string, stream: EventStream, mayListen: () => Promise<boolean>) => void;
  readonly leave: (stream: EventStream) => void;
  readonly close: () => void;
};

type Watcher = Listener & { readonly stream: EventStream; hasCity: boolean };

const LOOK_MS = 1_000;
const STREAMS_MAX = 100;

export function openLiveStreams(deps: LiveBoardDeps & { readonly onTrouble: (error: unknown) => void }): LiveStreams {
  const hub = openStreamHub<Watcher>({ max: STREAMS_MAX, onTrouble: deps.onTrouble });
  const looking = openLoop({ work: look, failed: deps.onTrouble, everyMs: LOOK_MS });
  const boards = new Map<string, LiveBoard>();

  async function look(): Promise<void> {
    const watched = new Set(hub.topics());
    for (const cityId of boards.keys()) if (!watched.has(cityId)) boards.delete(cityId);
    for (const cityId of watched) {
      const board = boards.get(cityId) ?? openLiveBoard(deps, cityId);
      boards.set(cityId, board);
      const changes = await board.look();
      for (const watcher of hub.of(cityId)) {
        if (!watcher.hasCity) watcher.stream.send("city", board.city());
        else if (changes) watcher.stream.send("changes", changes);
        watcher.hasCity = true;
      }
    }
  }

  return {
    isFull: hub.isFull,
    follow: (cityId, stream, mayListen) => hub.join(cityId, { stream, mayListen, hasCity: false }),
    leave: hub.leave,
    close: () => {
      void looking.stop();
      hub.close();
    },
  };
}
