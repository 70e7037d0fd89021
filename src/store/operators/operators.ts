// The operator's people and what they sign in with.
import type { OperatorRole } from "../../domain/operators/roles.ts";
import type { Place } from "../../ports/vault.ts";
import { countRows, first, hasOneRow, type Sql, sql } from "../db.ts";

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly cities: readonly string[] | null;
  readonly passwordHash: string | null;
  // Where they sign in at a provider: its address and their name there.
  readonly providerId: string | null;
  // Sealed.
  readonly totpSecret: string | null;
  readonly totpSince: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly disabledAt: Date | null;
};

const COLUMNS = sql`id, email, name, role, cities, password_hash, provider_id, totp_secret, totp_since, created_at, created_by, disabled_at`;

export function placeOfTotp(operatorId: string): Place {
  return { operatorId, field: "operators.totp_secret" };
}

// One change of people at a time: the last owner cannot leave by two doors at once.
export async function lockPeople(tx: Sql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('operators'))`;
}

export async function countPeople(tx: Sql): Promise<{ readonly people: number; readonly owners: number }> {
  const [row] = await tx<{ people: number; owners: number }>`
    select count(*)::int as people, (count(*) filter (where role = 'owner' and disabled_at is null))::int as owners
    from operators`;
  return row ?? { people: 0, owners: 0 };
}

// False: the e-mail is somebody's already.
export async function insertPerson(tx: Sql, person: Omit<Person, "totpSecret" | "totpSince" | "disabledAt">) {
  return hasOneRow(tx`
    insert into operators (id, email, name, role, cities, password_hash, provider_id, created_at, created_by)
    values (
      ${person.id}, ${person.email}, ${person.name}, ${person.role}, ${person.cities}, ${person.passwordHash},
      ${person.providerId}, ${person.createdAt}, ${person.createdBy}
    )
    on conflict (email) do nothing
    returning 1 as made`);
}

export async function findPerson(db: Sql, id: string) {
  return first(db<Person>`select ${COLUMNS} from operators where id = ${id}`);
}

export async function findPersonByEmail(db: Sql, email: string) {
  return first(db<Person>`select ${COLUMNS} from operators where email = ${email}`);
}

export async function findPersonOfProvider(db: Sql, providerId: string) {
  return first(db<Person>`select ${COLUMNS} from operators where provider_id = ${providerId}`);
}

// From now on they sign in there and nowhere else.
export async function saveProvider(tx: Sql, id: string, providerId: string): Promise<void> {
  await tx`
    update operators
    set provider_id = ${providerId}, password_hash = null
    where id = ${id}`;
}

export type ListedPerson = Person & { readonly sessions: number; readonly seenAt: Date | null };

export async function listPeople(db: Sql, limit: number) {
  return db<ListedPerson>`
    select ${COLUMNS}, sessions, seen_at
    from operators
    cross join lateral (
      select count(*)::int as sessions, max(seen_at) as seen_at
      from web_sessions
      where operator_id = operators.id
    ) as browsers
    order by name, id
    limit ${limit}`;
}

export async function savePerson(tx: Sql, { id, name, role, cities, disabledAt }: Person): Promise<void> {
  await tx`
    update operators
    set name = ${name}, role = ${role}, cities = ${cities}, disabled_at = ${disabledAt}
    where id = ${id}`;
}

// Who chooses a password signs in by it, and no longer at a provider.
export async function savePassword(tx: Sql, id: string, passwordHash: string): Promise<void> {
  await tx`
    update operators
    set password_hash = ${passwordHash}, provider_id = null
    where id = ${id}`;
}

// `sealed` null: no second factor. One that is not confirmed yet has no `since`.
export async function saveTotp(tx: Sql, id: string, sealed: string | null, since: Date | null): Promise<void> {
  await tx`update operators set totp_secret = ${sealed}, totp_since = ${since} where id = ${id}`;
}

export async function confirmTotp(tx: Sql, id: string, since: Date): Promise<void> {
  await tx`update operators set totp_since = ${since} where id = ${id} and totp_since is null`;
}

// True: the first who shows a code of this step, or of a later one than was shown before.
export async function spendTotpStep(db: Sql, id: string, step: number): Promise<boolean> {
  return hasOneRow(db`
    update operators
    set totp_step = ${step}
    where id = ${id}
      and totp_step < ${step}
    returning 1 as spent`);
}

export async function replaceRecoveryCodes(tx: Sql, id: string, hashes: readonly Buffer[]): Promise<void> {
  await tx`delete from operator_recovery_codes where operator_id = ${id}`;
  await tx`
    insert into operator_recovery_codes (operator_id, code_hash)
    select ${id}, unnest(${hashes}::bytea[])`;
}

export async function spendRecoveryCode(db: Sql, id: string, hash: Buffer): Promise<boolean> {
  return hasOneRow(db`
    delete from operator_recovery_codes
    where operator_id = ${id}
      and code_hash = ${hash}
    returning 1 as spent`);
}

export async function countRecoveryCodes(db: Sql, id: string): Promise<number> {
  return countRows(db`select 1 as code from operator_recovery_codes where operator_id = ${id}`);
}
