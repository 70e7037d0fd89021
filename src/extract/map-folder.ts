// A map on disk: a folder per version that never changes once it is there, and `map.json`, which names the one in use.
// Whoever reads sees the old map whole or the new one whole. Which files a version holds is roads/', places/' and others'.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Promised, refuse } from "../domain/refusal.ts";

// Counts worth telling an operator, by what was built: { car: { segments: 76635 } }.
export type MapFigures = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type MapManifest = {
  readonly format: number;
  // Of the contents: the same extract built by the same program is the same version.
  readonly version: string;
  // Where it came from, in words: file names, or what generated it.
  readonly label: string;
  readonly demo: boolean;
  // The extracts it was built from, as whole paths, so that another program version can build it again. None for streets
  // that were generated.
  readonly sources: readonly string[];
  // What an operator's profile changed of the rules of the road, so that it is built again by the same; roads/ reads it.
  readonly profile?: Readonly<Record<string, object>>;
  readonly figures: MapFigures;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
};

export type MapOnDisk = { readonly manifest: MapManifest; readonly folder: string };
export type MapFolderRefusal =
  | "MAP_MISSING" // no map was built here
  | "MAP_UNREADABLE"; // something is here, but not a map this program knows

const MAP_FORMAT = 1;

export const MAP_MANIFEST = "map.json";
const VERSION_CHARACTERS = 12;

export async function findMap(dir: string): Promised<MapOnDisk, MapFolderRefusal> {
  const file = join(dir, MAP_MANIFEST);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (fault) {
    if (isMissing(fault)) return refuse("MAP_MISSING", `There is no map in ${dir}.`);
    throw fault;
  }
  const manifest = parseManifest(text);
  if (!manifest) return refuse("MAP_UNREADABLE", `${file} is not one this program can read. Build the map again.`);
  return { manifest, folder: join(dir, manifest.version) };
}

// A folder to write a new version into. It is nobody's map until it is published.
export async function stageMap(dir: string): Promise<string> {
  const staged = stagedFolder(dir);
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  return staged;
}

// Of the process that builds there.
export function stagedFolder(dir: string, pid = process.pid): string {
  return join(dir, `.building-${pid}`);
}

// Names what was staged by its contents and makes it the map in use. The version before is kept for whoever is reading
// it at this moment; older ones go.
export async function publishMap(
  dir: string,
  staged: string,
  about: Pick<MapManifest, "label" | "demo" | "sources" | "figures" | "profile">,
): Promise<MapOnDisk> {
  const files = await describeFiles(staged);
  const hash = createHash("sha256");
  for (const { name, sha256 } of files) hash.update(`${name} ${sha256}\n`);
  const version = hash.digest("hex").slice(0, VERSION_CHARACTERS);
  const manifest: MapManifest = { format: MAP_FORMAT, version, ...about, files };
  const folder = join(dir, version);
  const before = await findMap(dir);
  // The same contents may be being read at this moment; only a folder that was spoilt is put right.
  if (!(await holds(folder, files))) {
    await rm(folder, { recursive: true, force: true });
    await rename(staged, folder);
  }
  await writeFile(join(dir, `${MAP_MANIFEST}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(join(dir, `${MAP_MANIFEST}.new`), join(dir, MAP_MANIFEST));
  await removeOthers(dir, [version, ...("manifest" in before ? [before.manifest.version] : [])]);
  return { manifest, folder };
}

export async function discardStaged(staged: string): Promise<void> {
  await rm(staged, { recursive: true, force: true });
}

async function describeFiles(folder: string): Promise<MapManifest["files"]> {
  const files: { name: string; bytes: number; sha256: string }[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const file = join(folder, name);
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    files.push({ name, bytes: (await stat(file)).size, sha256: hash.digest("hex") });
  }
  return files;
}

async function holds(folder: string, files: MapManifest["files"]): Promise<boolean> {
  try {
    return JSON.stringify(await describeFiles(folder)) === JSON.stringify(files);
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
}

async function removeOthers(dir: string, kept: readonly string[]): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const isVersion = entry.isDirectory() && new RegExp(`^[0-9a-f]{${VERSION_CHARACTERS}}$`).test(entry.name);
    if (isVersion && !kept.includes(entry.name)) await rm(join(dir, entry.name), { recursive: true, force: true });
  }
}

function parseManifest(text: string): MapManifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<MapManifest> | null;
    if (manifest?.format !== MAP_FORMAT || !/^[0-9a-f]+$/.test(manifest.version ?? "")) return undefined;
    return { sources: [], ...manifest } as MapManifest;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && (fault.code === "ENOENT" || fault.code === "ENOTDIR");
}
