// Brings this machine's photos into the bucket. A file goes only when the bucket has given back its very bytes; cut off anywhere, the
// next run goes on with what is left, and twice is the same as once.
import type { PhotoFiles } from "../../ports/photo-files.ts";
import type { Database } from "../../store/db.ts";
import type { PhotoFolder } from "../../store/photos/photo-folder.ts";
import { listKnownPhotos } from "../../store/photos/photos.ts";

export type PhotoMove = {
  readonly db: Database;
  readonly folder: PhotoFolder;
  readonly bucket: PhotoFiles;
  readonly onMoved: (share: number) => void;
};

export type PhotosMoved = {
  readonly moved: number;
  readonly bytes: number;
  // Of no order that the database knows: left where they are.
  readonly unknown: number;
};

const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;

// What the bucket does not do is thrown as PhotosAway, with everything moved so far in place.
export async function movePhotos({ db, folder, bucket, onMoved }: PhotoMove): Promise<PhotosMoved> {
  const tokens: string[] = [];
  for await (const token of folder.list()) tokens.push(token);
  let moved = 0;
  let bytes = 0;
  let unknown = 0;
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    const known = await listKnownPhotos(db, tokens.slice(at, at + AT_ONCE));
    const due = [...known];
    for (let next = 0; next < due.length; next += SIDE_BY_SIDE) {
      const lengths = await Promise.all(due.slice(next, next + SIDE_BY_SIDE).map((token) => moveOne(token)));
      moved += lengths.filter((length) => length > 0).length;
      bytes += lengths.reduce((sum, length) => sum + length, 0);
      onMoved((at + next) / tokens.length);
    }
    unknown += Math.min(AT_ONCE, tokens.length - at) - known.size;
  }
  onMoved(1);
  return { moved, bytes, unknown };

  async function moveOne(token: string): Promise<number> {
    const photo = await folder.read(token);
    // Swept meanwhile.
    if (!photo) return 0;
    await bucket.save(token, photo);
    const kept = await bucket.read(token);
    if (!kept?.equals(photo))
      throw new Error(`the bucket gave photo ${token.slice(0, 6)}… back changed; it was left here`);
    await folder.remove(token);
    return photo.length;
  }
}
