// A partner's account signs in to the portal with a browser.
import { Type } from "typebox";
import { field, maybe, nullable, oneOf } from "../../contract/fields.ts";
import { MEMBER_RIGHTS, MEMBER_ROLES, memberRightsOf } from "../../domain/members/member-roles.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { proveMember } from "../../operations/members/members.ts";
import type { CountDeps } from "../../operations/sign-ins/count-tries.ts";
import { openMemberSession, openPortalSession } from "../../operations/web-sessions/web-session.ts";
import { browserOf, callerNetwork } from "../base/caller-address.ts";
import { type SessionDoor, sessionCalls } from "../calls/session-calls.ts";
import { unixSeconds } from "../wire/time.ts";

export const portalSessionCalls = sessionCalls<"portal", SessionDoor & CountDeps>({
  kind: "portal",
  tag: "Portal",
  body: Type.Object({
    api_key: maybe(Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] })),
    mobile: maybe(Type.String({ examples: ["84900000001"] })),
    email: maybe(field.text("Of a member, with their password, in place of the other two.")),
    password: maybe(Type.String()),
  }),
  refusals: [
    "PARTNER_NOT_FOUND",
    "INVALID_PHONE_NUMBER",
    "USER_NOT_FOUND",
    "NOT_AUTHORIZED",
    "DEACTIVATED_ACCOUNT",
    "TOO_MANY_REQUESTS",
  ],
  open: async (request, deps) => {
    const sent = request.body as Partial<Record<"api_key" | "mobile" | "email" | "password", string>>;
    const { api_key: apiKey, mobile, email, password } = sent;
    if (email === undefined) return openPortalSession(deps, { apiKey, mobile });
    const member = await proveMember(deps, { email, password }, callerNetwork(request));
    return isRefusal(member) ? member : openMemberSession(deps, member, browserOf(request));
  },
  record: Type.Object(
    {
      account: Type.Object({ _id: Type.String(), name: Type.String(), parent_id: nullable(Type.String()) }),
      partner: Type.Object({ id: Type.String(), name: Type.String() }),
      member: nullable(Type.Object({ name: Type.String(), role: oneOf(MEMBER_ROLES) })),
      rights: Type.Array(oneOf(MEMBER_RIGHTS), { description: "What would not be refused." }),
      expires_at: Type.Number(),
    },
    { title: "PortalSession" },
  ),
  encode: (session) => ({
    account: { _id: session.phone, name: session.accountName, parent_id: session.parentPhone },
    partner: { id: session.partnerId, name: session.partnerName },
    member: session.memberRole && { name: session.memberName, role: session.memberRole },
    rights: memberRightsOf(session.memberRole),
    expires_at: unixSeconds(session.expiresAt),
  }),
});
