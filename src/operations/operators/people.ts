// The operator's people: invited by one-time links, changed, and kept from losing their last owner.
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import { parseOperatorName } from "../../domain/accounts/web-session.ts";
import { judgeLimits, type Limits, type Operator } from "../../domain/operators/operator.ts";
import { KEY_ID_LENGTH, OPERATOR_ID_ALPHABET } from "../../domain/operators/operator-key.ts";
import { judgePassword } from "../../domain/operators/password.ts";
import {
  FIRST_OWNER_SECONDS,
  INVITE_SECONDS,
  INVITE_TOKEN_BYTES,
  isLossOfOwner,
  PEOPLE_MAX,
  parseEmail,
} from "../../domain/operators/person.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashPassword } from "../../ports/passwords.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { removeSessionsOfOperator } from "../../store/accounts/web-sessions.ts";
import { inTransaction } from "../../store/db.ts";
import {
  findInvite,
  type Invite,
  insertInvite,
  removeFirstOwnerInvites,
  removeInvitesTo,
  takeInvite,
} from "../../store/operators/invites.ts";
import {
  countPeople,
  findPerson,
  findPersonByEmail,
  insertPerson,
  lockPeople,
  type Person,
  replaceRecoveryCodes,
  savePassword,
  savePerson,
  saveTotp,
} from "../../store/operators/operators.ts";
import type { Services } from "../services.ts";
import { shownName } from "./operator-keys.ts";

export type PeopleDeps = Pick<Services, "db" | "clock" | "random" | "catalogue">;
// `token` is shown once, in a link; its hash is kept.
export type MadeInvite = { readonly invite: Invite; readonly token: string };

type Invited = Limits & { readonly email: string; readonly name: string };

export async function invitePerson(
  deps: PeopleDeps,
  draft: Invited,
  by: Operator,
): Promised<MadeInvite, "INVALID_DATA" | "PERSON_EXISTED" | "TOO_MANY_KEYS"> {
  const email = parseEmail(draft.email);
  if (isRefusal(email)) return email;
  const name = parseOperatorName(draft.name);
  if (name === undefined) return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
  const fault = judgeLimits(draft, deps.catalogue.current().cities);
  if (fault) return fault;
  return inTransaction(deps.db, async (tx) => {
    await lockPeople(tx);
    if (await findPersonByEmail(tx, email))
      return refuse("PERSON_EXISTED", `There is somebody with the e-mail ${email} already.`, "email");
    if ((await countPeople(tx)).people >= PEOPLE_MAX) return refuse("TOO_MANY_KEYS", `There are ${PEOPLE_MAX} people.`);
    await removeInvitesTo(tx, email);
    const { role, cities } = draft;
    return keepInvite(deps, tx, { email, name, role, cities: cities && [...new Set(cities)], operatorId: null }, by);
  });
}

// For somebody who has lost their password or their phone: whoever holds the link chooses a new one, and the second factor is gone.
export async function linkForPerson(deps: PeopleDeps, id: string, by: Operator): Promised<MadeInvite, "NOT_FOUND"> {
  return inTransaction(deps.db, async (tx) => {
    const person = await findPerson(tx, id);
    if (!person) return unknownPerson(id);
    await removeInvitesTo(tx, person.email);
    const { email, name, role, cities } = person;
    return keepInvite(deps, tx, { email, name, role, cities, operatorId: id }, by);
  });
}

// undefined: there is an owner. Every process that starts may make one; the first that is used ends the others.
export async function linkForFirstOwner(deps: PeopleDeps): Promise<MadeInvite | undefined> {
  return inTransaction(deps.db, async (tx) => {
    await lockPeople(tx);
    if ((await countPeople(tx)).owners > 0) return undefined;
    const nobody = { email: null, name: null, role: "owner", cities: null, operatorId: null } as const;
    return keepInvite(deps, tx, nobody, undefined);
  });
}

type Change = {
  readonly name?: string | undefined;
  readonly role?: OperatorRole | undefined;
  readonly cities?: readonly string[] | null | undefined;
  readonly disabled?: boolean | undefined;
};

