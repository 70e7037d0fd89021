// The picture of a plan takes the place of the one before, under the lock of the city's plan. What was promised by the one before while this plan was
// being made is fitted into it: a plan that has no room for it would break a promise.
import { findFit, withFit } from "../../domain/rolling-plan/fit.ts";
import type { PlanPicture } from "../../domain/rolling-plan/plan-picture.ts";
import type { Sql } from "../../store/db.ts";
import { listPromised, savePicture, type Which } from "../../store/dispatch/slot-places.ts";

// Longer than a plan takes to be made and an order to be saved.
const SINCE_MS = 300_000;

export type Promises = {
  readonly picture: PlanPicture;
  // Those that have no place in it.
  readonly left: readonly string[];
};

// `read`: orders that were known when the plan was made, whether they are in it or not.
export async function withPromises(
  tx: Sql,
  which: Which,
  picture: PlanPicture,
  read: ReadonlySet<string>,
  now: Date,
): Promise<Promises> {
  const known = new Set(picture.orderIds);
  const promised = await listPromised(tx, which, new Date(now.getTime() - SINCE_MS));
  const left: string[] = [];
  let grown = picture;
  for (const { orderId, task } of promised) {
    if (known.has(orderId) || read.has(orderId)) continue;
    const fit = findFit(grown, task, "cheapest");
    if (fit) grown = { ...withFit(grown, task, fit), orderIds: [...grown.orderIds, orderId] };
    else left.push(orderId);
  }
  return { picture: grown, left };
}

// False where it would break a promise: nothing is saved.
export async function keepPicture(
  tx: Sql,
  which: Which,
  picture: PlanPicture,
  read: ReadonlySet<string>,
  now: Date,
): Promise<boolean> {
  const promises = await withPromises(tx, which, picture, read, now);
  if (promises.left.length > 0) return false;
  await savePicture(tx, which, now, promises.picture);
  return true;
}
