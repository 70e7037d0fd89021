// The operator's people: who they are, in which role, invited by links that are good once.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text } from "../../contract/fields.ts";
import { CITIES_MAX } from "../../domain/operators/operator.ts";
import { PEOPLE_MAX } from "../../domain/operators/person.ts";
import { OPERATOR_ROLES } from "../../domain/operators/roles.ts";
import {
  changePerson,
  invitePerson,
  linkForPerson,
  type MadeInvite,
  type PeopleDeps,
  signPersonOut,
  withdrawInvite,
} from "../../operations/operators/people.ts";
import { type Invite, listInvites } from "../../store/operators/invites.ts";
import { findPerson, type ListedPerson, listPeople, type Person } from "../../store/operators/operators.ts";
import { operatorOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const role = oneOf(OPERATOR_ROLES);
const shownCities = Type.Array(text, { description: "Empty: all." });
const cities = maybe(
  Type.Array(text, { description: "The cities they are limited to; empty: all.", maxItems: CITIES_MAX }),
);

const PersonRecord = Type.Object(
  {
    id: text,
    email: text,
    name: text,
    role,
    cities: shownCities,
    disabled: Type.Boolean(),
    totp: field.flag("Signs in with a second factor."),
    provider: field.flag("Signs in at the provider of OIDC_ISSUER; role and cities come from there."),
    create_time: moment,
    created_by: text,
  },
  { title: "Person" },
);
const ListedRecord = Type.Object({
  ...PersonRecord.properties,
  sessions: field.integer("Browsers that are signed in."),
  seen_time: field.number("0 while none is."),
});
const InvitationRecord = Type.Object(
  {
    id: text,
    email: text,
    name: text,
    role,
    cities: shownCities,
    create_time: moment,
    created_by: text,
    expire_time: moment,
  },
  { title: "Invitation" },
);
const Link = Type.Object({
  ...InvitationRecord.properties,
  link: field.text("Shown once; whoever has it may use it."),
});

const call = callsOf<PeopleDeps & { readonly publicUrl: string }>("Operator");

export const peopleCalls = [
  call({
    id: "listPeople",
    at: "GET /operator/v1/people",
    summary: "The operator's people and open invitations",
    answer: Type.Object({ people: Type.Array(ListedRecord), invitations: Type.Array(InvitationRecord) }),
    run: async (_request, { db, clock }) => ({
      people: await listPeople(db, PEOPLE_MAX),
      invitations: await listInvites(db, clock.now(), PEOPLE_MAX),
    }),
    encode: ({ people, invitations }) => ({
      people: people.map(encodeListed),
      invitations: invitations.map(encodeInvite),
    }),
  }),
  call({
    id: "invitePerson",
    at: "POST /operator/v1/people",
    summary: "Invite somebody by a link that is good once",
    description: "It is good for three days. A newer link to the same e-mail ends the older one.",
    body: Type.Object({ email: text, name: text, role, cities }),
    answer: Link,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PERSON_EXISTED", "TOO_MANY_KEYS"],
    run: (request, deps) => {
      const { email, name, role, cities = [] } = request.body;
      const draft = { email, name, role, cities: cities.length === 0 ? null : cities };
      return invitePerson(deps, draft, operatorOf(request));
    },
    encode: encodeLink,
  }),
  call({
    id: "changePerson",
    at: "PATCH /operator/v1/people/:id",
    summary: "Change somebody's name, role or cities, or keep them out",
    description: "Counts with their next call. Who is disabled is signed out everywhere.",
    body: Type.Object({ name: maybe(text), role: maybe(role), cities, disabled: maybe(Type.Boolean()) }),
    answer: PersonRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "LAST_OWNER"],
    seen: async ({ params }, { db }) => {
      const person = await findPerson(db, params.id);
      return person && { role: person.role, cities: person.cities, disabled: person.disabledAt !== null };
    },
    run: (request, deps) => {
      const { cities, ...change } = request.body;
      const limited = cities && (cities.length === 0 ? null : cities);
      return changePerson(deps, request.params.id, { ...change, cities: limited });
    },
    encode: ({ after }) => encodePerson(after),
  }),
  call({
    id: "linkForPerson",
    at: "POST /operator/v1/people/:id/link",
    summary: "A link by which somebody chooses a new password",
    description: "Using it takes their second factor away and ends their sessions.",
    answer: Link,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => linkForPerson(deps, request.params.id, operatorOf(request)),
    encode: encodeLink,
  }),
  call({
    id: "endPersonSessions",
    at: "DELETE /operator/v1/people/:id/sessions",
    summary: "Sign somebody out everywhere",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => signPersonOut(deps, request.params.id),
  }),
  call({
    id: "withdrawInvitation",
    at: "DELETE /operator/v1/people/invitations/:id",
    summary: "Withdraw a link that was not used yet",
    ...DONE,
    refusals: ["NOT_FOUND"],
    run: (request, deps) => withdrawInvite(deps, request.params.id),
  }),
];

function encodePerson(person: Person): Static<typeof PersonRecord> {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    role: person.role,
    cities: [...(person.cities ?? [])],
    disabled: person.disabledAt !== null,
    totp: person.totpSince !== null,
    provider: person.providerId !== null,
    create_time: unixSeconds(person.createdAt),
    created_by: person.createdBy,
  };
}

function encodeListed(person: ListedPerson): Static<typeof ListedRecord> {
  return { ...encodePerson(person), sessions: person.sessions, seen_time: unixSeconds(person.seenAt) };
}

function encodeInvite(invite: Invite): Static<typeof InvitationRecord> {
  return {
    id: invite.id,
    email: invite.email ?? "",
    name: invite.name ?? "",
    role: invite.role,
    cities: [...(invite.cities ?? [])],
    create_time: unixSeconds(invite.createdAt),
    created_by: invite.createdBy,
    expire_time: unixSeconds(invite.expiresAt),
  };
}

function encodeLink(
  { invite, token }: MadeInvite,
  _request: unknown,
  { publicUrl }: { readonly publicUrl: string },
): Static<typeof Link> {
  return { ...encodeInvite(invite), link: joinLink(publicUrl, token) };
}

// Behind the #, which browsers keep to themselves: it is in no server's log.
export function joinLink(publicUrl: string, token: string): string {
  return `${publicUrl}/console/join#${token}`;
}
