// How long drivers stay at a counter and at a door, and how long goods take there, learnt by pickup place, service and hour. Few stays
// bend an estimate only a little: a place leans on its service, that on the hour, and the hour on the whole city.
import { DOOR_SECONDS, PICKUP_SECONDS } from "../dispatch/order-task.ts";
import { type PickupWait, preparationSeconds } from "./preparation.ts";
import { pushTo } from "./push-to.ts";

// Which stop it is. `counter` is of the pickup (counterOf) and says nothing about a door.
export type StopKey = { readonly counter: string; readonly serviceId: string; readonly hour: number };

export type Stay = StopKey &
  (
    | {
        readonly kind: "pickup";
        readonly seconds: number;
        // From when a driver was sought until one was there; not known where the sender had said when goods are ready.
        readonly arrivedAfterSeconds: number | null;
      }
    | { readonly kind: "door"; readonly seconds: number }
  );

export type StopTimes = {
  // Handing over, once the goods are ready.
  readonly pickupSeconds: (key: StopKey) => number;
  readonly doorSeconds: (key: StopKey) => number;
  // From when a driver is sought until the goods are ready.
  readonly preparationSeconds: (key: StopKey) => number;
};

// Own stays weigh as much as what is known around them once there are so many.
const PRIOR_STAYS = 10;
// Who stays longer has lunch, or a phone that was off.
const STAY_SECONDS_MAX = 1_200;
// Longer than this at a counter, and it was the goods that were waited for: that is preparation.
const HANDOVER_SECONDS_MAX = 300;

type Cell = { count: number; sum: number };

export const USUAL_STAYS: StopTimes = {
  pickupSeconds: () => PICKUP_SECONDS,
  doorSeconds: () => DOOR_SECONDS,
  preparationSeconds: () => 0,
};

export function learnStays(stays: readonly Stay[]): StopTimes {
  const { add, times } = gatherStays();
  for (const stay of stays) add(stay);
  return times;
}

// One by one; asked when all have been added.
export function gatherStays(): { readonly add: (stay: Stay) => void; readonly times: StopTimes } {
  const cells = new Map<string, Cell>();
  const waits = new Map<string, PickupWait[]>();
  const add = (stay: Stay): void => {
    const { kind, seconds } = stay;
    if (kind === "pickup" && stay.arrivedAfterSeconds !== null) {
      const wait = { arrivedAfterSeconds: stay.arrivedAfterSeconds, waitedSeconds: seconds };
      for (const key of keysOf("pickup", stay)) pushTo(waits, key, wait);
    }
    if (seconds > (kind === "pickup" ? HANDOVER_SECONDS_MAX : STAY_SECONDS_MAX)) return;
    for (const key of keysOf(kind, stay)) addTo(cells, key, seconds);
  };
  const meanOf = (kind: Stay["kind"], key: StopKey, usual: number): number =>
    keysOf(kind, key).reduce((around, name) => {
      const { count, sum } = cells.get(name) ?? { count: 0, sum: 0 };
      return (sum + PRIOR_STAYS * around) / (count + PRIOR_STAYS);
    }, usual);
  // What holds for a city or an hour is asked for by every counter, so it is worked out once.
  const prepared = new Map<string, number>();
  const preparedAt = (keys: readonly string[]): number => {
    const narrowest = keys.at(-1);
    if (narrowest === undefined) return 0;
    const name = keys.join();
    const seconds = prepared.get(name) ?? preparationSeconds(waits.get(narrowest) ?? [], preparedAt(keys.slice(0, -1)));
    prepared.set(name, seconds);
    return seconds;
  };
  const times: StopTimes = {
    pickupSeconds: (key) => meanOf("pickup", key, PICKUP_SECONDS),
    doorSeconds: (key) => meanOf("door", key, DOOR_SECONDS),
    preparationSeconds: (key) => preparedAt(keysOf("pickup", key)),
  };
  return { add, times };
}

// From the widest to the narrowest.
function keysOf(kind: Stay["kind"], { counter, serviceId, hour }: StopKey): readonly string[] {
  const wide = [kind, `${kind} ${hour}`, `${kind} ${hour} ${serviceId}`];
  return kind === "pickup" ? [...wide, `@ ${counter}`] : wide;
}

function addTo(cells: Map<string, Cell>, key: string, seconds: number): void {
  const cell = cells.get(key) ?? { count: 0, sum: 0 };
  cell.count++;
  cell.sum += seconds;
  cells.set(key, cell);
}
