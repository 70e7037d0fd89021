import { useEffect, useState } from "react";

const TICK_MS = 250;

// Whole seconds until a moment on `performance`'s clock; 0 from then on.
export function useSecondsLeft(endsMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    setNowMs(performance.now());
    const timer = setInterval(() => {
      const now = performance.now();
      setNowMs(now);
      if (now >= endsMs) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endsMs]);
  return Math.max(0, Math.ceil((endsMs - nowMs) / 1000));
}
