// A partner's members: invited by one-time links, changed and kept out by its owners. Whoever has the API key is an owner always, so that no partner
// is left without one.
import type { Caller } from "../../domain/accounts/account.ts";
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { parseOperatorName } from "../../domain/accounts/web-session.ts";
import { strangerCounters } from "../../domain/drivers/sign-in.ts";
import { MEMBERS_MAX, type MemberRole } from "../../domain/members/member-roles.ts";
import { KEY_ID_LENGTH, OPERATOR_ID_ALPHABET } from "../../domain/operators/operator-key.ts";
import { judgePassword } from "../../domain/operators/password.ts";
import { INVITE_SECONDS, INVITE_TOKEN_BYTES, parseEmail } from "../../domain/operators/person.ts";
import { isRefusal, type Promised, type Refusal, refuse, refuseForNow } from "../../domain/refusal.ts";
import { hashPassword, isPassword } from "../../ports/passwords.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { lockPartner } from "../../store/accounts/partners.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import {
  countMembers,
  findMember,
  findMemberByEmail,
  findMemberInvite,
  insertMember,
  insertMemberInvite,
  type Member,
  type MemberInvite,
  removeSessionsOfMember,
  saveMember,
  saveMemberPassword,
  takeMemberInvite,
} from "../../store/members/members.ts";
import type { Services } from "../services.ts";
import { type CountDeps, forgetTries, spendTry } from "../sign-ins/count-tries.ts";

export type MemberDeps = Pick<Services, "db" | "clock" | "random">;

// Who of the partner's does it: the account, and the member by name where one signed in.
export type ByMember = Pick<Caller, "partnerId" | "phone"> & { readonly name: string };
// `token` is shown once, in a link; its hash is kept.
export type MadeMemberInvite = { readonly invite: MemberInvite; readonly token: string };

type Invited = { readonly email: string; readonly name: string; readonly role: MemberRole };

export async function inviteMember(
  deps: MemberDeps,
  draft: Invited,
  by: ByMember,
): Promised<MadeMemberInvite, "INVALID_DATA" | "PERSON_EXISTED" | "TOO_MANY_KEYS"> {
  const email = parseEmail(draft.email);
  if (isRefusal(email)) return email;
  const name = parseOperatorName(draft.name);
  if (name === undefined) return badName();
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, by.partnerId);
    // Whether somebody is another partner's is nobody's business here; their link will say so to themselves.
    if ((await findMemberByEmail(tx, email))?.partnerId === by.partnerId) return existed(email);
    if ((await countMembers(tx, by.partnerId)) >= MEMBERS_MAX)
      return refuse("TOO_MANY_KEYS", `There are ${MEMBERS_MAX} members.`);
    const { partnerId, phone } = by;
    return keepInvite(deps, tx, { partnerId, phone, email, name, role: draft.role, memberId: null }, by);
  });
}

// For a member who has lost their password.
export async function linkForMember(
  deps: MemberDeps,
  id: string,
  by: ByMember,
): Promised<MadeMemberInvite, "NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    const member = await findMember(tx, by.partnerId, id);
    if (!member) return unknownMember(id);
    const { partnerId, phone, email, name, role } = member;
    return keepInvite(deps, tx, { partnerId, phone, email, name, role, memberId: id }, by);
  });
}

export type MemberChange = {
  readonly name?: string | undefined;
  readonly role?: MemberRole | undefined;
  readonly disabled?: boolean | undefined;
};

// Counts with their next call. Who is kept out is signed out.
export async function changeMember(
  deps: MemberDeps,
  partnerId: string,
  id: string,
  change: MemberChange,
): Promised<Member, "INVALID_DATA" | "NOT_FOUND"> {
  const name = change.name === undefined ? undefined : parseOperatorName(change.name);
  if (change.name !== undefined && name === undefined) return badName();
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const before = await findMember(tx, partnerId, id);
    if (!before) return unknownMember(id);
    const isOut = change.disabled ?? before.disabledAt !== null;
    const after: Member = {
      ...before,
      name: name ?? before.name,
      role: change.role ?? before.role,
      disabledAt: isOut ? (before.disabledAt ?? deps.clock.now()) : null,
    };
    await saveMember(tx, after);
    if (isOut) await removeSessionsOfMember(tx, id);
    return after;
  });
}

