// Builds a map: reads extracts, lets every writer make its files from them, and puts the whole in use at once. What a
// map consists of is the list of writers; roads, places and a base map are three of them.
import { resolve } from "node:path";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
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
  ) => Promise<Readonly<Record<string, number>> | Refusal<"NO_ROADS">>;
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

// `share` of that part of the work, 0 to 1.
export type BuildProgress = (part: string, share: number) => void;

export async function buildMap(
  writers: readonly MapWriter[],
  request: BuildMapRequest,
  onProgress: BuildProgress = () => {},
): Promise<MapOnDisk | Refusal<ExtractFault | "NO_ROADS">> {
  const extract = await readSource(request.source, onProgress);
  if (isRefusal(extract)) return extract;
  const staged = await stageMap(request.dir);
  try {
    // Together: the long part of each profile runs on a thread of its own.
    const written = await Promise.all(
      writers.map(async ({ name, write }) => {
        onProgress(name, 0);
        const figures = await write(extract, staged, (share) => onProgress(name, share), request.profile);
        if (!isRefusal(figures)) onProgress(name, 1);
        return { name, figures };
      }),
    );
    const figures: Record<string, MapFigures[string]> = {};
    for (const part of written) {
      if (isRefusal(part.figures)) return part.figures;
      figures[part.name] = part.figures;
    }
    const sources = "files" in request.source ? request.source.files.map((file) => resolve(file)) : [];
    const { label, demo, profile } = request;
    return await publishMap(request.dir, staged, { label, demo, sources, figures, ...(profile && { profile }) });
  } finally {
    await discardStaged(staged);
  }
}

// Builds a map again from the extracts it was made of: for one whose files another version of this program wrote.
export async function rebuildMap(
  writers: readonly MapWriter[],
  dir: string,
  { label, sources, profile }: MapManifest,
  onProgress?: BuildProgress,
): Promise<MapOnDisk | Refusal<ExtractFault | "NO_ROADS" | "SOURCES_UNKNOWN">> {
  if (sources.length === 0) return refuse("SOURCES_UNKNOWN", `It is not known what ${label} was built from.`);
  return buildMap(writers, { source: { files: sources }, dir, label, demo: false, profile }, onProgress);
}

async function readSource(source: MapSource, onProgress: BuildProgress): Promise<Extract | Refusal<ExtractFault>> {
  if ("extract" in source) return source.extract;
  return readExtract(source.files, (done, total) => onProgress("read", total === 0 ? 1 : done / total));
}
