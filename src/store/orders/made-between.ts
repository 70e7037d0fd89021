// Of the orders that are asked for, those made in a window of time: by their numbers, which the indexes are sorted by. Else all that came after the
// window is read, or all that came before it.
import { NOTHING, sql } from "../db.ts";

// Numbers follow the moments of creation, but for requests that took long and clocks of replicas that were apart, both by seconds
// (docs/decisions/shared-clock.md). What was made within this time after a window is read in vain.
const APART_MS = 60_000;

type Window = { readonly from?: Date | undefined; readonly to?: Date | undefined };

const numberAt = (at: Date) => sql`order_number_at(${at})`;

// A plan is better for knowing the numbers while it is made.
export const madeBetween = (window: Window) => numbered(window, numberAt);

// For a statement that goes through accounts one by one: looked up once, and not for each.
export const madeBetweenOfEach = (window: Window) => numbered(window, (at) => sql`(select ${numberAt(at)})`);

function numbered({ from, to }: Window, number: typeof numberAt) {
  const since = (at: Date) => sql`and created_at >= ${at} and number >= ${number(new Date(at.getTime() - APART_MS))}`;
  const until = (at: Date) => sql`and created_at <= ${at} and number < ${number(new Date(at.getTime() + APART_MS))}`;
  return sql`${from === undefined ? NOTHING : since(from)} ${to === undefined ? NOTHING : until(to)}`;
}
