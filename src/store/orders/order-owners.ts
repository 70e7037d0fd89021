// Whose account an order belongs to. That never changes, so it is read once and kept for those orders that are in use.

import { isOrderId } from "../../domain/orders/order-ids.ts";
import type { Phone } from "../../domain/phone.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { batched } from "../batched.ts";
import type { Database } from "../db.ts";

type Owners = (orderId: string) => Promise<Phone | undefined>;

const KEPT_MAX = 20_000;
const owners = new WeakMap<Database, Owners>();

export async function ownerOf(db: Database, orderId: string): Promise<Phone | undefined> {
  if (!isOrderId(orderId)) return undefined;
  const find = owners.get(db) ?? openOwners(db);
  owners.set(db, find);
  return find(orderId);
}

function openOwners(db: Database): Owners {
  const kept = new NewestMap<string, Phone>(KEPT_MAX);
  const read = batched(async (orderIds) => {
    const rows = await db<{ id: string; phone: Phone }>`
      select id, creator_phone as phone
      from orders
      where id = any(${orderIds})`;
    return new Map(rows.map(({ id, phone }) => [id, phone]));
  });
  return async (orderId) => {
    const owner = kept.get(orderId) ?? (await read(orderId));
    if (owner !== undefined) kept.set(orderId, owner);
    return owner;
  };
}
