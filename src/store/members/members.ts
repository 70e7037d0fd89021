// A partner's members and their one-time links.
import type { MemberRole } from "../../domain/members/member-roles.ts";
import type { Phone } from "../../domain/phone.ts";
import { countRows, first, hasOneRow, type Sql, sql } from "../db.ts";

export type Member = {
  readonly id: string;
  readonly partnerId: string;
  // The account they act for.
  readonly phone: Phone;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly disabledAt: Date | null;
};

const COLUMNS = sql`id, partner_id, phone, email, name, role, password_hash, created_at, created_by, disabled_at`;

// False: the e-mail is somebody's already.
export async function insertMember(tx: Sql, member: Member): Promise<boolean> {
  return hasOneRow(tx`
    insert into members (${COLUMNS})
    values (
      ${member.id}, ${member.partnerId}, ${member.phone}, ${member.email}, ${member.name}, ${member.role},
      ${member.passwordHash}, ${member.createdAt}, ${member.createdBy}, ${member.disabledAt}
    )
    on conflict (email) do nothing
    returning 1 as made`);
}

export async function findMember(db: Sql, partnerId: string, id: string) {
  return first(db<Member>`select ${COLUMNS} from members where id = ${id} and partner_id = ${partnerId}`);
}

export async function findMemberByEmail(db: Sql, email: string) {
  return first(db<Member>`select ${COLUMNS} from members where email = ${email}`);
}

export async function countMembers(tx: Sql, partnerId: string): Promise<number> {
  return countRows(tx`
    select 1 as one from members where partner_id = ${partnerId}
    union all
    select 1 as one from member_invites where partner_id = ${partnerId} and member_id is null`);
}

export type ListedMember = Member & { readonly sessions: number; readonly seenAt: Date | null };

export async function listMembers(db: Sql, partnerId: string, limit: number) {
  return db<ListedMember>`
    select ${COLUMNS}, sessions, seen_at
    from members
    cross join lateral (
      select count(*)::int as sessions, max(seen_at) as seen_at
      from web_sessions
      where member_id = members.id
    ) as browsers
    where partner_id = ${partnerId}
    order by name, id
    limit ${limit}`;
}

export async function saveMember(tx: Sql, { id, name, role, disabledAt }: Member): Promise<void> {
  await tx`
    update members
    set name = ${name}, role = ${role}, disabled_at = ${disabledAt}
    where id = ${id}`;
}

export async function saveMemberPassword(tx: Sql, id: string, passwordHash: string): Promise<void> {
  await tx`update members set password_hash = ${passwordHash} where id = ${id}`;
}

export async function removeSessionsOfMember(tx: Sql, memberId: string): Promise<void> {
  await tx`delete from web_sessions where member_id = ${memberId}`;
}

export type MemberInvite = Omit<Member, "passwordHash" | "disabledAt"> & {
  // Somebody who is there and has lost their password.
  readonly memberId: string | null;
  readonly expiresAt: Date;
};

const INVITE = sql`id, partner_id, phone, email, name, role, member_id, created_at, created_by, expires_at`;

export async function insertMemberInvite(tx: Sql, tokenHash: Buffer, invite: MemberInvite): Promise<void> {
  // A newer link to the same person ends the older ones.
  await tx`delete from member_invites where partner_id = ${invite.partnerId} and email = ${invite.email}`;
  await tx`
    insert into member_invites (${INVITE}, token_hash)
    values (
      ${invite.id}, ${invite.partnerId}, ${invite.phone}, ${invite.email}, ${invite.name}, ${invite.role},
      ${invite.memberId}, ${invite.createdAt}, ${invite.createdBy}, ${invite.expiresAt}, ${tokenHash}
    )`;
}

export async function findMemberInvite(db: Sql, tokenHash: Buffer, now: Date) {
  return first(db<MemberInvite & { readonly partnerName: string }>`
    select member_invites.id, partner_id, phone, email, member_invites.name, role, member_id, member_invites.created_at,
      created_by, expires_at, partners.name as partner_name
    from member_invites
    join partners on partners.id = partner_id
    where token_hash = ${tokenHash}
      and expires_at > ${now}`);
}

export async function listMemberInvites(db: Sql, partnerId: string, now: Date, limit: number) {
  return db<MemberInvite>`
    select ${INVITE}
    from member_invites
    where partner_id = ${partnerId}
      and expires_at > ${now}
    order by created_at desc, id
    limit ${limit}`;
}

// True: this caller took it; of two who hold the same link one did.
export async function takeMemberInvite(tx: Sql, partnerId: string, id: string): Promise<boolean> {
  return hasOneRow(tx`
    delete from member_invites where id = ${id} and partner_id = ${partnerId} returning 1 as taken`);
}

export async function removeOldMemberInvites(db: Sql, now: Date): Promise<void> {
  await db`delete from member_invites where expires_at <= ${now}`;
}
