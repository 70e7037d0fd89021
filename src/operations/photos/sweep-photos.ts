// Takes photos away that have served as proof long enough. The file goes first: a row without its file is found again by the
// next sweep, a file without its row would stay for ever.

import type { PhotoFiles } from "../../ports/photo-files.ts";
import { listOldPhotos, removePhotos } from "../../store/photos/photos.ts";
import type { Services } from "../services.ts";

const AT_ONCE = 500;
// A bucket answers each in some milliseconds, one after another half a minute.
const SIDE_BY_SIDE = 8;

export type PhotoSweep = Pick<Services, "db" | "clock"> & {
  readonly photoFiles: PhotoFiles;
  readonly settings: { readonly retention: { readonly photoDays: number } };
};

export async function sweepPhotos(
  { db, clock, photoFiles, settings }: PhotoSweep,
  goesOn: () => boolean = () => true,
): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.retention.photoDays * 86_400_000);
  for (let found = AT_ONCE; found === AT_ONCE && goesOn(); ) {
    const tokens = await listOldPhotos(db, before, AT_ONCE);
    for (let at = 0; at < tokens.length; at += SIDE_BY_SIDE)
      await Promise.all(tokens.slice(at, at + SIDE_BY_SIDE).map(photoFiles.remove));
    await removePhotos(db, tokens);
    found = tokens.length;
  }
}