// Counts at once: role and cities are read with every call. Who is disabled is signed out.
export async function changePerson(
  deps: PeopleDeps,
  id: string,
  change: Change,
): Promised<{ readonly before: Person; readonly after: Person }, "INVALID_DATA" | "NOT_FOUND" | "LAST_OWNER"> {
  const name = change.name === undefined ? undefined : parseOperatorName(change.name);
  if (change.name !== undefined && name === undefined)
    return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
  return inTransaction(deps.db, async (tx) => {
    await lockPeople(tx);
    const before = await findPerson(tx, id);
    if (!before) return unknownPerson(id);
    const disabledAt =
      change.disabled === undefined
        ? before.disabledAt
        : change.disabled
          ? (before.disabledAt ?? deps.clock.now())
          : null;
    const after: Person = {
      ...before,
      name: name ?? before.name,
      role: change.role ?? before.role,
      cities: change.cities === undefined ? before.cities : change.cities,
      disabledAt,
    };
    const fault = judgeLimits(after, deps.catalogue.current().cities);
    if (fault) return fault;
    if (isLossOfOwner(before, after) && (await countPeople(tx)).owners === 1)
      return refuse("LAST_OWNER", "This is the only owner: make somebody else one first.");
    await savePerson(tx, after);
    if (disabledAt !== null) await removeSessionsOfOperator(tx, id);
    return { before, after };
  });
}

export async function signPersonOut(deps: PeopleDeps, id: string): Promised<object, "NOT_FOUND"> {
  if (!(await findPerson(deps.db, id))) return unknownPerson(id);
  await removeSessionsOfOperator(deps.db, id);
  return {};
}

export async function withdrawInvite(deps: PeopleDeps, id: string): Promised<object, "NOT_FOUND"> {
  return (await takeInvite(deps.db, id)) ? {} : refuse("NOT_FOUND", "There is no such link any more.");
}

export type Joining = {
  readonly token: string;
  readonly password: string;
  // Where the link names nobody.
  readonly email?: string | undefined;
  readonly name?: string | undefined;
};

export async function seeInvite(deps: PeopleDeps, token: string): Promised<Invite, "NOT_FOUND"> {
  return (await findInvite(deps.db, hashSecret(token), deps.clock.now())) ?? usedUp();
}

// Whoever holds a link becomes whom it names, once.
export async function joinByLink(
  deps: PeopleDeps,
  joining: Joining,
): Promised<Person, "NOT_FOUND" | "INVALID_DATA" | "PERSON_EXISTED"> {
  const invite = await seeInvite(deps, joining.token);
  if (isRefusal(invite)) return invite;
  const email = parseEmail(invite.email ?? joining.email ?? "");
  if (isRefusal(email)) return email;
  const name = parseOperatorName(invite.name ?? joining.name);
  if (name === undefined) return refuse("INVALID_DATA", "name must have 1 to 80 characters.", "name");
  const weak = judgePassword(joining.password, email);
  if (weak) return weak;
  // Before the transaction: it takes its time.
  const passwordHash = await hashPassword(joining.password);
  return inTransaction(deps.db, async (tx) => {
    await lockPeople(tx);
    if (!(await takeInvite(tx, invite.id))) return usedUp();
    if (invite.operatorId !== null) return renew(tx, invite.operatorId, passwordHash);
    if (invite.email === null && (await countPeople(tx)).owners > 0) return usedUp();
    if (invite.email === null) await removeFirstOwnerInvites(tx);
    const { role, cities, createdBy } = invite;
    const id = newId(deps);
    const person = {
      id,
      email,
      name,
      role,
      cities,
      passwordHash,
      providerId: null,
      createdAt: deps.clock.now(),
      createdBy,
    };
    if (!(await insertPerson(tx, person)))
      return refuse("PERSON_EXISTED", `There is somebody with the e-mail ${email} already.`, "email");
    return { ...person, totpSecret: null, totpSince: null, disabledAt: null };
  });
}

async function renew(tx: Parameters<typeof findPerson>[0], id: string, passwordHash: string) {
  const person = await findPerson(tx, id);
  if (!person || person.disabledAt !== null) return usedUp();
  await savePassword(tx, id, passwordHash);
  await saveTotp(tx, id, null, null);
  await replaceRecoveryCodes(tx, id, []);
  await removeSessionsOfOperator(tx, id);
  return person;
}

async function keepInvite(
  deps: PeopleDeps,
  tx: Parameters<typeof insertInvite>[0],
  whom: Pick<Invite, "email" | "name" | "role" | "cities" | "operatorId">,
  by: Operator | undefined,
): Promise<MadeInvite> {
  const createdAt = deps.clock.now();
  const token = deps.random.hex(INVITE_TOKEN_BYTES);
  const invite: Invite = {
    ...whom,
    id: newId(deps),
    createdAt,
    createdBy: by ? shownName(by) : "first start",
    expiresAt: secondsAfter(createdAt, by ? INVITE_SECONDS : FIRST_OWNER_SECONDS),
  };
  await insertInvite(tx, hashSecret(token), invite);
  return { invite, token };
}

export function newId({ random }: PeopleDeps): string {
  return random.text(KEY_ID_LENGTH, OPERATOR_ID_ALPHABET);
}

export function unknownPerson(id: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is nobody ${id}.`);
}

function usedUp(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "This link was used, or has run out. Ask for a new one.");
}
