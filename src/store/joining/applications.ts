// Rows of applications to drive, and of who proved a phone to write one.
import type { Application, ApplicationStatus, BankAccount } from "../../domain/joining/application.ts";
import type { Phone } from "../../domain/phone.ts";
import { countRows, first, hasOneRow, NOTHING, type Sql, sql } from "../db.ts";

const COLUMNS = sql`
  id, phone, city_id, status, name, plate_number, vehicle,
  json_build_object('bank', bank, 'account', bank_account, 'holder', bank_holder) as bank,
  created_at, changed_at, submitted_at, decided_at, decided_by, reason`;

export async function findApplication(db: Sql, id: string) {
  return first(db<Application>`select ${COLUMNS} from applications where id = ${id}`);
}

export async function findApplicationOf(db: Sql, phone: Phone) {
  return first(db<Application>`select ${COLUMNS} from applications where phone = ${phone}`);
}

// Nobody else decides or changes it until the transaction ends.
export async function lockApplication(tx: Sql, id: string) {
  return first(tx<Application & { readonly pinHash: Buffer; readonly uploads: number }>`
    select ${COLUMNS}, pin_hash, uploads
    from applications
    where id = ${id}
    for update`);
}

export type SavedApplication = Pick<
  Application,
  "id" | "phone" | "cityId" | "name" | "plateNumber" | "vehicle" | "bank"
> & {
  readonly pinHash: Buffer | null;
};

// False when it is no longer a draft, or was never begun and has no pin.
export async function saveDraft(db: Sql, draft: SavedApplication, now: Date): Promise<boolean> {
  const { bank, account, holder } = draft.bank;
  return hasOneRow(
    draft.pinHash
      ? db`
        insert into applications as kept (
          id, phone, city_id, status, name, plate_number, vehicle, bank, bank_account, bank_holder, pin_hash, consented_at,
          created_at, changed_at
        )
        values (
          ${draft.id}, ${draft.phone}, ${draft.cityId}, 'DRAFT', ${draft.name}, ${draft.plateNumber}, ${draft.vehicle}, ${bank},
          ${account}, ${holder}, ${draft.pinHash}, ${now}, ${now}, ${now}
        )
        on conflict (phone) do update
        set ${DRAFT_FIELDS}, pin_hash = excluded.pin_hash
        where kept.status = 'DRAFT'
        returning id`
      : db`
        update applications as kept
        set ${DRAFT_FIELDS}
        from (
          select ${draft.cityId} as city_id, ${draft.name} as name, ${draft.plateNumber} as plate_number,
            ${draft.vehicle} as vehicle, ${bank} as bank, ${account} as bank_account, ${holder} as bank_holder,
            ${now}::timestamptz as changed_at
        ) as excluded
        where phone = ${draft.phone}
          and status = 'DRAFT'
        returning id`,
  );
}

const DRAFT_FIELDS = sql`
  city_id = excluded.city_id, name = excluded.name, plate_number = excluded.plate_number, vehicle = excluded.vehicle,
  bank = excluded.bank, bank_account = excluded.bank_account, bank_holder = excluded.bank_holder,
  changed_at = excluded.changed_at`;

export async function countUpload(tx: Sql, id: string, now: Date): Promise<void> {
  await tx`
    update applications
    set uploads = uploads + 1, changed_at = ${now}
    where id = ${id}`;
}

export type Decision = {
  readonly status: ApplicationStatus;
  readonly at: Date;
  readonly by?: string | null;
  readonly reason?: string;
};

// Whoever calls it has locked the application and judged its status.
export async function saveStatus(tx: Sql, id: string, { status, at, by = null, reason }: Decision): Promise<void> {
  const isDecided = status === "APPROVED" || status === "REFUSED";
  await tx`
    update applications
    set status = ${status},
      changed_at = ${at},
      submitted_at = case when ${status} = 'SUBMITTED' then ${at}::timestamptz else submitted_at end,
      decided_at = ${isDecided ? at : null},
      decided_by = ${isDecided ? by : null},
      reason = ${reason ?? null}
    where id = ${id}`;
}

export type ApplicationFilter = {
  readonly cityIds?: readonly string[] | undefined;
  readonly status?: ApplicationStatus | undefined;
  // Of the page before.
  readonly after?: { readonly changedAt: Date; readonly id: string } | undefined;
};

