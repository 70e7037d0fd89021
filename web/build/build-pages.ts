// Builds every page into web/dist: hashed names, compressed beside the original. A page is a folder under web/ with a
// page.tsx; nothing else needs to be told about it. Built aside and moved into place, so that a server that starts meanwhile
// finds the old pages or the new ones, never half of them.
import { createHash } from "node:crypto";
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { startStopwatch } from "../../src/ports/clock.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "web/dist");
// What the last build was made from; a start with the same sources builds nothing.
const STAMP = ".built-from";
const SOURCES = ["web/**/*.{ts,tsx,css,svg,png,webmanifest}", "src/domain/**/*.{ts,json}", "package-lock.json"];
// One file for what every page begins with, and all that is made of: several compress worse, and each costs its headers.
const IN_EVERY_PAGE = /\/web\/parts\/(open-page|frame|looks\/kinds)\.tsx$/;
// Below this, a compressed copy saves no packet.
const COMPRESS_BYTES_MIN = 860;

// The exit status of a program: 0 when web/dist holds what the sources say.
export async function buildPages(): Promise<number> {
  const hash = hashOfSources();
  if (stampOf(DIST) === hash) return 0;
  const watch = startStopwatch();
  process.stderr.write("building the web pages … ");
  const aside = `${DIST}.${process.pid}`;
  try {
    await bundle(aside);
    compress(aside);
    writeFileSync(join(aside, STAMP), hash);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(aside, DIST);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another build of the same sources may have been the first to move in.
    if (stampOf(DIST) !== hash) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`failed after ${(watch.elapsedMs() / 1000).toFixed(1)} s:\n${why}\n`);
      return 1;
    }
  }
  process.stderr.write(`done in ${(watch.elapsedMs() / 1000).toFixed(1)} s\n`);
  return 0;
}

async function bundle(outDir: string): Promise<void> {
  const pages = globSync("web/*/page.tsx", { cwd: ROOT }).sort();
  const workers = globSync("web/*/service-worker.ts", { cwd: ROOT }).sort();
  await build({
    configFile: false,
    root: join(ROOT, "web"),
    base: "/assets/",
    logLevel: "error",
    plugins: [react()],
    worker: { format: "es" },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: "",
      manifest: "manifest.json",
      modulePreload: { polyfill: false },
      // An inlined file would be a data: address, which the pages' own policy refuses for scripts and fonts.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: Object.fromEntries([...pages, ...workers].map((path) => [nameOf(path), join(ROOT, path)])),
        // A service worker is known by its address, which must stay the same.
        output: {
          entryFileNames: ({ name }) => (name.includes("/") ? "[name].js" : "[name]-[hash].js"),
          codeSplitting: { groups: [{ name: "base", test: IN_EVERY_PAGE }] },
        },
      },
    },
  });
}

// A page has the name of its folder; a service worker that of its address, as in drive/service-worker.
function nameOf(path: string): string {
  const page = basename(dirname(path));
  return path.endsWith("/page.tsx") ? page : `${page}/${basename(path, ".ts")}`;
}

function compress(folder: string): void {
  for (const name of globSync("**/*.{js,mjs,css,svg,json}", { cwd: folder })) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < COMPRESS_BYTES_MIN) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ["web/dist*/**"] }).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function stampOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, STAMP), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
