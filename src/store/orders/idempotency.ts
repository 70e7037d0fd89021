// Keys of writes and the answers they got (D17). A key is taken inside the transaction that it guards, so that a crash
// leaves both or neither.
import { batched } from "../batched.ts";
import { findEvent } from "../callbacks/events.ts";
import { codeOf, type Database, type Sql } from "../db.ts";
import { eventOfPacked, unpackAnswer } from "./packed-answer.ts";
import { perDatabase } from "./per-database.ts";

export type KeyedCall = {
  readonly phone: string;
  readonly key: string;
  // A hash of method, path and body.
  readonly fingerprint: Buffer;
  // Whatever was kept with one of these, was kept of this request.
  readonly sameFingerprints: readonly Buffer[];
};

export type KeptAnswer = { readonly fingerprint: Buffer; readonly status: number; readonly body: string };

type KeptRow = KeptAnswer & { readonly nth: number; readonly expiresAt: Date };

// Every call with a key asks, and nearly always there is nothing yet: many ask together.
export async function findKeptAnswer(db: Database, call: KeyedCall, now: Date): Promise<KeptAnswer | undefined> {
  const row = await keptIn(db)(`${call.phone}${BETWEEN}${call.key}`);
  if (!row || row.expiresAt <= now) return undefined;
  const event = eventOfPacked(row.body);
  if (!event) return row;
  const told = await findEvent(db, event);
  if (!told) throw new Error(`the event of order ${event.orderId} is gone before the answer that was kept with it`);
  return { ...row, body: unpackAnswer(row.body, told.body) };
}

// No key holds one: its characters are printable.
const BETWEEN = "\n";

const keptIn = perDatabase((db) =>
  batched(async (names) => {
    const [phones, keys] = [0, 1].map((part) => names.map((name) => name.split(BETWEEN)[part]!));
    const rows = await db<KeptRow>`
      select nth::int, fingerprint, status, body, expires_at
      from unnest(${phones!}::text[], ${keys!}::text[]) with ordinality as asked (phone, key, nth)
      cross join lateral (
        select fingerprint, status, body, expires_at
        from idempotency_keys as kept
        where kept.phone = asked.phone
          and kept.key = asked.key
        -- Each by itself: a join planned while there were few would read them all.
        limit 1
      ) as kept`;
    return new Map(rows.map((row) => [names[row.nth - 1]!, row]));
  }),
);

export type Answer = { readonly status: number; readonly body: string };

// Throws KeyTaken when another request has the key now or has answered under it.
export async function keepAnswer(tx: Sql, call: KeyedCall, answer: Answer, now: Date, expiresAt: Date): Promise<void> {
  try {
    await tx`
      select keep_answer(
        ${call.phone}, ${call.key}, ${call.fingerprint}, ${answer.status}::smallint, ${answer.body}, ${now}, ${expiresAt}
      )`;
  } catch (error) {
    throw keyTaken(error) ?? error;
  }
}

export class KeyTaken extends Error {
  constructor() {
    super("another request has this idempotency key");
  }
}

export function keyTaken(error: unknown): KeyTaken | undefined {
  const code = codeOf(error);
  return code === "GI003" || code === "GI004" ? new KeyTaken() : undefined;
}
