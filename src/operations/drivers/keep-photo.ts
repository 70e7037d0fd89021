// Takes a driver's photo as proof: only a real picture, only for an order in his hands, reachable only by its link.

import type { Phone } from "../../domain/phone.ts";
import { readPhoto } from "../../domain/photos/photo.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { Database } from "../../store/db.ts";
import type { PhotoFiles } from "../../store/photos/photo-files.ts";
import { countPhotosOfHeld, findPhoto, insertPhoto, type KeptPhoto } from "../../store/photos/photos.ts";

export type PhotoDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly photoFiles: PhotoFiles;
};

const PHOTOS_MAX = 50;
const TOKEN = /^[0-9a-f]{32}$/;

// The order of the checks: the order is this driver's, it has room for one more, the bytes are a picture.
export async function keepPhoto(
  deps: PhotoDeps,
  phone: Phone,
  orderId: string,
  file: Uint8Array,
): Promise<KeptPhoto | Refusal<"ORDER_NOT_FOUND" | "INVALID_DATA">> {
  const count = await countPhotosOfHeld(deps.db, orderId, phone);
  if (count === undefined) return refuse("ORDER_NOT_FOUND", "This driver holds no such order.");
  if (count >= PHOTOS_MAX) return refuse("INVALID_DATA", `An order has at most ${PHOTOS_MAX} photos.`);
  const photo = readPhoto(file);
  if (isRefusal(photo)) return photo;
  const { picture, ...about } = photo;
  const kept = { ...about, token: deps.random.hex(16), orderId, driverPhone: phone, takenAt: deps.clock.now() };
  // The file first: a row without its file would be a broken link, a file without a row is only space.
  await deps.photoFiles.save(kept.token, picture);
  await insertPhoto(deps.db, kept);
  return kept;
}

export async function getPhoto(
  deps: Pick<PhotoDeps, "db" | "photoFiles">,
  token: string,
): Promise<{ readonly mediaType: string; readonly file: Buffer } | Refusal<"NOT_FOUND">> {
  const photo = TOKEN.test(token) ? await findPhoto(deps.db, token) : undefined;
  const file = photo && (await deps.photoFiles.read(token));
  return file ? { mediaType: photo.mediaType, file } : refuse("NOT_FOUND", "There is no such photo.");
}
