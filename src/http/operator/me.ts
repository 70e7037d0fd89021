// What people of the operator's see and do of their own: browsers, password, second factor.
import { Type } from "typebox";
import { field, maybe, moment, text } from "../../contract/fields.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import {
  beginTotp,
  changePassword,
  endOwnSession,
  endTotp,
  finishTotp,
  type Here,
  proveHere,
  renewRecoveryCodes,
  SESSION_NAME_LENGTH,
  type SecurityDeps,
  seeSelf,
} from "../../operations/operators/own-security.ts";
import { listSessionsOfOperator } from "../../store/accounts/web-sessions.ts";
import { countRecoveryCodes } from "../../store/operators/operators.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { operatorOf } from "../base/callers.ts";
import { readWebSession, type WebSessionDoor } from "../base/web-session.ts";
import { type AnyAsked, callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const Self = Type.Object(
  {
    id: text,
    email: text,
    name: text,
    totp: Type.Boolean(),
    provider: field.flag("Signs in at the provider of OIDC_ISSUER, and so has no password here."),
    recovery_codes_left: Type.Integer(),
    sessions: Type.Array(
      Type.Object({
        id: text,
        address: text,
        browser: text,
        create_time: moment,
        seen_time: moment,
        here: Type.Boolean(),
      }),
    ),
  },
  { title: "OwnSecurity" },
);
const Codes = Type.Object({ recovery_codes: Type.Array(text, { description: "Shown once; each is good once." }) });
const password = Type.String({ maxLength: 200 });
const code = field.text("Six digits of the app, or a recovery code.", { maxLength: 40 });

const call = callsOf<SecurityDeps & WebSessionDoor>("Operator");

export const ownSecurityCalls = [
  call.plain({
    id: "seeSelf",
    at: "GET /operator/v1/me",
    summary: "Oneself: second factor, and the browsers that are signed in",
    answer: Self,
    refusals: ["NOT_AUTHORIZED", "NOT_FOUND"],
    run: async (request, deps) => {
      const here = await hereOf(deps, request);
      if (isRefusal(here)) return here;
      const self = await seeSelf(deps, here.operator);
      if (isRefusal(self)) return self;
      const sessions = await listSessionsOfOperator(deps.db, self.id);
      return {
        id: self.id,
        email: self.email,
        name: self.name,
        totp: self.totpSince !== null,
        provider: self.providerId !== null,
        recovery_codes_left: await countRecoveryCodes(deps.db, self.id),
        sessions: sessions.map(({ idHash, address, browser, createdAt, seenAt }) => ({
          id: idHash.slice(0, SESSION_NAME_LENGTH),
          address: address ?? "",
          browser: browser ?? "",
          create_time: unixSeconds(createdAt),
          seen_time: unixSeconds(seenAt),
          here: idHash === here.idHash,
        })),
      };
    },
  }),
  call({
    id: "proveSelf",
    at: "POST /operator/v1/me/proof",
    summary: "Prove again who one is, by the password or a code of the app",
    description: "Good for five minutes in this browser: for money, keys, people and one's own second factor.",
    body: Type.Object({ password: maybe(password), code: maybe(code) }),
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "TOO_MANY_REQUESTS", "NOT_AUTHORIZED", "CODE_REQUIRED", "INVALID_CODE"],
    run: async (request, deps) => {
      const here = await hereOf(deps, request);
      return isRefusal(here) ? here : proveHere(deps, here, request.body);
    },
  }),
  call({
    id: "changePassword",
    at: "POST /operator/v1/me/password",
    summary: "Choose another password",
    description: "Twelve characters at least. One's other browsers are signed out.",
    body: Type.Object({ password, new_password: password }),
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "TOO_MANY_REQUESTS", "NOT_AUTHORIZED", "CODE_REQUIRED", "INVALID_CODE"],
    run: async (request, deps) => {
      const here = await hereOf(deps, request);
      if (isRefusal(here)) return here;
      const { password, new_password: newPassword } = request.body;
      return changePassword(deps, here, { password, newPassword });
    },
  }),
  call.plain({
    id: "beginTotp",
    at: "POST /operator/v1/me/totp",
    summary: "A secret for an authenticator app",
    description: "It counts once its first code was sent to `/operator/v1/me/totp/confirm`.",
    answer: Type.Object({ secret: text, uri: field.text("What the app reads from a picture.") }),
    refusals: ["PROOF_REQUIRED", "NOT_FOUND", "NOT_ALLOWED"],
    run: (request, deps) => beginTotp(deps, operatorOf(request)),
  }),
  call({
    id: "finishTotp",
    at: "POST /operator/v1/me/totp/confirm",
    summary: "Sign in with the app from now on",
    body: Type.Object({ code }),
    answer: Codes,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PROOF_REQUIRED", "NOT_FOUND", "NOT_ALLOWED", "INVALID_CODE"],
    run: (request, deps) => finishTotp(deps, operatorOf(request), request.body.code),
    encode: encodeCodes,
  }),
  call({
    id: "endTotp",
    at: "DELETE /operator/v1/me/totp",
    summary: "Sign in without the app again",
    ...DONE,
    refusals: ["PROOF_REQUIRED", "NOT_FOUND"],
    run: (request, deps) => endTotp(deps, operatorOf(request)),
  }),
  call({
    id: "renewRecoveryCodes",
    at: "POST /operator/v1/me/recovery-codes",
    summary: "New recovery codes in place of the old ones",
    answer: Codes,
    refusals: ["PROOF_REQUIRED", "NOT_FOUND", "NOT_ALLOWED"],
    run: (request, deps) => renewRecoveryCodes(deps, operatorOf(request)),
    encode: encodeCodes,
  }),
  call({
    id: "endOwnSession",
    at: "DELETE /operator/v1/me/sessions/:id",
    summary: "Sign one of one's browsers out",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => endOwnSession(deps, operatorOf(request), request.params.id),
  }),
];

async function hereOf(deps: WebSessionDoor, request: AnyAsked): Promised<Here, "NOT_AUTHORIZED"> {
  const session = await readWebSession(deps, request, "console");
  if (!session) return refuse("NOT_AUTHORIZED", "The browser's session has ended.");
  if (isRefusal(session)) return session;
  return { operator: operatorOf(request), idHash: session.idHash, network: callerNetwork(request) };
}

function encodeCodes(codes: readonly string[]) {
  return { recovery_codes: codes };
}
