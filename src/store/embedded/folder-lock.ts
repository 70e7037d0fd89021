// One program per folder: a lock of the kernel's that ends with the program however it ends, and that no reused pid can fool.
// Node reaches such a lock (fcntl) only through SQLite, so an empty SQLite file is the lock; nothing is ever written to it.
import { DatabaseSync } from "node:sqlite";

export type FolderLock = { readonly release: () => void };

const SQLITE_BUSY = 5;

// Undefined when another program, or another caller in this one, holds it.
export function lockFolder(file: string): FolderLock | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}
