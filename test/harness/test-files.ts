// Which test files a run is about, and which of them need a database, the demo's streets, the built pages or a process.
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const DATABASE = "test/harness/database.ts";
const STREETS = "test/harness/streets.ts";
// The longest of the long ones: run before a release, and by whoever touches what they prove.
export const PROOFS: ReadonlySet<string> = new Set(
  [
    "src/domain/simulation/eta-days",
    "src/places/suggest/suggest",
    "src/roads/match/match",
    "src/roads/real-maps",
    "test/backup/restore",
    "test/clients/woocommerce/plugin",
    "test/deploy/alerts-fire",
    "test/deploy/alerts-fire-standby",
    "test/deploy/alerts-fire-work",
    "test/deploy/containerfile",
    "test/dispatch/size",
    "test/dispatch/live-rules",
    "test/driver/photo-bucket",
    "test/faults/read-standbys",
    "test/live/live-faults",
    "test/map/build-map",
    "test/operator/find-orders",
    "test/store/embedded",
    "test/v3/orders/model-one-by-one",
    "test/web/api-reference",
    "test/web/console-looks",
    "test/web/docs-page",
  ].map((name) => `${name}.long.test.ts`),
);
// Choices that may stand instead of file names, or beside them.
const CHOICES: Readonly<Record<string, (file: string) => boolean>> = {
  // Only the files that need a database, to try another PostgreSQL. What a browser shows does not depend on its version.
  "--database": (file) => needsDatabase(file) && !needsPages(file),
  // `npm run test:long`: those that take so long that a run of everything would not be done often.
  "--long": (file) => isLong(file),
  // What CI has time for on a slow day; the soak and deploy/try-ha show some of the rest.
  "--in-ci": (file) => !PROOFS.has(file),
  // `npm run check:quick`: rules and walls.
  "--pure": (file) => !needsDatabase(file) && !needsPages(file) && !startsPrograms(file),
};

export const isLong = (file: string): boolean => file.endsWith(".long.test.ts");

export function chooseFiles(words: readonly string[]): readonly string[] | { readonly missing: string } {
  // Long ones are run when they are asked for, or named themselves.
  const ofMany = (files: readonly string[]) => files.filter((file) => words.includes("--long") || !isLong(file));
  const named = words.filter((word) => !CHOICES[word]);
  const files = named.length === 0 ? [...ofMany(everyFile())] : [];
  for (const word of named) {
    const found = statSync(word, { throwIfNoEntry: false });
    if (!found) return { missing: word };
    const those = found.isDirectory() ? ofMany(globSync(`${word}/**/*.test.ts`).sort()) : [word];
    files.push(...those.map((file) => relative(".", file)));
  }
  return files.filter((file) => words.every((word) => CHOICES[word]?.(file) ?? true));
}

export function everyFile(): string[] {
  return globSync(["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"]).sort();
}

// Rules and walls are tested without waiting for a server: a file needs one when its imports lead to the harness that uses it.
export const needsDatabase = (file: string): boolean => standsOn(file).has(DATABASE);
export const needsStreets = (file: string): boolean => standsOn(file).has(STREETS);

export const startsPrograms = (file: string): boolean =>
  [...standsOn(file)].some((path) => /"node:child_process"/.test(textOf(path)));

// The file and all of the harness that its imports lead to; what is under src/ never imports a test.
function standsOn(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  const path = normalize(file);
  if (found.has(path) || (found.size > 0 && path.startsWith("src/"))) return found;
  found.add(path);
  for (const imported of importsOf(path)) standsOn(imported, found);
  return found;
}

// Only these look at the pages for people; the others need not wait for a build.
export function needsPages(file: string): boolean {
  return normalize(file).startsWith("test/web/");
}

function importsOf(path: string): readonly string[] {
  return [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)].map((found) =>
    join(dirname(path), found[1] ?? ""),
  );
}

function textOf(path: string): string {
  return readFileSync(path, "utf8");
}
