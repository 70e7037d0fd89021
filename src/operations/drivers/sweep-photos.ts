// Takes photos away that have served as proof long enough. The file goes first: a row without its file is found again by the
// next sweep, a file without its row would stay for ever.

import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../store/db.ts";
import type { PhotoFiles } from "../../store/photos/photo-files.ts";
import { listOldPhotos, removePhotos } from "../../store/photos/photos.ts";

const AT_ONCE = 500;

export type PhotoSweep = {
  readonly db: Database;
  readonly clock: Clock;
  readonly photoFiles: PhotoFiles;
  readonly settings: { readonly retention: { readonly photoDays: number } };
};

export async function sweepPhotos({ db, clock, photoFiles, settings }: PhotoSweep): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.retention.photoDays * 86_400_000);
  const tokens = await listOldPhotos(db, before, AT_ONCE);
  for (const token of tokens) await photoFiles.remove(token);
  await removePhotos(db, tokens);
}
