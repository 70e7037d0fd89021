// Photos as files of a folder. It is one machine's, or shared by all of them: replicas that share none need a bucket (PHOTOS_URL).
import { mkdir, open, opendir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPhotoToken, type PhotoFiles, PhotosAway } from "../../ports/photo-files.ts";

export type PhotoFolder = PhotoFiles & {
  // Everything that is there, one subfolder after another; a cut-off upload is no photo.
  readonly list: () => AsyncIterable<string>;
};

// What a disk says that may be otherwise tomorrow.
const DISK_FAULTS = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "ESTALE"]);

export function openPhotoFolder(folder: string): PhotoFolder {
  return {
    save: (token, photo) => write(pathOf(folder, token), photo).catch(tell),
    read: async (token) => {
      try {
        return await readFile(pathOf(folder, token));
      } catch (error) {
        return codeOf(error) === "ENOENT" ? undefined : tell(error);
      }
    },
    remove: (token) => rm(pathOf(folder, token), { force: true }).catch(tell),
    list: async function* () {
      for await (const name of namesIn(folder))
        for await (const token of namesIn(join(folder, name))) if (isPhotoToken(token)) yield token;
    },
  };
}

async function write(path: string, photo: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, "w", 0o600);
    try {
      await file.writeFile(photo);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* namesIn(folder: string): AsyncIterable<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    // No photo has come yet, or something else lies beside the folders.
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
  }
}

function tell(error: unknown): never {
  const code = codeOf(error);
  throw DISK_FAULTS.has(code) ? new PhotosAway(`the photos' disk says ${code}`, error) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

// 256 folders, so that none holds millions of files.
function pathOf(folder: string, token: string): string {
  if (!isPhotoToken(token)) throw new Error("a photo's token is 32 hex digits");
  return join(folder, token.slice(0, 2), token);
}
