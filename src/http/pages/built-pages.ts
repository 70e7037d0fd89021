// What `npm run build` left in web/dist, read once into memory: which files a page starts with, and every file with its
// compressed copies. About 5 MB; a server that runs keeps serving the pages it started with while new ones are built.
import { existsSync, globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Asset } from "./compressed.ts";

// Addresses under /assets/. The script comes first in `scripts`; the rest is what it imports, told early so that the browser
// asks for all of it at once.
// `later` is what it loads by itself, and what that needs besides.
export type BuiltPage = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly later: readonly string[];
};

export type BuiltPages = {
  // What this build was made from, in short: a page knows by it that the server has another.
  readonly build: string;
  readonly pages: ReadonlyMap<string, BuiltPage>;
  readonly assets: ReadonlyMap<string, Asset>;
};

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

export const DIST = join(import.meta.dirname, "../../../web/dist");
const BUILD_LETTERS = 12;
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

// Absent when the pages were never built, as on a machine that installed without scripts.
export function readBuiltPages(folder: string = DIST): BuiltPages | undefined {
  const manifestPath = join(folder, "manifest.json");
  if (!existsSync(manifestPath)) return undefined;
  const manifest: Manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  const pages = new Map<string, BuiltPage>();
  for (const chunk of Object.values(manifest)) {
    // Names with a slash are addresses of files, such as a page's service worker.
    if (chunk.isEntry && chunk.name !== undefined && !chunk.name.includes("/"))
      pages.set(chunk.name, startOf(manifest, chunk));
  }
  const assets = new Map<string, Asset>();
  for (const name of globSync("**/*", { cwd: folder })) {
    const asset = readAsset(folder, name);
    if (asset) assets.set(name, asset);
  }
  const build = readFileSync(join(folder, ".built-from"), "utf8").slice(0, BUILD_LETTERS);
  return { build, pages, assets };
}

// Absent for a file that no page loads.
export function readAsset(folder: string, name: string): Asset | undefined {
  const type = TYPES[extname(name)];
  const path = join(folder, name);
  if (type === undefined || !existsSync(path)) return undefined;
  return {
    type,
    plain: readFileSync(path),
    br: existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined,
    gzip: existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`) : undefined,
  };
}

function startOf(manifest: Manifest, entry: Chunk): BuiltPage {
  const chunks = withImports(manifest, [entry]);
  // What others stand on comes first, so that a page's own rules have the last word; the build names a chunk's own sheet first.
  const styles = new Set([...chunks].reverse().flatMap((chunk) => chunk.css?.toReversed() ?? []));
  const scripts = [...chunks].map((chunk) => chunk.file);
  const late = withImports(manifest, chunksOf(manifest, entry.dynamicImports));
  const later = new Set([...late].flatMap(({ file, css = [] }) => [file, ...css]));
  return { scripts, styles: [...styles], later: [...later.difference(new Set([...scripts, ...styles]))] };
}

function withImports(manifest: Manifest, some: readonly Chunk[]): ReadonlySet<Chunk> {
  const chunks = new Set(some);
  // A set grows while it is walked, so this ends when nothing new is imported.
  for (const { imports } of chunks) for (const imported of chunksOf(manifest, imports)) chunks.add(imported);
  return chunks;
}

function chunksOf(manifest: Manifest, keys: readonly string[] = []): readonly Chunk[] {
  return keys.flatMap((key) => manifest[key] ?? []);
}
