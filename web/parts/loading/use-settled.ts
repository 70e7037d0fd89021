// For what is heavy and not what somebody opened the page for first: its work begins with the reader's first move, when they see the page and have begun to
// read, or after a while on screen. Sooner it would hold up what they read or press first.
import { useEffect, useState } from "react";

// A press is no such move: it has work of its own to wait for.
const MOVES = ["pointermove", "scroll", "visibilitychange"] as const;

export function useSettled(whileMs: number): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const settle = (): void => {
      if (!document.hidden) setSettled(true);
    };
    const timer = setTimeout(settle, whileMs);
    for (const move of MOVES) document.addEventListener(move, settle, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const move of MOVES) document.removeEventListener(move, settle);
    };
  }, [whileMs]);
  return isSettled;
}
