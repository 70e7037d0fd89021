// The files of the builds before this one, for pages that were opened before an upgrade: their code asks for views by names that the new build
// no longer has. Every build leaves a copy under DATA_DIR when it first runs, and goes a day after another took its place.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { type BuiltPages, DIST, readAsset } from "./built-pages.ts";
import type { Asset } from "./compressed.ts";

const FOLDER = "pages";
const REPLACED = "replaced-at";
const DAY_MS = 86_400_000;
// However often somebody upgrades within a day.
const BUILDS_MAX = 5;

export type EarlierFile = (name: string) => Asset | undefined;

// Keeps a copy of this build and says which files of earlier ones there are. A folder that cannot be written to takes nothing else along.
export function keepBuild(
  built: BuiltPages,
  place: { readonly dataDir: string; readonly now: Date },
  onTrouble: (error: unknown) => void,
): EarlierFile {
  const folder = join(place.dataDir, FOLDER);
  try {
    copyAside(join(folder, built.build));
    const earlier = forgetOld(folder, built.build, place.now);
    return (name) => earlier.get(name)?.();
  } catch (error) {
    onTrouble(error);
    return () => undefined;
  }
}

// Moved into place, so that a start that is cut off leaves none or all of it.
function copyAside(target: string): void {
  rmSync(join(target, REPLACED), { force: true });
  if (existsSync(target)) return;
  const aside = `${target}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  // Only what is named by its content: the rest has the same address in every build.
  for (const path of globSync("*-*.{js,css,svg,png,woff2}{,.br,.gz}", { cwd: DIST })) {
    cpSync(join(DIST, path), join(aside, path));
  }
  try {
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another replica on the same folder was first.
    if (!existsSync(target)) throw error;
  }
}

function forgetOld(folder: string, current: string, now: Date): ReadonlyMap<string, () => Asset | undefined> {
  const replacedAt = (build: string): number => {
    const mark = join(folder, build, REPLACED);
    if (!existsSync(mark)) writeFileSync(mark, now.toISOString());
    return Date.parse(readFileSync(mark, "utf8")) || 0;
  };
  const others = readdirSync(folder)
    .filter((name) => /^[0-9a-f]+$/.test(name) && name !== current)
    .map((build) => ({ build, at: replacedAt(build) }))
    .sort((one, other) => other.at - one.at);
  const files = new Map<string, () => Asset | undefined>();
  for (const [rank, { build, at }] of others.entries()) {
    const path = join(folder, build);
    if (rank >= BUILDS_MAX || now.getTime() - at > DAY_MS) rmSync(path, { recursive: true, force: true });
    else
      for (const file of globSync("*.{js,css,svg,png,woff2}", { cwd: path })) {
        files.set(basename(file), () => readAsset(path, file));
      }
  }
  return files;
}
