// Rows of the documents of applicants and drivers, whose photos are files beside those of parcels.
import type { Day, DocumentKind, SeenDocument } from "../../domain/joining/documents.ts";
import type { Phone } from "../../domain/phone.ts";
import type { Photo } from "../../domain/photos/photo.ts";
import { first, NOTHING, type Sql, sql } from "../db.ts";

export type KeptDocument = SeenDocument & { readonly uploadedAt: Date };

export async function listDocuments(db: Sql, applicationId: string) {
  return db<KeptDocument>`
    select kind, is_current, expires_on::text, asked_again, uploaded_at
    from application_documents
    where application_id = ${applicationId}
    order by kind, is_current`;
}

export type NewDocument = Omit<Photo, "picture"> & {
  readonly applicationId: string;
  readonly kind: DocumentKind;
  readonly token: string;
  readonly expiresOn: Day | null;
  readonly uploadedAt: Date;
};

// In place of the one that waited, whose file may go.
export async function replaceWaiting(tx: Sql, document: NewDocument): Promise<void> {
  await tx`
    with replaced as (
      delete from application_documents
      where application_id = ${document.applicationId}
        and kind = ${document.kind}
        and not is_current
      returning token
    )
    insert into loose_photos (token, remove_after)
    select token, ${document.uploadedAt}
    from replaced`;
  await tx`delete from loose_photos where token = ${document.token}`;
  await tx`
    insert into application_documents (
      application_id, kind, is_current, token, media_type, bytes, width, height, expires_on, uploaded_at
    )
    values (
      ${document.applicationId}, ${document.kind}, false, ${document.token}, ${document.mediaType}, ${document.bytes},
      ${document.width}, ${document.height}, ${document.expiresOn}, ${document.uploadedAt}
    )`;
}

// Its file is about to be written, and goes at this time unless a document names it by then.
export async function noteLoosePhoto(db: Sql, token: string, removeAfter: Date): Promise<void> {
  await db`insert into loose_photos (token, remove_after) values (${token}, ${removeAfter})`;
}

export async function listLoosePhotos(db: Sql, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db<{ token: string }>`
    select token
    from loose_photos
    where remove_after <= ${now}
    order by remove_after
    limit ${limit}`;
  return rows.map(({ token }) => token);
}

export async function forgetLoosePhotos(db: Sql, tokens: readonly string[]): Promise<void> {
  await db`delete from loose_photos where token = any(${tokens})`;
}

// The one that waits, or the one that counts where none does.
export async function findDocumentPhoto(db: Sql, applicationId: string, kind: DocumentKind) {
  return first(db<{ token: string; mediaType: string }>`
    select token, media_type
    from application_documents
    where application_id = ${applicationId}
      and kind = ${kind}
    order by is_current
    limit 1`);
}

// False when there is none that waits.
export async function askForAnother(tx: Sql, applicationId: string, kind: DocumentKind, why: string): Promise<boolean> {
  const rows = await tx`
    update application_documents
    set asked_again = ${why}
    where application_id = ${applicationId}
      and kind = ${kind}
      and not is_current
    returning kind`;
  return rows.length === 1;
}

// What waits counts from now on, one kind or all of them, and the files of those they replace may go. Says how many do.
export async function acceptWaiting(
  tx: Sql,
  applicationId: string,
  kind: DocumentKind | undefined,
  now: Date,
): Promise<number> {
  const ofKind = kind === undefined ? NOTHING : sql`and kind = ${kind}`;
  await tx`
    with replaced as (
      delete from application_documents as old
      where application_id = ${applicationId}
        and is_current
        ${ofKind}
        and exists (
          select 1
          from application_documents as waiting
          where waiting.application_id = old.application_id
            and waiting.kind = old.kind
            and not waiting.is_current
            and waiting.asked_again is null
        )
      returning token
    )
    insert into loose_photos (token, remove_after)
    select token, ${now}
    from replaced`;
  const accepted = await tx`
    update application_documents
    set is_current = true
    where application_id = ${applicationId}
      and not is_current
      and asked_again is null
      ${ofKind}
    returning kind`;
  return accepted.length;
}

export type EndingDocument = {
  readonly applicationId: string;
  readonly phone: Phone;
  readonly name: string;
  readonly cityId: string;
  readonly kind: DocumentKind;
  readonly expiresOn: Day;
};

// Of drivers who may work, what ends by this day or has ended, and is not about to be replaced by one that waits.
export async function listEndingDocuments(db: Sql, until: Day, cityIds: readonly string[] | undefined, limit: number) {
  return db<EndingDocument>`
    select application_id, drivers.phone, drivers.name, drivers.city_id, kind, expires_on::text
    from application_documents
    join applications on applications.id = application_id
    join drivers on drivers.phone = applications.phone
    where is_current
      and expires_on <= ${until}::date
      and drivers.status = 'ACTIVATED'
      ${cityIds === undefined ? NOTHING : sql`and drivers.city_id = any(${cityIds})`}
    order by expires_on, drivers.phone, kind
    limit ${limit}`;
}

// Drivers whose required documents have ended are offered nothing, and are again when they have new ones. Says whose that changed.
export async function markOffOffers(
  db: Sql,
  {
    isOn,
    kinds,
    today,
    now,
  }: { readonly isOn: boolean; readonly kinds: readonly string[]; readonly today: Day; readonly now: Date },
): Promise<readonly Phone[]> {
  const rows = await db<{ phone: Phone }>`
    with ended as (
      select distinct phone
      from application_documents
      join applications on applications.id = application_id
      where ${isOn}
        and is_current
        and expires_on < ${today}::date
        and kind = any(${kinds})
    )
    update drivers
    set off_offers_at = case when off_offers_at is null then ${now}::timestamptz end
    where (off_offers_at is null and phone in (select phone from ended))
      or (off_offers_at is not null and phone not in (select phone from ended))
    returning phone`;
  return rows.map(({ phone }) => phone);
}
