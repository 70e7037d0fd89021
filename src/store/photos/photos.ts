// Rows of photos: whose order they belong to, and what they are. The pictures are files.

import type { Phone } from "../../domain/phone.ts";
import type { Photo } from "../../domain/photos/photo.ts";
import type { Sql } from "../db.ts";

export type KeptPhoto = Omit<Photo, "picture"> & {
  readonly token: string;
  readonly orderId: string;
  readonly driverPhone: Phone;
  readonly takenAt: Date;
};

export async function insertPhoto(db: Sql, photo: KeptPhoto): Promise<void> {
  await db`
    insert into photos (token, order_id, driver_phone, media_type, bytes, width, height, taken_at)
    values (
      ${photo.token}, ${photo.orderId}, ${photo.driverPhone}, ${photo.mediaType}, ${photo.bytes}, ${photo.width},
      ${photo.height}, ${photo.takenAt}
    )`;
}

export async function findPhoto(db: Sql, token: string): Promise<Pick<KeptPhoto, "token" | "mediaType"> | undefined> {
  const [row] = await db<Pick<KeptPhoto, "token" | "mediaType">>`
    select token, media_type
    from photos
    where token = ${token}`;
  return row;
}

// How many photos the order has, when this driver holds it or has held it to the end; undefined otherwise.
export async function countPhotosOfHeld(db: Sql, orderId: string, phone: Phone): Promise<number | undefined> {
  const [row] = await db<{ count: number }>`
    select (select count(*) from photos where order_id = orders.id)::int as count
    from orders
    where id = ${orderId}
      and driver_phone = ${phone}
      and status in ('ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED')`;
  return row?.count;
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

export async function removePhotos(db: Sql, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await db`delete from photos where token = any(${tokens})`;
}