export async function withdrawMemberInvite(
  deps: MemberDeps,
  partnerId: string,
  id: string,
): Promised<object, "NOT_FOUND"> {
  return (await takeMemberInvite(deps.db, partnerId, id)) ? {} : usedUp();
}

type SeenInvite = MemberInvite & { readonly partnerName: string };

export async function seeMemberInvite(deps: MemberDeps, token: string): Promised<SeenInvite, "NOT_FOUND"> {
  return (await findMemberInvite(deps.db, hashSecret(token), deps.clock.now())) ?? usedUp();
}

// Whoever holds a link becomes whom it names, once.
export async function joinAsMember(
  deps: MemberDeps,
  { token, password }: { readonly token: string; readonly password: string },
): Promised<Member, "NOT_FOUND" | "INVALID_DATA" | "PERSON_EXISTED"> {
  const invite = await seeMemberInvite(deps, token);
  if (isRefusal(invite)) return invite;
  const weak = judgePassword(password, invite.email);
  if (weak) return weak;
  // Before the transaction: it takes its time.
  const passwordHash = await hashPassword(password);
  return inTransaction(deps.db, async (tx) => {
    await lockPartner(tx, invite.partnerId);
    if (!(await takeMemberInvite(tx, invite.partnerId, invite.id))) return usedUp();
    if (invite.memberId !== null) return renew(tx, invite.partnerId, invite.memberId, passwordHash);
    const { partnerId, phone, email, name, role, createdBy } = invite;
    const id = deps.random.text(KEY_ID_LENGTH, OPERATOR_ID_ALPHABET);
    const createdAt = deps.clock.now();
    const member = { id, partnerId, phone, email, name, role, passwordHash, createdAt, createdBy, disabledAt: null };
    return (await insertMember(tx, member)) ? member : existed(email);
  });
}

async function renew(tx: Sql, partnerId: string, id: string, passwordHash: string) {
  const member = await findMember(tx, partnerId, id);
  if (!member || member.disabledAt !== null) return usedUp();
  await saveMemberPassword(tx, id, passwordHash);
  await removeSessionsOfMember(tx, id);
  return member;
}

// An e-mail that nobody has counts and takes as long as any other.
export async function proveMember(
  deps: CountDeps,
  given: { readonly email: string; readonly password: string | undefined },
  network: string,
): Promised<Member, "TOO_MANY_REQUESTS" | "NOT_AUTHORIZED"> {
  const parsed = parseEmail(given.email);
  const email = isRefusal(parsed) ? "" : parsed;
  const { ofNumber, ofAddress } = strangerCounters(`member ${email}`, network);
  const wait = await spendTry(deps, [...ofNumber, ofAddress]);
  if (wait > 0) return refuseForNow("TOO_MANY_REQUESTS", `Too many tries; wait ${wait} s.`, wait);
  const member = await findMemberByEmail(deps.db, email);
  const isRight = await isPassword(given.password ?? "", member?.passwordHash);
  if (!member || !isRight || member.disabledAt !== null)
    return refuse("NOT_AUTHORIZED", "The e-mail or the password is wrong.");
  await forgetTries(deps, ofNumber);
  return member;
}

async function keepInvite(
  deps: MemberDeps,
  tx: Sql,
  whom: Omit<MemberInvite, "id" | "createdAt" | "createdBy" | "expiresAt">,
  by: ByMember,
): Promise<MadeMemberInvite> {
  const createdAt = deps.clock.now();
  const token = deps.random.hex(INVITE_TOKEN_BYTES);
  const id = deps.random.text(KEY_ID_LENGTH, OPERATOR_ID_ALPHABET);
  const invite = { ...whom, id, createdAt, createdBy: by.name, expiresAt: secondsAfter(createdAt, INVITE_SECONDS) };
  await insertMemberInvite(tx, hashSecret(token), invite);
  return { invite, token };
}

function badName(): Refusal<"INVALID_DATA"> {
  return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
}

function existed(email: string): Refusal<"PERSON_EXISTED"> {
  return refuse("PERSON_EXISTED", `There is somebody with the e-mail ${email} already.`, "email");
}

function unknownMember(id: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is nobody ${id}.`);
}

function usedUp(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "This link was used, or has run out. Ask for a new one.");
}
