// A delivery as it goes: asked for once, then followed by the stream, by asking again where no stream gets through.
import { useCallback, useEffect, useRef, useState } from "react";
import { call, Refused } from "../parts/call.ts";
import type { LiveState } from "../parts/live/live-stream.ts";
import { firstState } from "../parts/page-facts.ts";
import { useLiveStream } from "../parts/use-live-stream.ts";
import { type TrackingMove, type TrackingState, withMove } from "./tracking-state.ts";

export type Tracking = {
  readonly state: TrackingState | undefined;
  // The link is unknown or has expired: nobody can tell which.
  readonly isGone: boolean;
  // Why there is nothing to show yet.
  readonly error: unknown;
  readonly line: LiveState;
  readonly reload: () => void;
};

export function useTracking(path: string): Tracking {
  const [state, setState] = useState(firstState<TrackingState>);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<unknown>();

  const load = useCallback(async () => {
    try {
      setState(await call<TrackingState>(`${path}/state`));
      setError(undefined);
    } catch (failure) {
      if (failure instanceof Refused && failure.status === 404) setGone(true);
      else setError(failure);
    }
  }, [path]);

  const isTold = useRef(state !== undefined);
  useEffect(() => {
    if (!isTold.current) void load();
  }, [load]);

  const isFollowed = state !== undefined && !isGone && !isOver(state);
  const line = useLiveStream(isFollowed ? `${path}/stream` : undefined, {
    onEvent: ({ name, data }) => {
      if (name === "gone") setGone(true);
      if (name === "state") setState(JSON.parse(data) as TrackingState);
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
function isOver({ status, sub_status }: TrackingState): boolean {
  return (
    status === "CANCELLED" || (status === "COMPLETED" && sub_status !== "IN_RETURN" && sub_status !== "IN_REDELIVERY")
  );
}
