// A partner's members: who they are, in which role, invited by links that are good once; and how they join.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text } from "../../contract/fields.ts";
import { MEMBER_ROLES, MEMBERS_MAX } from "../../domain/members/member-roles.ts";
import { isRefusal } from "../../domain/refusal.ts";
import {
  changeMember,
  inviteMember,
  joinAsMember,
  linkForMember,
  type MadeMemberInvite,
  type MemberDeps,
  seeMemberInvite,
  withdrawMemberInvite,
} from "../../operations/members/members.ts";
import { openMemberSession } from "../../operations/web-sessions/web-session.ts";
import {
  type ListedMember,
  listMemberInvites,
  listMembers,
  type Member,
  type MemberInvite,
} from "../../store/members/members.ts";
import { browserOf } from "../base/caller-address.ts";
import { callerOf, memberOf } from "../base/callers.ts";
import { giveCookie } from "../base/web-session.ts";
import { callsOf, DONE } from "../calls/call.ts";
import type { SessionDoor } from "../calls/session-calls.ts";
import { unixSeconds } from "../wire/time.ts";

const role = oneOf(MEMBER_ROLES);
const MemberRecord = Type.Object(
  {
    id: text,
    email: text,
    name: text,
    role,
    mobile: field.text("The account they act for."),
    disabled: Type.Boolean(),
    create_time: moment,
    created_by: text,
  },
  { title: "Member" },
);
const ListedRecord = Type.Object({
  ...MemberRecord.properties,
  sessions: field.integer("Browsers that are signed in."),
  seen_time: field.number("0 while none is."),
});
const InvitationRecord = Type.Object(
  { id: text, email: text, name: text, role, create_time: moment, created_by: text, expire_time: moment },
  { title: "MemberInvitation" },
);
const Link = Type.Object({
  ...InvitationRecord.properties,
  link: field.text("Shown once; whoever has it may use it."),
});
const token = Type.String({ maxLength: 100 });

const call = callsOf<MemberDeps & SessionDoor>("Portal");

export const memberCalls = [
  call({
    id: "listMembers",
    at: "GET /portal/v1/members",
    summary: "The partner's members and open invitations",
    answer: Type.Object({ members: Type.Array(ListedRecord), invitations: Type.Array(InvitationRecord) }),
    run: async (request, { db, clock }) => {
      const { partnerId } = callerOf(request);
      return {
        members: await listMembers(db, partnerId, MEMBERS_MAX),
        invitations: await listMemberInvites(db, partnerId, clock.now(), MEMBERS_MAX),
      };
    },
    encode: ({ members, invitations }) => ({
      members: members.map(encodeListed),
      invitations: invitations.map(encodeInvite),
    }),
  }),
  call({
    id: "inviteMember",
    at: "POST /portal/v1/members",
    summary: "Invite somebody by a link that is good once",
    description: "It is good for three days, and makes them act for the account that invites.",
    body: Type.Object({ email: text, name: text, role }),
    answer: Link,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PERSON_EXISTED", "TOO_MANY_KEYS"],
    run: (request, deps) => inviteMember(deps, request.body, memberOf(request)),
    encode: encodeLink,
  }),
  call({
    id: "changeMember",
    at: "PATCH /portal/v1/members/:id",
    summary: "Change a member's name or role, or keep them out",
    description: "Counts with their next call. Who is disabled is signed out everywhere.",
    body: Type.Object({ name: maybe(text), role: maybe(role), disabled: maybe(Type.Boolean()) }),
    answer: MemberRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND"],
    run: (request, deps) => changeMember(deps, callerOf(request).partnerId, request.params.id, request.body),
    encode: (member) => encodeMember(member),
  }),
  call({
    id: "linkForMember",
    at: "POST /portal/v1/members/:id/link",
    summary: "A link by which a member chooses a new password",
    description: "Using it ends their sessions.",
    answer: Link,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => linkForMember(deps, request.params.id, memberOf(request)),
    encode: encodeLink,
  }),
  call({
    id: "withdrawMemberInvitation",
    at: "DELETE /portal/v1/members/invitations/:id",
    summary: "Withdraw a link that was not used yet",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => withdrawMemberInvite(deps, callerOf(request).partnerId, request.params.id),
  }),
  call.plain({
    id: "seeMemberInvitation",
    at: "POST /portal/v1/invitation",
    summary: "Whom a link is for",
    body: Type.Object({ token }),
    answer: Type.Object({ email: text, name: text, role, partner: text, renews: Type.Boolean() }),
    isRead: true,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND"],
    run: async (request, deps) => {
      const invite = await seeMemberInvite(deps, request.body.token);
      if (isRefusal(invite)) return invite;
      const { email, name, role, partnerName, memberId } = invite;
      return { email, name, role, partner: partnerName, renews: memberId !== null };
    },
  }),
  call({
    id: "joinAsMember",
    at: "POST /portal/v1/join",
    summary: "Choose a password by a link, and be signed in",
    description: "Twelve characters at least.",
    body: Type.Object({ token, password: text }),
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "PERSON_EXISTED"],
    run: async (request, deps, { reply }) => {
      const member = await joinAsMember(deps, request.body);
      if (isRefusal(member)) return member;
      giveCookie(deps, reply, "portal", await openMemberSession(deps, member, browserOf(request)));
      return {};
    },
  }),
];

function encodeMember(member: Member): Static<typeof MemberRecord> {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    mobile: member.phone,
    disabled: member.disabledAt !== null,
    create_time: unixSeconds(member.createdAt),
    created_by: member.createdBy,
  };
}

function encodeListed(member: ListedMember): Static<typeof ListedRecord> {
  return { ...encodeMember(member), sessions: member.sessions, seen_time: unixSeconds(member.seenAt) };
}

function encodeInvite(invite: MemberInvite): Static<typeof InvitationRecord> {
  return {
    id: invite.id,
    email: invite.email,
    name: invite.name,
    role: invite.role,
    create_time: unixSeconds(invite.createdAt),
    created_by: invite.createdBy,
    expire_time: unixSeconds(invite.expiresAt),
  };
}

// Behind the #, which browsers keep to themselves: it is in no server's log.
function encodeLink(
  { invite, token }: MadeMemberInvite,
  _request: unknown,
  { publicUrl }: { readonly publicUrl: string },
): Static<typeof Link> {
  return { ...encodeInvite(invite), link: `${publicUrl}/portal/join#${token}` };
}
