// A partner's account signs in to the portal with a browser.
import { Type } from "typebox";
import { nullable } from "../../contract/fields.ts";
import { openPortalSession } from "../../operations/web-sessions/web-session.ts";
import { type SessionDoor, sessionCalls } from "../calls/session-calls.ts";
import { unixSeconds } from "../wire/time.ts";

export const portalSessionCalls = sessionCalls<"portal", SessionDoor>({
  kind: "portal",
  tag: "Portal",
  body: Type.Object({
    api_key: Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] }),
    mobile: Type.String({ examples: ["84900000001"] }),
  }),
  refusals: ["PARTNER_NOT_FOUND", "INVALID_PHONE_NUMBER", "USER_NOT_FOUND", "NOT_AUTHORIZED", "DEACTIVATED_ACCOUNT"],
  open: (request, deps) => {
    const { api_key: apiKey, mobile } = request.body as { api_key?: string; mobile?: string };
    return openPortalSession(deps, { apiKey, mobile });
  },
  record: Type.Object(
    {
      account: Type.Object({ _id: Type.String(), name: Type.String(), parent_id: nullable(Type.String()) }),
      partner: Type.Object({ id: Type.String(), name: Type.String() }),
      expires_at: Type.Number(),
    },
    { title: "PortalSession" },
  ),
  encode: (session) => ({
    account: { _id: session.phone, name: session.accountName, parent_id: session.parentPhone },
    partner: { id: session.partnerId, name: session.partnerName },
    expires_at: unixSeconds(session.expiresAt),
  }),
});
