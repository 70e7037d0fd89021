// Takes a driver's photo as proof: only a picture that can be seen, only for an order in their hands, reachable only by its link.

import type { Phone } from "../../domain/phone.ts";
import { type KeptPhotos, type Photo, readPhoto, refuseBytes, refuseOneMore } from "../../domain/photos/photo.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { isPhotoToken, type PhotoFiles } from "../../ports/photo-files.ts";
import type { Pictures } from "../../ports/pictures.ts";
import type { Random } from "../../ports/random.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import {
  findPhoto,
  findPhotosOfHeld,
  insertPhoto,
  type KeptPhoto,
  lockPhotosOfHeld,
} from "../../store/photos/photos.ts";

export type PhotoDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly photoFiles: PhotoFiles;
  readonly pictures: Pictures;
};

type PhotoRefusal = "ORDER_NOT_FOUND" | "INVALID_DATA" | "BODY_TOO_LARGE" | "SERVICE_UNAVAILABLE";

// The order of the checks: the order is this driver's, it has room for one more, the bytes are a JPEG or PNG, there is room for them,
// and they can be decoded.
export async function keepPhoto(
  deps: PhotoDeps,
  phone: Phone,
  orderId: string,
  file: Uint8Array,
): Promised<KeptPhoto, PhotoRefusal> {
  const before = roomOf(await findPhotosOfHeld(deps.db, orderId, phone));
  if (isRefusal(before)) return before;
  const photo = readPhoto(file);
  if (isRefusal(photo)) return photo;
  const tooMuch = refuseBytes(before, photo.bytes);
  if (tooMuch) return tooMuch;
  const undecoded = await refuseUndecoded(deps, photo);
  if (undecoded) return undecoded;
  const { picture, ...about } = photo;
  const kept = { ...about, token: deps.random.hex(16), orderId, driverPhone: phone, takenAt: deps.clock.now() };
  // The file first: a row without its file would be a broken link, a file without a row is only space.
  await deps.photoFiles.save(kept.token, picture);
  const refused = await inTransaction(deps.db, async (tx) => {
    // Another may have come in meanwhile, or the order have gone to another driver.
    const now = roomOf(await lockPhotosOfHeld(tx, orderId, phone));
    const full = isRefusal(now) ? now : refuseBytes(now, photo.bytes);
    if (!full) await insertPhoto(tx, kept);
    return full;
  });
  if (!refused) return kept;
  await deps.photoFiles.remove(kept.token);
  return refused;
}

// The picture alone, without what the camera noted: read and decoded to its end.
export async function decodedPhoto(
  deps: Pick<PhotoDeps, "pictures">,
  file: Uint8Array,
): Promised<Photo, "INVALID_DATA" | "SERVICE_UNAVAILABLE"> {
  const photo = readPhoto(file);
  return isRefusal(photo) ? photo : ((await refuseUndecoded(deps, photo)) ?? photo);
}

async function refuseUndecoded(
  deps: Pick<PhotoDeps, "pictures">,
  photo: Photo,
): Promise<Refusal<"INVALID_DATA" | "SERVICE_UNAVAILABLE"> | undefined> {
  const decoded = await deps.pictures.decode(photo.picture, photo);
  if (decoded === "broken") return refuse("INVALID_DATA", "The picture is damaged: it cannot be decoded to its end.");
  if (decoded === "busy")
    return refuse("SERVICE_UNAVAILABLE", "Too many photos are being looked at; try again in a moment.");
  return undefined;
}

function roomOf(kept: KeptPhotos | undefined): KeptPhotos | Refusal<"ORDER_NOT_FOUND" | "INVALID_DATA"> {
  if (!kept) return refuse("ORDER_NOT_FOUND", "This driver holds no such order.");
  return refuseOneMore(kept) ?? kept;
}

export async function getPhoto(
  deps: Pick<PhotoDeps, "db" | "photoFiles">,
  token: string,
): Promised<{ readonly mediaType: string; readonly file: Buffer }, "NOT_FOUND"> {
  const photo = isPhotoToken(token) ? await findPhoto(deps.db, token) : undefined;
  const file = photo && (await deps.photoFiles.read(token));
  return file ? { mediaType: photo.mediaType, file } : refuse("NOT_FOUND", "There is no such photo.");
}
