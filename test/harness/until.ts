// Waits for what happens by itself. What does not happen in time fails the test in the words given, where it waited: no test waits for ever.
import { setTimeout as sleep } from "node:timers/promises";
import { startStopwatch } from "../../src/ports/clock.ts";

// Many times what anything takes on a machine that is busy with other files.
const SECONDS_MAX = 60;
const LOOK_MS = 20;

// Answers with what `look` found; nothing, false and undefined are not it.
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { secondsMax = SECONDS_MAX, everyMs = LOOK_MS } = {},
): Promise<Exclude<T, undefined | false | null>> {
  const watch = startStopwatch();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found as Exclude<T, undefined | false | null>;
    if (watch.elapsedMs() > secondsMax * 1_000) throw new Error(`in ${secondsMax} s not so: ${what}`);
    await sleep(everyMs);
  }
}
