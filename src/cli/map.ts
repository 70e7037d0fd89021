// `giao map build` and `giao map info`: the operator's way to a map of their own.
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import { findMap, type MapManifest, type MapOnDisk } from "../extract/map-folder.ts";
import { buildMap, type MapWriter } from "../operations/build-map.ts";
import { startStopwatch } from "../ports/clock.ts";
import { describeChanges, type ProfileChanges, parseProfile } from "../roads/profile/profile-file.ts";
import { loadRoads } from "../roads/snapshot/roads-folder.ts";
import { openProgress, type Screen } from "./progress.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const MAP_HELP = `giao map build <file.osm.pbf>… [--profile FILE] [--out DIR]
giao map info [--out DIR]

build  Reads one or more OpenStreetMap extracts and makes a map of them: roads for car and bike, and an index of
       places. The map takes the place of the one before when it is whole; a running server takes it up by itself.
info   Tells which map is there, what is in it, and whether this program can load it.

  --out      where maps are kept; MAP_DIR unless told
  --profile  speeds, costs of turns, sizes and barriers that are other than the program's own: a JSON file, see docs/roads.md`;

export type MapDeps = { readonly mapDir: string; readonly writers: readonly MapWriter[]; readonly screen: Screen };

export async function mapCommand(words: readonly string[], out: Out, deps: MapDeps): Promise<number> {
  const { values, positionals } = readWords(words, { out: { type: "string" }, profile: { type: "string" } });
  const dir = resolve(values.out ?? deps.mapDir);
  const [verb, ...files] = positionals;
  if (verb === "build") return runBuild(files, dir, values.profile, out, deps);
  if (verb === "info" && files.length === 0 && values.profile === undefined) return runInfo(dir, out);
  throw new BadWords("expected: map build <file.osm.pbf>…, or map info");
}

async function runBuild(
  files: readonly string[],
  dir: string,
  profileFile: string | undefined,
  out: Out,
  deps: MapDeps,
): Promise<number> {
  if (files.length === 0) throw new BadWords("which file? map build <file.osm.pbf>…");
  const profile = profileFile === undefined ? undefined : await readProfile(profileFile);
  if (profile && isRefusal(profile)) return refused(out, `${profileFile}: ${profile.why}`);
  const stopwatch = startStopwatch();
  const progress = openProgress(deps.screen);
  const label = files.map((file) => basename(file)).join(", ");
  const built = await buildMap(deps.writers, { source: { files }, dir, label, demo: false, profile }, progress.show);
  if (isRefusal(built)) return refused(out, built.why);
  for (const line of describe(built)) out.say(line);
  out.say(`built in       ${(stopwatch.elapsedMs() / 1000).toFixed(1)} s`);
  return 0;
}

async function readProfile(file: string): Promised<ProfileChanges, "PROFILE_FAULTY"> {
  try {
    return parseProfile(await readFile(file, "utf8"));
  } catch (fault) {
    if (!(fault instanceof Error && "code" in fault)) throw fault;
    return refuse("PROFILE_FAULTY", `It cannot be read (${fault.code}).`);
  }
}

async function runInfo(dir: string, out: Out): Promise<number> {
  const found = await findMap(dir);
  if (isRefusal(found)) return refused(out, found.why);
  for (const line of describe(found)) out.say(line);
  const stopwatch = startStopwatch();
  const loaded = await loadRoads(found);
  if (isRefusal(loaded)) return refused(out, loaded.why);
  for (const engine of Object.values(loaded.engines)) engine.close();
  out.say(`loads in       ${stopwatch.elapsedMs().toFixed(0)} ms`);
  return 0;
}

function describe({ manifest, folder }: MapOnDisk): readonly string[] {
  return [
    `map            ${manifest.version}${manifest.demo ? " (demo: generated streets, not a real map)" : ""}`,
    `from           ${manifest.label}`,
    `in             ${folder}`,
    ...(manifest.profile
      ? [`profile        ${describeChanges(manifest.profile).join(", ") || "the program's own"}`]
      : []),
    ...Object.entries(manifest.figures).map(([part, figures]) => `${part.padEnd(14)} ${figuresLine(figures)}`),
  ];
}

function figuresLine(figures: MapManifest["figures"][string]): string {
  return Object.entries(figures)
    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`)
    .join(", ");
}
