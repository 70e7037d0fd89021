// Builds a map: reads extracts, lets every writer make its files from them, and puts the whole in use at once. What a
// map consists of is the list of writers; roads, places and a base map are three of them.
import { resolve } from "node:path";
import { isRefusal, type Promised, type Refusal, refuse } from "../domain/refusal.ts";
import type { Extract } from "../extract/extract.ts";
import {
  discardStaged,
  type MapFigures,
  type MapManifest,
  type MapOnDisk,
  publishMap,
  stageMap,
} from "../extract/map-folder.ts";
import type { ExtractFault } from "../extract/pbf-blobs.ts";
import { readExtract } from "../extract/read-extract.ts";
import type { ProfileChanges } from "../roads/profile/profile-file.ts";

export type MapWriter = {
  // What the progress line says.
  readonly name: string;
  // Writes its files into the folder and tells what is in them.
  readonly write: (
    extract: Extract,
    folder: string,
    onProgress: (share: number) => void,
    profile: ProfileChanges | undefined,
  ) => Promised<Readonly<Record<string, number>>, "NO_ROADS">;
};

type MapSource =
  | { readonly files: readonly string[] }
  // Streets that were generated, not read.
  | { readonly extract: Extract };

export type BuildMapRequest = {
  readonly source: MapSource;
  readonly dir: string;
  readonly label: string;
  readonly demo: boolean;
  // What an operator's profile changes.
  readonly profile?: ProfileChanges | undefined;
};

const TOGETHER_NODES_MAX = 200_000;

// `share` of that part of the work, 0 to 1.
export type BuildProgress = (part: string, share: number) => void;

export async function buildMap(
  writers: readonly MapWriter[],
  request: BuildMapRequest,
  onProgress: BuildProgress = () => {},
): Promised<MapOnDisk, ExtractFault | "NO_ROADS"> {
  const extract = await readSource(request.source, onProgress);
  if (isRefusal(extract)) return extract;
  const staged = await stageMap(request.dir);
  try {
    const figures: Record<string, MapFigures[string]> = {};
    const run = async ({ name, write }: MapWriter): Promise<Refusal<"NO_ROADS"> | undefined> => {
      onProgress(name, 0);
      const written = await write(extract, staged, (share) => onProgress(name, share), request.profile);
      if (isRefusal(written)) return written;
      figures[name] = written;
      onProgress(name, 1);
      return undefined;
    };
    // Together a city's would hold 850 MB at once, one after the other 560; what is small is done sooner together.
    const isSmall = extract.nodes.ids.length <= TOGETHER_NODES_MAX;
    const ran = isSmall ? await Promise.all(writers.map(run)) : await inTurn(writers, run);
    const refused = ran.find((one) => one !== undefined);
    if (refused) return refused;
    const sources = "files" in request.source ? request.source.files.map((file) => resolve(file)) : [];
    const { label, demo, profile } = request;
    return await publishMap(request.dir, staged, { label, demo, sources, figures, ...(profile && { profile }) });
  } finally {
    await discardStaged(staged);
  }
}

async function inTurn<T, R>(list: readonly T[], run: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (const one of list) done.push(await run(one));
  return done;
}

// Builds a map again from the extracts it was made of: for one whose files another version of this program wrote.
export async function rebuildMap(
  writers: readonly MapWriter[],
  dir: string,
  { label, sources, profile }: MapManifest,
  onProgress?: BuildProgress,
): Promised<MapOnDisk, ExtractFault | "NO_ROADS" | "SOURCES_UNKNOWN"> {
  if (sources.length === 0) return refuse("SOURCES_UNKNOWN", `It is not known what ${label} was built from.`);
  return buildMap(writers, { source: { files: sources }, dir, label, demo: false, profile }, onProgress);
}

async function readSource(source: MapSource, onProgress: BuildProgress): Promised<Extract, ExtractFault> {
  if ("extract" in source) return source.extract;
  return readExtract(source.files, (done, total) => onProgress("read", total === 0 ? 1 : done / total));
}
