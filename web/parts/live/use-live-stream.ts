// `openLiveStream` for a component: open while it is shown, and how the line is doing. An undefined address keeps it closed.
import { useEffect, useRef, useState } from "react";
import { type LiveState, type LiveStreamOptions, openLiveStream } from "./live-stream.ts";

export function useLiveStream(url: string | undefined, options: Omit<LiveStreamOptions, "onState">): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  // The newest callbacks, without opening the stream anew for each.
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (url === undefined) return undefined;
    const stream = openLiveStream(url, {
      onEvent: (event) => latest.current.onEvent(event),
      poll: async () => latest.current.poll?.(),
      onState: setState,
      ...(latest.current.headers ? { headers: latest.current.headers } : {}),
    });
    return stream.close;
  }, [url]);
  return state;
}
