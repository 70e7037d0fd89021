// Invitations to become a child account: one open code per parent and child.
import type { Phone } from "../../domain/phone.ts";
import { first, hasOneRow, type Sql } from "../db.ts";

export type Invite = {
  readonly childPhone: Phone;
  readonly parentPhone: Phone;
  readonly codeHash: Buffer;
  readonly triesLeft: number;
  readonly expiresAt: Date;
};

export async function saveInvite(db: Sql, invite: Invite): Promise<void> {
  await db`
    insert into child_invites (child_phone, parent_phone, code_hash, tries_left, expires_at)
    values (${invite.childPhone}, ${invite.parentPhone}, ${invite.codeHash}, ${invite.triesLeft}, ${invite.expiresAt})
    on conflict (child_phone, parent_phone) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`;
}

// Spends one try and returns the invitation as it was. Committed by itself: a wrong guess must count even though the
// activation it belongs to is refused.
export async function spendInviteTry(db: Sql, childPhone: Phone, parentPhone: Phone, now: Date) {
  return first(db<Pick<Invite, "codeHash">>`
    update child_invites
    set tries_left = tries_left - 1
    where child_phone = ${childPhone}
      and parent_phone = ${parentPhone}
      and tries_left > 0
      and expires_at > ${now}
    returning code_hash`);
}

// False when it is gone already: of two activations at once, one finds it.
export async function removeInvite(tx: Sql, childPhone: Phone, parentPhone: Phone, codeHash: Buffer): Promise<boolean> {
  return hasOneRow(tx`
    delete from child_invites
    where child_phone = ${childPhone}
      and parent_phone = ${parentPhone}
      and code_hash = ${codeHash}
    returning child_phone`);
}
