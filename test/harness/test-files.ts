// Which test files a run is about, and which of them need a database, the demo's streets, the built pages or a process.
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const DATABASE = "test/harness/database.ts";
const STREETS = "test/harness/streets.ts";
// `npm test -- --database`: only the files that need one, to try another PostgreSQL.
const ONLY_WITH_DATABASE = "--database";

export function chooseFiles(words: readonly string[]): readonly string[] | { readonly missing: string } {
  const named = words.filter((word) => word !== ONLY_WITH_DATABASE);
  const files: string[] =
    named.length === 0 ? globSync(["src/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"]).sort() : [];
  for (const word of named) {
    const found = statSync(word, { throwIfNoEntry: false });
    if (!found) return { missing: word };
    files.push(
      ...(found.isDirectory() ? globSync(`${word}/**/*.test.ts`).sort() : [word]).map((file) => relative(".", file)),
    );
  }
  // What a browser shows does not depend on the version of PostgreSQL.
  return words.includes(ONLY_WITH_DATABASE) ? files.filter((file) => needsDatabase(file) && !needsPages(file)) : files;
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
