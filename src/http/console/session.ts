// People of the operator's sign in to the console with a browser: with their e-mail and password, or with OPERATOR_KEY and a name. Who was invited
// joins by their link and is signed in by it.
import { type Static, Type } from "typebox";
import { field, maybe, nullable, oneOf, text } from "../../contract/fields.ts";
import type { Operator } from "../../domain/operators/operator.ts";
import { ownerByKey } from "../../domain/operators/operator.ts";
import { OPERATOR_RIGHTS, OPERATOR_ROLES, rightsOf } from "../../domain/operators/roles.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { joinByLink, type PeopleDeps, seeInvite } from "../../operations/operators/people.ts";
import { type ProofDeps, provePerson, type SignInRefusal } from "../../operations/operators/prove-person.ts";
import {
  identifyWebSession,
  judgeOperator,
  type OpenedSession,
  openConsoleSession,
  openPersonSession,
  operatorOfSession,
} from "../../operations/web-sessions/web-session.ts";
import type { SessionOf } from "../../store/accounts/web-sessions.ts";
import type { Person } from "../../store/operators/operators.ts";
import { noteOperatorAct } from "../base/audit.ts";
import { browserOf, callerAddress, callerNetwork } from "../base/caller-address.ts";
import { giveCookie } from "../base/web-session.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";
import { type SessionDoor, sessionCalls } from "../calls/session-calls.ts";
import { unixSeconds } from "../wire/time.ts";

export type ConsoleDoor = SessionDoor & ProofDeps & PeopleDeps;

const role = oneOf(OPERATOR_ROLES);
export const SessionRecord = Type.Object(
  {
    name: Type.String(),
    expires_at: Type.Number(),
    email: field.text("Empty where OPERATOR_KEY signed in."),
    provider: field.flag("Signs in at the provider of OIDC_ISSUER, and so has no password here."),
    role,
    cities: Type.Array(text, { description: "Empty: all." }),
    rights: Type.Array(oneOf(OPERATOR_RIGHTS), { description: "What would not be refused." }),
  },
  { title: "ConsoleSession" },
);

type Sent = Partial<Readonly<Record<"operator_key" | "name" | "email" | "password" | "code", string>>>;

export const consoleSessionCalls = sessionCalls<"console", ConsoleDoor>({
  kind: "console",
  tag: "Operator",
  body: Type.Object({
    operator_key: maybe(Type.String()),
    name: maybe(
      field.text("With OPERATOR_KEY: yours, as the records of who did what shall show it.", { examples: ["Lan"] }),
    ),
    email: maybe(text),
    password: maybe(text),
    code: maybe(field.text("Of the authenticator app, or a recovery code, once CODE_REQUIRED asks for it.")),
  }),
  refusals: ["TOO_MANY_REQUESTS", "NOT_AUTHORIZED", "CODE_REQUIRED", "INVALID_CODE", "INVALID_DATA"],
  open: async (request, deps) => {
    const sent = request.body as Sent;
    return sent.email === undefined ? openByKey(request, deps, sent) : openByPassword(request, deps, sent);
  },
  beforeEnd: (request, deps, session) =>
    noteOperatorAct(deps, request, operatorOfSession(session), callerAddress(request)),
  record: SessionRecord,
  encode: encodeSession,
});

async function openByKey(request: AnyAsked, deps: ConsoleDoor, sent: Sent) {
  const operator = judgeOperator(deps, { operatorKey: sent.operator_key, name: sent.name });
  const isKnown = !isRefusal(operator);
  // Of somebody without the key the name says nothing, and what was typed there may be the key.
  const by = isKnown ? ownerByKey(operator.operatorName) : undefined;
  await noteOperatorAct(deps, request, by, callerAddress(request));
  if (!isKnown) return operator;
  if (deps.mode === "production")
    request.log.warn("OPERATOR_KEY was used to sign in to the console, the owner's key for emergencies");
  return openConsoleSession(deps, operator);
}

async function openByPassword(
  request: AnyAsked,
  deps: ConsoleDoor,
  { email = "", password, code }: Sent,
): Promised<OpenedSession, SignInRefusal> {
  const person = await provePerson(deps, { email, password, code }, callerNetwork(request));
  const isKnown = !isRefusal(person);
  await noteOperatorAct(deps, request, isKnown ? operatorOfPerson(person) : undefined, callerAddress(request));
  return isKnown ? openPersonSession(deps, person, browserOf(request)) : person;
}

const call = callsOf<ConsoleDoor>("Operator");
const token = Type.String({ maxLength: 100 });

export const joinCalls = [
  call.plain({
    id: "seeInvitation",
    at: "POST /console/v1/invitation",
    summary: "Whom a link is for",
    body: Type.Object({ token }),
    answer: Type.Object({ email: text, name: text, role, cities: Type.Array(text), renews: Type.Boolean() }),
    isRead: true,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND"],
    run: async (request, deps) => {
      const invite = await seeInvite(deps, request.body.token);
      if (isRefusal(invite)) return invite;
      const { email, name, role, cities, operatorId } = invite;
      const renews = operatorId !== null;
      return { email: email ?? "", name: name ?? "", role, cities: [...(cities ?? [])], renews };
    },
  }),
  call.plain({
    id: "joinByLink",
    at: "POST /console/v1/join",
    summary: "Choose a password by a link, and be signed in",
    description: "Twelve characters at least. The first owner's link names nobody: `email` and `name` come with it.",
    body: Type.Object({ token, password: text, email: maybe(text), name: maybe(text) }),
    answer: Type.Object({ session: nullable(SessionRecord) }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "PERSON_EXISTED"],
    run: async (request, deps, { reply }) => {
      const person = await joinByLink(deps, request.body);
      if (isRefusal(person)) return person;
      await noteOperatorAct(deps, request, operatorOfPerson(person), callerAddress(request));
      const opened = await openPersonSession(deps, person, browserOf(request));
      giveCookie(deps, reply, "console", opened);
      const session = await identifyWebSession(deps, "console", opened.id);
      return { session: session ? encodeSession(session) : null };
    },
  }),
];

export function encodeSession(session: SessionOf["console"]): Static<typeof SessionRecord> {
  const { role, cities } = operatorOfSession(session);
  return {
    name: session.operatorName,
    expires_at: unixSeconds(session.expiresAt),
    email: session.operatorId === null ? "" : session.email,
    provider: session.operatorId !== null && session.isOfProvider,
    role,
    cities: [...(cities ?? [])],
    // Only a person has a password and browsers of their own.
    rights: rightsOf(role).filter((right) => right !== "self" || session.operatorId !== null),
  };
}

export function operatorOfPerson({ id, name, role, cities }: Person): Operator {
  return { by: "person", id, name, role, cities, provedAt: null };
}
