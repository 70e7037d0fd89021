// For what may come later than the rest of a page, such as a map: on a slow phone its code must not compete with the status.
import { useEffect, useState } from "react";

const IDLE_MS_MAX = 2_000;

// True once the page around is on screen and the browser has nothing else to do, or does not come to rest.
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let idle = 0;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      // Safari has no such call.
      if ("requestIdleCallback" in window) idle = requestIdleCallback(() => setPainted(true), { timeout: IDLE_MS_MAX });
      else timer = setTimeout(() => setPainted(true), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      if (idle !== 0) cancelIdleCallback(idle);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