// The one that waits for longest first.
export async function listApplications(db: Sql, { cityIds, status, after }: ApplicationFilter, limit: number) {
  return db<Application>`
    select ${COLUMNS}
    from applications
    where true
      ${cityIds === undefined ? NOTHING : sql`and city_id = any(${cityIds})`}
      ${status === undefined ? NOTHING : sql`and status = ${status}`}
      ${after === undefined ? NOTHING : sql`and (changed_at, id) > (${after.changedAt}, ${after.id})`}
    order by changed_at, id
    limit ${limit}`;
}

// Refused, or begun and left: nothing was done with them for so long. Their photos' files may go with them. Says how many went.
export async function removeOldApplications(tx: Sql, before: Date, now: Date, limit: number): Promise<number> {
  const old = await tx<{ id: string }>`
    select id
    from applications
    where status in ('REFUSED', 'DRAFT')
      and changed_at < ${before}
    order by changed_at
    limit ${limit}
    for update skip locked`;
  const ids = old.map(({ id }) => id);
  await tx`
    with gone as (
      delete from application_documents
      where application_id = any(${ids})
      returning token
    )
    insert into loose_photos (token, remove_after)
    select token, ${now}
    from gone`;
  await tx`delete from applications where id = any(${ids})`;
  return ids.length;
}

export async function saveBank(
  tx: Sql,
  phone: Phone,
  { bank, account, holder }: BankAccount,
  now: Date,
): Promise<void> {
  await tx`
    insert into driver_banks (driver_phone, bank, account, holder, changed_at)
    values (${phone}, ${bank}, ${account}, ${holder}, ${now})
    on conflict (driver_phone) do update
    set bank = excluded.bank, account = excluded.account, holder = excluded.holder, changed_at = excluded.changed_at`;
}

export async function findBank(db: Sql, phone: Phone) {
  return first(db<BankAccount>`select bank, account, holder from driver_banks where driver_phone = ${phone}`);
}

export type ApplicantCode = {
  readonly phone: Phone;
  readonly codeHash: Buffer;
  readonly triesLeft: number;
  readonly expiresAt: Date;
};

export async function saveApplicantCode(db: Sql, code: ApplicantCode): Promise<void> {
  await db`
    insert into applicant_codes (phone, code_hash, tries_left, expires_at)
    values (${code.phone}, ${code.codeHash}, ${code.triesLeft}, ${code.expiresAt})
    on conflict (phone) do update
    set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`;
}

// Spends one try and says what it must match. Committed by itself: a wrong guess counts.
export async function spendApplicantTry(db: Sql, phone: Phone, now: Date): Promise<Buffer | undefined> {
  const [row] = await db<{ codeHash: Buffer }>`
    update applicant_codes
    set tries_left = tries_left - 1
    where phone = ${phone}
      and tries_left > 0
      and expires_at > ${now}
    returning code_hash`;
  return row?.codeHash;
}

// False when it is gone already: of two who bring one code, one finds it.
export async function removeApplicantCode(tx: Sql, phone: Phone, codeHash: Buffer): Promise<boolean> {
  return hasOneRow(tx`
    delete from applicant_codes
    where phone = ${phone}
      and code_hash = ${codeHash}
    returning phone`);
}

export type ApplicantSession = {
  readonly tokenHash: Buffer;
  readonly phone: Phone;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

// The oldest beyond `limit` end.
export async function insertApplicantSession(tx: Sql, session: ApplicantSession, limit: number): Promise<number> {
  await tx`
    insert into applicant_sessions (token_hash, phone, created_at, expires_at)
    values (${session.tokenHash}, ${session.phone}, ${session.createdAt}, ${session.expiresAt})`;
  return countRows(tx`
    delete from applicant_sessions
    where token_hash in (
      select token_hash
      from applicant_sessions
      where phone = ${session.phone}
      order by created_at desc, token_hash
      offset ${limit}
    )
    returning phone`);
}

export async function findApplicant(db: Sql, tokenHash: Buffer, now: Date) {
  return first(db<{ phone: Phone }>`
    select phone
    from applicant_sessions
    where token_hash = ${tokenHash}
      and expires_at > ${now}`);
}
