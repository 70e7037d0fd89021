// Takes photos away that have served as proof long enough. The file goes first: a row without its file is found again by the
// next sweep, a file without its row would stay for ever.

import { firstKept } from "../../domain/months.ts";
import type { PhotoFiles } from "../../ports/photo-files.ts";
import { listOldPhotos, removePhotos } from "../../store/photos/photos.ts";
import type { Services } from "../services.ts";

const AT_ONCE = 500;
// A bucket answers each in some milliseconds, one after another half a minute.
const SIDE_BY_SIDE = 8;

export type PhotoSweep = Pick<Services, "db" | "clock"> & {
  readonly photoFiles: PhotoFiles;
  readonly settings: { readonly retention: { readonly photoDays: number; readonly orderMonths: number } };
};

export async function sweepPhotos(
  { db, clock, photoFiles, settings }: PhotoSweep,
  goesOn: () => boolean = () => true,
): Promise<void> {
  const { photoDays, orderMonths } = settings.retention;
  const now = clock.now();
  // An order leaves when its photos have.
  const ordersSince = orderMonths === 0 ? 0 : firstKept(now, orderMonths).getTime();
  const before = new Date(Math.max(now.getTime() - photoDays * 86_400_000, ordersSince));
  for (let found = AT_ONCE; found === AT_ONCE && goesOn(); ) {
    const tokens = await listOldPhotos(db, before, AT_ONCE);
    for (let at = 0; at < tokens.length; at += SIDE_BY_SIDE)
      await Promise.all(tokens.slice(at, at + SIDE_BY_SIDE).map(photoFiles.remove));
    await removePhotos(db, tokens);
    found = tokens.length;
  }
}
