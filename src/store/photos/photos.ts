// Rows of photos: whose order they belong to, and what they are. The pictures are files.

import type { Phone } from "../../domain/phone.ts";
import type { KeptPhotos, Photo } from "../../domain/photos/photo.ts";
import { first, type Sql, sql } from "../db.ts";

export type KeptPhoto = Omit<Photo, "picture"> & {
  readonly token: string;
  readonly orderId: string;
  readonly driverPhone: Phone;
  readonly takenAt: Date;
};

export async function insertPhoto(tx: Sql, photo: KeptPhoto): Promise<void> {
  await tx`
    insert into photos (token, order_id, driver_phone, media_type, bytes, width, height, taken_at)
    values (
      ${photo.token}, ${photo.orderId}, ${photo.driverPhone}, ${photo.mediaType}, ${photo.bytes}, ${photo.width},
      ${photo.height}, ${photo.takenAt}
    )`;
}

export async function findPhoto(db: Sql, token: string) {
  return first(db<Pick<KeptPhoto, "token" | "mediaType">>`
    select token, media_type
    from photos
    where token = ${token}`);
}

const isHeld = (orderId: string, phone: Phone) => sql`
  orders.id = ${orderId}
  and orders.driver_phone = ${phone}
  and orders.status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED')`;

// What photos the order has, when this driver holds it or has held it to the end; undefined otherwise.
export async function findPhotosOfHeld(db: Sql, orderId: string, phone: Phone) {
  return first(db<KeptPhotos>`
    select count(photos.token)::int as count, coalesce(sum(photos.bytes), 0)::int as bytes
    from orders
    left join photos on photos.order_id = orders.id
    where ${isHeld(orderId, phone)}
    group by orders.id`);
}

// The same, and nobody else adds one until the transaction ends.
export async function lockPhotosOfHeld(tx: Sql, orderId: string, phone: Phone): Promise<KeptPhotos | undefined> {
  const [row] = await tx`
    select id
    from orders
    where ${isHeld(orderId, phone)}
    for no key update`;
  return row && findPhotosOfHeld(tx, orderId, phone);
}

export async function listOldPhotos(db: Sql, before: Date, limit: number): Promise<readonly string[]> {
  const rows = await db<{ token: string }>`
    select token
    from photos
    where taken_at < ${before}
    order by taken_at
    limit ${limit}`;
  return rows.map(({ token }) => token);
}

// Those of them that belong to an order, or show a document.
export async function listKnownPhotos(db: Sql, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ token: string }>`
    select token
    from photos
    where token = any(${tokens})
    union all
    select token
    from application_documents
    where token = any(${tokens})`;
  return new Set(rows.map(({ token }) => token));
}

export async function removePhotos(db: Sql, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await db`delete from photos where token = any(${tokens})`;
}
