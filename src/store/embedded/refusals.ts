// Why an embedded PostgreSQL cannot be had, each as one line that names the way out.
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { codeOf } from "../db.ts";

export type EmbeddedRefusal =
  | "PLATFORM_UNSUPPORTED"
  | "DATA_DIR_UNUSABLE"
  | "DATA_DIR_IN_USE"
  | "DATA_DIR_OF_OTHER_VERSION"
  | "NO_USER_TO_RUN_AS"
  | "DISK_FULL"
  | "DATABASE_DID_NOT_START";

export const OTHER_WAY = "or set DATABASE_URL to a PostgreSQL of your own";

const DISK_FULL_WORDS = /No space left on device|Disk quota exceeded/i;

// What a file call threw about DATA_DIR, or undefined when it is a surprise.
export function refusalOfFileError(error: unknown, dataDir: string): Refusal<EmbeddedRefusal> | undefined {
  const code = codeOf(error);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return diskFull(dataDir);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return unusable(dataDir, `cannot be written by this user (${code})`);
    case "ENOTDIR":
    case "EEXIST":
      return unusable(dataDir, "is not a folder");
    // The lock, on a disk that has none to give, such as some network folders.
    case "ERR_SQLITE_ERROR":
      return unusable(dataDir, `cannot be locked (${error instanceof Error ? error.message : code})`);
    case "ENAMETOOLONG":
      return unusable(dataDir, "is too long a path");
    default:
      return undefined;
  }
}

export function unusable(dataDir: string, what: string): Refusal<EmbeddedRefusal> {
  return refuse("DATA_DIR_UNUSABLE", `DATA_DIR ${dataDir} ${what}: choose another folder, ${OTHER_WAY}.`);
}

function diskFull(dataDir: string): Refusal<EmbeddedRefusal> {
  return refuse("DISK_FULL", `The disk that holds DATA_DIR ${dataDir} is full: free some space and start again.`);
}

export function inUse(dataDir: string, by: string): Refusal<EmbeddedRefusal> {
  return refuse(
    "DATA_DIR_IN_USE",
    `DATA_DIR ${dataDir} is in use by ${by}: stop it first, give this program another DATA_DIR, ${OTHER_WAY}.`,
  );
}

// What initdb or postgres said on its way out.
export function didNotStart(dataDir: string, what: string, said: readonly string[]): Refusal<EmbeddedRefusal> {
  if (said.some((line) => DISK_FULL_WORDS.test(line))) return diskFull(dataDir);
  const reason = said.find((line) => /\b(FATAL|PANIC|error|fatal):/.test(line)) ?? said.at(-1) ?? "it said nothing";
  return refuse("DATABASE_DID_NOT_START", `${what} in DATA_DIR ${dataDir}: ${reason.trim()}`);
}
