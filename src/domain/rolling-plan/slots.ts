// The day of a planned service in slots of equal length, counted from local midnight. Every planned order is counted in the slot that holds the
// moment by which it is promised.
import type { Planning, Service } from "../catalogue/service.ts";
import { isOpenAt, MINUTES_PER_DAY } from "../catalogue/service-hours.ts";
import { localTimeAt } from "../local-time.ts";

export type Slot = { readonly from: Date; readonly to: Date };

type Hours = Pick<Service, "hours">;

export function slotAt({ slotMinutes }: Pick<Planning, "slotMinutes">, timeZone: string, at: Date): Slot {
  const { minuteOfDay, second } = localTimeAt(timeZone, at);
  const begins = minuteOfDay - (minuteOfDay % slotMinutes);
  const ends = Math.min(begins + slotMinutes, MINUTES_PER_DAY);
  const from = at.getTime() - (minuteOfDay - begins) * 60_000 - second * 1_000 - (at.getTime() % 1_000);
  return { from: new Date(from), to: new Date(from + (ends - begins) * 60_000) };
}

// What is promised by noon is of the morning.
export function slotOfPromise(planning: Planning, timeZone: string, deliverBy: Date): Slot {
  return slotAt(planning, timeZone, new Date(deliverBy.getTime() - 1));
}

// A slot begins while the service is open, ends by its last minute, and somebody who is found at once can still deliver in it.
export function isBookable(planning: Planning, { hours }: Hours, timeZone: string, slot: Slot, orderAt: Date): boolean {
  const { minuteOfDay: ends } = localTimeAt(timeZone, new Date(slot.to.getTime() - 1));
  return (
    isOpenAt(hours, localTimeAt(timeZone, slot.from)) &&
    ends < planning.untilMinute &&
    slot.to.getTime() - planning.latestOfferMinutes * 60_000 > orderAt.getTime()
  );
}

const LOOKED_AT_MAX = 300;

export function bookableSlots(
  planning: Planning,
  service: Hours,
  timeZone: string,
  orderAt: Date,
  { since = orderAt, until = new Date(8.64e15), max }: { since?: Date; until?: Date; max: number },
): readonly Slot[] {
  const found: Slot[] = [];
  let slot = slotAt(planning, timeZone, since);
  for (let looked = 0; looked < LOOKED_AT_MAX && found.length < max && slot.from < until; looked++) {
    if (isBookable(planning, service, timeZone, slot, orderAt)) found.push(slot);
    slot = slotAt(planning, timeZone, slot.to);
  }
  return found;
}
