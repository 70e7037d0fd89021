// The operator's people sign in at a provider of the operator's own. Who comes for the first time becomes a person; their role and cities are
// what the provider says, at each sign-in. Whoever the provider gives no role is nobody here.
import { parseOperatorName } from "../../domain/accounts/web-session.ts";
import { judgeLimits, type Limits } from "../../domain/operators/operator.ts";
import { PEOPLE_MAX, parseEmail } from "../../domain/operators/person.ts";
import { type ClaimRole, roleOfClaims } from "../../domain/operators/provider-role.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { OidcClient, ProvedIdentity, Trip } from "../../outbound/oidc-client.ts";
import type { Clock } from "../../ports/clock.ts";
import { removeSessionsOfOperator } from "../../store/accounts/web-sessions.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { removeInvitesTo } from "../../store/operators/invites.ts";
import {
  countPeople,
  findPersonByEmail,
  findPersonOfProvider,
  insertPerson,
  lockPeople,
  type Person,
  savePerson,
  saveProvider,
} from "../../store/operators/operators.ts";
import { newId, type PeopleDeps } from "./people.ts";

export type Provider = { readonly client: OidcClient; readonly claim: string; readonly roles: readonly ClaimRole[] };
export type ProviderDeps = PeopleDeps & {
  // undefined: OIDC_ISSUER is not set.
  readonly provider: Provider | undefined;
  readonly trueTime: Clock;
};

export type Departure = { readonly trip: Trip; readonly url: URL };

// `again`: somebody who is signed in proves that it is them.
export async function beginAtProvider(
  { provider, random }: ProviderDeps,
  again: boolean,
): Promised<Departure, "NOT_FOUND" | "PROVIDER_AWAY"> {
  if (!provider) return noProvider();
  const trip = { state: random.hex(32), nonce: random.hex(32), verifier: random.hex(32) };
  const url = await provider.client.begin(trip, again ? "again" : undefined);
  return isRefusal(url) ? url : { trip, url };
}

export type Arrived = { readonly person: Person; readonly provedAt: Date | null };
type ArrivalRefusal =
  | "NOT_FOUND"
  | "PROVIDER_AWAY"
  | "SIGN_IN_FAILED"
  | "NO_ROLE"
  | "NOT_AUTHORIZED"
  | "PERSON_EXISTED"
  | "TOO_MANY_KEYS";

// `trip` undefined: this browser did not set out, or too long ago.
export async function arriveFromProvider(
  deps: ProviderDeps,
  trip: Trip | undefined,
  query: string,
): Promised<Arrived, ArrivalRefusal> {
  const { provider } = deps;
  if (!provider) return noProvider();
  if (!trip) return refuse("SIGN_IN_FAILED", "The sign-in did not begin in this browser, or took too long.");
  const identity = await provider.client.finish(trip, query);
  if (isRefusal(identity)) return identity;
  const providerId = `${identity.issuer} ${identity.subject}`;
  const limits = limitsOf(deps, provider, identity);
  const person = await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx);
    const known = await findPersonOfProvider(tx, providerId);
    if (isRefusal(limits)) {
      // What they had open goes with the role they had.
      if (known) await removeSessionsOfOperator(tx, known.id);
      return limits;
    }
    const draft = draftOf(identity, known);
    if (isRefusal(draft)) return draft;
    return known ? follow(tx, known, { ...draft, ...limits }) : join(deps, tx, { ...draft, ...limits, providerId });
  });
  if (isRefusal(person)) return person;
  return { person, provedAt: sincePresent(deps, identity.provedAt) };
}

function limitsOf(
  { catalogue }: ProviderDeps,
  { claim, roles }: Provider,
  { claims }: ProvedIdentity,
): Limits | Refusal<"NO_ROLE"> {
  const limits = roleOfClaims(claims, claim, roles);
  if (!limits)
    return refuse("NO_ROLE", "The provider gives you no role here. Ask whoever looks after your account there.");
  const fault = judgeLimits(limits, catalogue.current().cities);
  return fault ? refuse("NO_ROLE", `The role that the provider gives you cannot be had here: ${fault.why}`) : limits;
}

type Draft = { readonly email: string; readonly name: string; readonly isVerified: boolean };

function draftOf({ claims }: ProvedIdentity, known: Person | undefined): Draft | Refusal<"SIGN_IN_FAILED"> {
  const { email: told, email_verified: verified, name, preferred_username: userName } = claims;
  const parsed = parseEmail(typeof told === "string" ? told : "");
  // Who is known keeps the e-mail they came with.
  const email = known ? known.email : parsed;
  if (isRefusal(email)) return refuse("SIGN_IN_FAILED", "The provider tells no e-mail address of yours.");
  if (!known && verified === false)
    return refuse("SIGN_IN_FAILED", "The provider has not verified your e-mail address.");
  const shown = [name, userName, email].flatMap((one) =>
    typeof one === "string" ? (parseOperatorName(one) ?? []) : [],
  );
  return { email, name: shown[0] ?? email.slice(0, 80), isVerified: verified === true };
}

async function follow(tx: Sql, known: Person, { name, role, cities }: Draft & Limits) {
  if (known.disabledAt !== null) return keptOut();
  const person = { ...known, name, role, cities };
  await savePerson(tx, person);
  return person;
}

// Somebody new, or somebody who signed in with a password so far: they are known by an e-mail that the provider has verified.
async function join(deps: ProviderDeps, tx: Sql, draft: Draft & Limits & { readonly providerId: string }) {
  const { email, name, role, cities, isVerified, providerId } = draft;
  const same = await findPersonByEmail(tx, email);
  if (same) {
    if (same.providerId !== null || !isVerified)
      return refuse("PERSON_EXISTED", `There is somebody else with the e-mail ${email} already.`);
    if (same.disabledAt !== null) return keptOut();
    await saveProvider(tx, same.id, providerId);
    await removeInvitesTo(tx, email);
    return follow(tx, { ...same, providerId, passwordHash: null }, draft);
  }
  if ((await countPeople(tx)).people >= PEOPLE_MAX) return refuse("TOO_MANY_KEYS", `There are ${PEOPLE_MAX} people.`);
  await removeInvitesTo(tx, email);
  const made = { id: newId(deps), email, name, role, cities, providerId, passwordHash: null };
  const person = { ...made, createdAt: deps.clock.now(), createdBy: "provider" };
  await insertPerson(tx, person);
  return { ...person, totpSecret: null, totpSince: null, disabledAt: null };
}

// The provider goes by the true time, and sessions by the program's, which a sandbox moves.
function sincePresent({ clock, trueTime }: ProviderDeps, provedAt: Date | null): Date | null {
  if (!provedAt) return null;
  const ageMs = Math.max(0, trueTime.now().getTime() - provedAt.getTime());
  return new Date(clock.now().getTime() - ageMs);
}

function keptOut(): Refusal<"NOT_AUTHORIZED"> {
  return refuse("NOT_AUTHORIZED", "An owner keeps you out.");
}

function noProvider(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "This installation has no sign-in provider (OIDC_ISSUER).");
}
