// What takes long to read and may be a little old, by key. Who asks gets what is known, and when that is getting old it is read again beside them. Only who
// finds nothing, or what is too old, waits for a reading, and is told when it fails; until then whoever asks next begins anew.
import type { Clock } from "../clock.ts";
import { withoutDeadline } from "../deadline.ts";
import { sharedInFlight } from "./in-flight.ts";

export function readAgain<T>(
  clock: Clock,
  { againMs, oldestMs }: { readonly againMs: number; readonly oldestMs: number },
  read: (now: Date, key: string) => Promise<T>,
): (key?: string) => Promise<T> {
  const known = new Map<string, { readonly at: number; readonly value: T }>();
  const shared = sharedInFlight<T>();

  async function readNow(now: Date, key: string): Promise<T> {
    const value = await read(now, key);
    known.set(key, { at: now.getTime(), value });
    return value;
  }

  return async (key = "") => {
    const now = clock.now();
    const before = known.get(key);
    const ageMs = before ? now.getTime() - before.at : Infinity;
    if (before && ageMs <= againMs) return before.value;
    // It is for all who ask after this one, who may have no time for it.
    const reading = shared(() => withoutDeadline(() => readNow(now, key)), key);
    if (!before || ageMs > oldestMs) return reading;
    reading.catch(() => {});
    return before.value;
  };
}
