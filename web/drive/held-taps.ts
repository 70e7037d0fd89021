// When a card comes or goes, everything else moves, and a finger that taps twice, or was on its way, would press whatever comes into that place:
// another offer, or the way offline. For half a second after such a change no tap is taken, wherever it lands.
import { useLayoutEffect, useRef } from "react";

const HELD_MS = 500;
// touch.css knows it.
const HELD = "data-held";

let letGo: ReturnType<typeof setTimeout> | undefined;

export function holdTaps(): void {
  document.body.toggleAttribute(HELD, true);
  clearTimeout(letGo);
  letGo = setTimeout(() => document.body.removeAttribute(HELD), HELD_MS);
}

// `shown`: what there is to be pressed, and what that would do.
export function useHeldTaps(shown: string): void {
  const before = useRef<string>(undefined);
  // Before it is seen.
  useLayoutEffect(() => {
    if (shown !== before.current) holdTaps();
    before.current = shown;
  });
}
