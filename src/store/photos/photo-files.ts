// Where photos are kept: files under DATA_DIR. Replicas on several machines share that folder, or this small interface is
// answered by an object store instead.
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export type PhotoFiles = {
  // When it resolves the photo survives a power cut.
  readonly save: (token: string, photo: Uint8Array) => Promise<void>;
  readonly read: (token: string) => Promise<Buffer | undefined>;
  readonly remove: (token: string) => Promise<void>;
};

const TOKEN = /^[0-9a-f]{32}$/;

export function openPhotoFiles(folder: string): PhotoFiles {
  return {
    save: async (token, photo) => {
      const path = pathOf(folder, token);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.part`;
      const file = await open(unfinished, "w", 0o600);
      try {
        await file.writeFile(photo);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    },
    read: async (token) => {
      try {
        return await readFile(pathOf(folder, token));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: (token) => rm(pathOf(folder, token), { force: true }),
  };
}

// 256 folders, so that none holds millions of files.
function pathOf(folder: string, token: string): string {
  if (!TOKEN.test(token)) throw new Error("a photo's token is 32 hex digits");
  return join(folder, token.slice(0, 2), token);
}
