// `giao photos move`: from this machine's folder into the bucket.
import { movePhotos, type PhotoMove } from "../operations/photos/move-photos.ts";
import { PhotosAway } from "../ports/photo-files.ts";
import { openProgress, type Screen } from "./progress.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const PHOTOS_HELP = `giao photos move

Brings the photos in DATA_DIR/photos into the bucket of PHOTOS_URL, while the servers go on: start every replica with PHOTOS_URL first,
then run this once on each machine that has such a folder. A file is removed when the bucket has given it back unchanged. Cut off, run
it again. Files of no known order are left.`;

type Deps = Omit<PhotoMove, "bucket" | "onMoved"> & {
  readonly bucket: PhotoMove["bucket"] | undefined;
  readonly screen: Screen;
};

export async function photosCommand(words: readonly string[], out: Out, deps: Deps): Promise<number> {
  const { positionals } = readWords(words, {});
  if (positionals.join(" ") !== "move") throw new BadWords("expected: photos move");
  const { bucket, screen, ...rest } = deps;
  if (!bucket) return refused(out, "PHOTOS_URL is not set: there is no bucket to move photos to.");
  const progress = openProgress(screen);
  try {
    const { moved, bytes, unknown } = await movePhotos({
      ...rest,
      bucket,
      onMoved: (share) => progress.show("photos", share),
    });
    out.say(`${moved} photos were moved (${(bytes / 1024 / 1024).toFixed(1)} MB).`);
    if (unknown > 0) out.say(`${unknown} files belong to no order in this database and were left.`);
    return 0;
  } catch (error) {
    if (!(error instanceof PhotosAway)) throw error;
    return refused(out, `${error.message}. What was moved is moved; run this again for the rest.`);
  }
}
