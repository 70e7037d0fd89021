// Keys of writes and the answers they got (D17). A key is taken inside the transaction that it guards, so that a crash
// leaves both or neither.
import { findEvent } from "../callbacks/events.ts";
import { codeOf, type Sql } from "../db.ts";
import { eventOfPacked, unpackAnswer } from "./packed-answer.ts";

export type KeyedCall = {
  readonly phone: string;
  readonly key: string;
  // A hash of method, path and body.
  readonly fingerprint: Buffer;
  // Whatever was kept with one of these, was kept of this request.
  readonly sameFingerprints: readonly Buffer[];
};

export type KeptAnswer = { readonly fingerprint: Buffer; readonly status: number; readonly body: string };

export async function findKeptAnswer(db: Sql, call: KeyedCall, now: Date): Promise<KeptAnswer | undefined> {
  const [row] = await db<KeptAnswer>`
    select fingerprint, status, body
    from idempotency_keys
    where phone = ${call.phone}
      and key = ${call.key}
      and expires_at > ${now}`;
  const event = row && eventOfPacked(row.body);
  if (!row || !event) return row;
  const told = await findEvent(db, event);
  if (!told) throw new Error(`the event of order ${event.orderId} is gone before the answer that was kept with it`);
  return { ...row, body: unpackAnswer(row.body, told.body) };
}

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
