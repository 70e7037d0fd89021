// One-time links for the operator's people, by the hash of what they hold.
import type { OperatorRole } from "../../domain/operators/roles.ts";
import { countRows, first, hasOneRow, type Sql, sql } from "../db.ts";

export type Invite = {
  readonly id: string;
  // null: whoever comes first brings their own, because there is no owner yet.
  readonly email: string | null;
  readonly name: string | null;
  readonly role: OperatorRole;
  readonly cities: readonly string[] | null;
  // Somebody who is there and has lost their password.
  readonly operatorId: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
};

const COLUMNS = sql`id, email, name, role, cities, operator_id, created_at, created_by, expires_at`;

export async function insertInvite(tx: Sql, tokenHash: Buffer, invite: Invite): Promise<void> {
  await tx`
    insert into operator_invites (${COLUMNS}, token_hash)
    values (
      ${invite.id}, ${invite.email}, ${invite.name}, ${invite.role}, ${invite.cities}, ${invite.operatorId},
      ${invite.createdAt}, ${invite.createdBy}, ${invite.expiresAt}, ${tokenHash}
    )`;
}

export async function findInvite(db: Sql, tokenHash: Buffer, now: Date) {
  return first(db<Invite>`
    select ${COLUMNS}
    from operator_invites
    where token_hash = ${tokenHash}
      and expires_at > ${now}`);
}

// Those of the first owner are no invitations that somebody made.
export async function listInvites(db: Sql, now: Date, limit: number) {
  return db<Invite>`
    select ${COLUMNS}
    from operator_invites
    where expires_at > ${now}
      and email is not null
    order by created_at desc, id
    limit ${limit}`;
}

// True: this caller took it; of two who hold the same link one did.
export async function takeInvite(tx: Sql, id: string): Promise<boolean> {
  return hasOneRow(tx`delete from operator_invites where id = ${id} returning 1 as taken`);
}

export async function removeFirstOwnerInvites(tx: Sql): Promise<void> {
  await tx`delete from operator_invites where email is null`;
}

// A newer link to the same person ends the older ones.
export async function removeInvitesTo(tx: Sql, email: string): Promise<void> {
  await tx`delete from operator_invites where email = ${email}`;
}

export async function removeOldInvites(db: Sql, now: Date): Promise<number> {
  return countRows(db`delete from operator_invites where expires_at <= ${now} returning 1 as gone`);
}
