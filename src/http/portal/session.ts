// A partner's account signs in to the portal with a browser.
import { Type } from "typebox";
import { openPortalSession } from "../../operations/web-sessions/web-session.ts";
import type { App } from "../base/app.ts";
import { registerSessionCalls, type SessionDoor } from "../base/session-calls.ts";
import { fittingFields } from "../base/validation.ts";
import { nullable } from "../wire/nullable.ts";
import { unixSeconds } from "../wire/time.ts";

export function registerPortalSessionCalls(app: App, deps: SessionDoor): void {
  registerSessionCalls(app, deps, {
    kind: "portal",
    tag: "Portal",
    body: Type.Object({
      api_key: Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] }),
      mobile: Type.String({ examples: ["84900000001"] }),
    }),
    open: (request) => {
      const { api_key: apiKey, mobile } = fittingFields<{ api_key: string; mobile: string }>(request);
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
}
