// A delivery as it goes: asked for once, then followed by the stream, by asking again where no stream gets through.

import { useCallback, useEffect, useRef, useState } from "react";
import { TRACKING_CALLS, type Tracking } from "../../clients/typescript/src/api.ts";
import { addressOf } from "../parts/ask.ts";
import { Refused } from "../parts/call.ts";
import type { LiveState } from "../parts/live/live-stream.ts";
import { useLiveStream } from "../parts/live/use-live-stream.ts";
import { firstState } from "../parts/page-facts.ts";
import { ask } from "./ask.ts";
import { type TrackingMove, withMove } from "./own-stop.ts";

export type Followed = {
  readonly state: Tracking | undefined;
  // The link is unknown or has expired: nobody can tell which.
  readonly isGone: boolean;
  // Why there is nothing to show yet.
  readonly error: unknown;
  readonly line: LiveState;
  readonly reload: () => void;
};

export function useTracking(token: string): Followed {
  const [state, setState] = useState(firstState<Tracking>);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<unknown>();

  const load = useCallback(async () => {
    try {
      setState(await ask("getTracking", { params: { token } }));
      setError(undefined);
    } catch (failure) {
      if (failure instanceof Refused && failure.status === 404) setGone(true);
      else setError(failure);
    }
  }, [token]);

  const isLoaded = useRef(state !== undefined);
  useEffect(() => {
    if (!isLoaded.current) void load();
  }, [load]);

  const isFollowed = state !== undefined && !isGone && !isOver(state);
  const line = useLiveStream(isFollowed ? addressOf(TRACKING_CALLS.followTracking, { params: { token } }) : undefined, {
    onEvent: ({ name, data }) => {
      if (name === "gone") setGone(true);
      if (name === "state") setState(JSON.parse(data) as Tracking);
      if (name === "moved") {
        const move = JSON.parse(data) as TrackingMove;
        setState((before) => before && withMove(before, move));
      }
    },
    poll: load,
  });
  return { state, isGone, error, line, reload: () => void load() };
}

// An open page of a delivery that is over costs the server nothing more.
function isOver({ status, sub_status }: Tracking): boolean {
  return (
    status === "CANCELLED" || (status === "COMPLETED" && sub_status !== "IN_RETURN" && sub_status !== "IN_REDELIVERY")
  );
}
