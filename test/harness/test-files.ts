// Which test files a run is about, and which of them need a database, the demo's streets or the built pages.
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

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
    files.push(...(found.isDirectory() ? globSync(`${word}/**/*.test.ts`).sort() : [word]));
  }
  // What a browser shows does not depend on the version of PostgreSQL.
  return words.includes(ONLY_WITH_DATABASE) ? files.filter((file) => needsDatabase(file) && !needsPages(file)) : files;
}

// Rules and walls are tested without waiting for a server: a file needs one when its imports lead to the harness that uses it.
export const needsDatabase = (file: string): boolean => leadsTo(file, DATABASE);
export const needsStreets = (file: string): boolean => leadsTo(file, STREETS);

function leadsTo(file: string, harness: string): boolean {
  const seen = new Set<string>();
  const leadsThere = (path: string): boolean => {
    if (path === harness) return true;
    // What is under src/ never imports a test.
    if (seen.has(path) || path.startsWith("src/")) return false;
    seen.add(path);
    return importsOf(path).some(leadsThere);
  };
  return importsOf(normalize(file)).some(leadsThere);
}

// Only these look at the pages for people; the others need not wait for a build.
export function needsPages(file: string): boolean {
  return normalize(file).startsWith("test/web/");
}

function importsOf(path: string): readonly string[] {
  return [...readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)].map((found) =>
    join(dirname(path), found[1] ?? ""),
  );
}
