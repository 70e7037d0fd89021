// The walls of the house: what a file may be called, how long it may be, what it may import and where effects may live.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { checksumOf, readChecksums, readMigrations } from "../src/store/migration-files.ts";
import { PROOFS } from "./harness/test-files.ts";
import { findFaults } from "./upgrades/migration-rules.ts";
import { RELEASES } from "./upgrades/releases.ts";

// A file imports from its own room or a lower level, nothing else.
const LEVELS: Readonly<Record<string, number>> = {
  domain: 0,
  contract: 1,
  ports: 1,
  extract: 1,
  store: 2,
  roads: 2,
  places: 2,
  tiles: 2,
  outbound: 2,
  live: 2,
  operations: 3,
  http: 4,
  worker: 4,
  cli: 4,
  wiring: 5,
  "main.ts": 6,
};
const LINES_MAX = 400;
// Nobody reads what a machine writes.
const GENERATED = new Set(["clients/typescript/src/api.ts"]);
const ROOM_FILES_MAX = 25;
const NAMES_THAT_SAY_NOTHING = /^(utils?|helpers?|common|shared|types|constants|manager|misc|index)$/;
const CLOCK_OR_CHANCE =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bhrtime\b|\bMath\.random\(|\brandom(Bytes|UUID|Int)\(/;
// Libraries without effects that rules may stand on.
const PURE_LIBRARIES = new Set<string>(["pbf"]);
// What doors call in the store, classes and constants beside it. The record of a call is the door's own: it is written before the operation
// is known to be allowed and ended when the answer has left.
const READS_OF_THE_STORE = / calls (find|list|read|count|sum|is|are|has)[A-Z]\w*$| calls [A-Z]\w*$/;
const NOTES_OF_CALLS = /^src\/http\/base\/audit\.ts calls (insertAuditEntry|saveAuditOutcome)$/;
const SQL_TEXT =
  /\b(select\s[\s\S]{1,400}?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+(table|index|function)\s)|from "(pg|sql-template-tag)"/;

type SourceFile = { readonly path: string; readonly room: string; readonly text: string; readonly isTest: boolean };

const sources: readonly SourceFile[] = globSync("src/**/*.{ts,tsx,sql}").map((path) => ({
  path,
  room: path.split("/")[1] ?? "",
  text: readFileSync(path, "utf8"),
  isTest: path.endsWith(".test.ts"),
}));
const everyFile = [
  ...sources,
  ...globSync("{test,bench,bin,web,clients,examples}/**/*.{ts,tsx,js}", {
    exclude: ["**/node_modules/**", "**/dist*/**"],
  }).map((path) => ({
    path,
    room: "",
    text: readFileSync(path, "utf8"),
    isTest: true,
  })),
];

// Comments may speak of clocks and SQL; only code counts.
function codeOf(file: SourceFile): string {
  return file.text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\s\/\/ .*$/gm, "");
}

function importsOf(file: SourceFile): readonly string[] {
  return [...file.text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) =>
    normalize(join(dirname(file.path), match[1] ?? "")),
  );
}

// What a file imports from the store to call it.
function storeNames(file: SourceFile): readonly string[] {
  return [...file.text.matchAll(/^import \{([^}]*)\} from "[./]*\/store\/[^"]+"/gm)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

test("every room has a level", () => {
  const strangers = sources.filter((file) => LEVELS[file.room] === undefined).map((file) => file.path);
  assert.deepEqual(strangers, []);
});

test("a file imports from its own room or a lower level", () => {
  const upward = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith("src/"))
      .filter((target) => {
        const room = target.split("/")[1] ?? "";
        return room !== file.room && (LEVELS[room] ?? 9) >= (LEVELS[file.room] ?? 0);
      })
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(upward, []);
});

test("no file leads back to itself by its imports, inside a room either", () => {
  const targets = new Map(sources.filter((file) => !file.isTest).map((file) => [file.path, importsOf(file)]));
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (way.includes(path) || done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  assert.deepEqual(circles, []);
});

test("source code never imports a test or a bench", () => {
  const wrong = sources
    .filter((file) => !file.isTest)
    .flatMap((file) => importsOf(file).map((target) => [file.path, target] as const))
    .filter(([, target]) => !target.startsWith("src/") || target.endsWith(".test.ts"))
    .filter(([, target]) => target !== "package.json");
  assert.deepEqual(wrong, []);
});

test("browser code imports itself, the domain and what is generated of the calls, and speaks to the rest over HTTP", () => {
  const wrong = everyFile
    .filter((file) => file.path.startsWith("web/") && !file.path.startsWith("web/build/"))
    .flatMap((file) => importsOf(file).map((target) => `${file.path} imports ${target}`))
    .filter((line) => !/ imports ((web|src\/domain|src\/contract)\/|clients\/typescript\/src\/api\.ts$)/.test(line));
  assert.deepEqual(wrong, []);
});

test("a page imports its own folder, the parts and the words, never another page", () => {
  const wrong = everyFile.flatMap((file) => {
    const [, page, ...rest] = file.path.split("/");
    if (!file.path.startsWith("web/") || rest.length === 0 || page === "build") return [];
    return importsOf(file)
      .filter((target) => target.startsWith("web/"))
      .filter((target) => ![page, "parts", "words"].includes(target.split("/")[1] ?? ""))
      .map((target) => `${file.path} imports ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test("a door may ask the store to read, and changes nothing in it but by an operation", () => {
  const written = sources
    .filter((file) => ["http", "cli"].includes(file.room) && !file.isTest)
    .flatMap((file) => storeNames(file).map((name) => `${file.path} calls ${name}`))
    .filter((line) => !READS_OF_THE_STORE.test(line) && !NOTES_OF_CALLS.test(line));
  assert.deepEqual(written, []);
});

test("a name that is exported means one thing, and nobody renames it where it is used", () => {
  const at = new Map<string, string[]>();
  for (const { path, text } of sources.filter((file) => !file.isTest)) {
    for (const [, name = ""] of text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm))
      at.set(name, [...(at.get(name) ?? []), path]);
  }
  const twins = [...at].filter(([, paths]) => paths.length > 1);
  const renamed = sources
    .filter((file) => !file.isTest)
    .filter(({ text }) => /^import \{[^}]*\w as \w[^}]*\} from "\./m.test(text))
    .map(({ path }) => path);
  assert.deepEqual({ twins, renamed }, { twins: [], renamed: [] });
});

test("the domain has no effects: it imports itself and pure libraries, and awaits nothing", () => {
  const wrong = sources
    .filter((file) => file.room === "domain" && !file.isTest)
    .filter((file) => {
      const libraries = [...file.text.matchAll(/from "([^."][^"]*)"/g)].map((match) => match[1] ?? "");
      return libraries.some((name) => !PURE_LIBRARIES.has(name)) || /\bawait\b|\basync\b/.test(codeOf(file));
    })
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test(`no file is longer than ${LINES_MAX} lines`, () => {
  const long = everyFile
    .filter((file) => !GENERATED.has(file.path) && file.text.split("\n").length - 1 > LINES_MAX)
    .map((file) => file.path);
  assert.deepEqual(long, []);
});

test("names are kebab-case and say something", () => {
  const wrong = everyFile
    .map((file) => file.path)
    .filter((path) => !path.endsWith(".sql"))
    .filter((path) =>
      path.split("/").some((part, at) => {
        const name = part.replace(/(\.long)?(\.test|\.bench)?\.(tsx?|js)$/, "");
        if (at === 0) return false;
        return NAMES_THAT_SAY_NOTHING.test(name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      }),
    );
  assert.deepEqual(wrong, []);
});

test(`a folder holds at most ${ROOM_FILES_MAX} sources`, () => {
  const counts = new Map<string, number>();
  const browser = everyFile.filter((file) => file.path.startsWith("web/") && !file.path.endsWith(".test.ts"));
  for (const file of [...sources.filter(({ isTest }) => !isTest), ...browser]) {
    if (file.path.endsWith(".sql")) continue;
    counts.set(dirname(file.path), (counts.get(dirname(file.path)) ?? 0) + 1);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > ROOM_FILES_MAX),
    [],
  );
});

test("SQL lives in store/ only", () => {
  const wrong = sources
    .filter((file) => file.room !== "store" && !file.isTest)
    .filter((file) => SQL_TEXT.test(codeOf(file)))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("what is kept in memory for a while has its limit from ports/flow/", () => {
  const wrong = sources
    .filter((file) => !file.path.startsWith("src/ports/flow/") && /\.keys\(\)\.next\(\)/.test(codeOf(file)))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("only ports/ reads a clock or chance", () => {
  const wrong = sources
    .filter((file) => file.room !== "ports" && !file.isTest)
    .filter((file) => CLOCK_OR_CHANCE.test(codeOf(file)))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("nothing is decided by the machine's own clock, which may be wrong and may be set", () => {
  const readers = sources
    .filter((file) => file.room !== "ports" && !file.isTest && /\brealClock\b/.test(codeOf(file)))
    .map((file) => file.path);
  // These compare it with the database's for the operator.
  assert.deepEqual(readers.sort(), ["src/store/shared-clock.ts", "src/wiring/verbs/check-verb.ts"]);
});

test("one file registers with Fastify what can be asked for", () => {
  const registers = sources
    .filter((file) => file.room === "http" && !file.isTest)
    .filter((file) =>
      /\b(app|calls|doors|uploads)\.(get|post|put|patch|delete|options|head|all|route)\b/.test(codeOf(file)),
    )
    .map((file) => file.path);
  assert.deepEqual(registers, ["src/http/calls/register-calls.ts"]);
});

test("nothing is left for later: no reminder, no muted check, no swallowed error", () => {
  const reminders = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore|catch( \(\w+\))? *\{ *\}/;
  const wrong = everyFile
    .filter((file) => basename(file.path) !== "house.test.ts")
    .filter((file) => reminders.test(file.text))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("a test waits with until, which ends, and never in a loop of its own", () => {
  const wrong = everyFile
    .filter(({ path }) => /^test\/|\.test\.tsx?$/.test(path) && path !== "test/harness/until.ts")
    .filter(({ text }) => /while \(.*\) await (sleep|turn|pause|setTimeout|new Promise)/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("a released migration never changes, and its checksum is listed for every start to compare", () => {
  const released = RELEASES.at(-1)!;
  const files = readMigrations().filter(({ number }) => number <= released.schema);
  const now = Object.fromEntries(files.map(({ name, text }) => [name, checksumOf(text)]));
  for (const { migrations } of RELEASES) assert.deepEqual({ ...now, ...migrations }, now);
  assert.deepEqual(Object.fromEntries(readChecksums()), released.migrations);
});

test("migrations expand before they contract: programs of the releases before live through them", () => {
  assert.deepEqual(
    findFaults(
      readMigrations(),
      RELEASES.map(({ schema }) => schema),
    ),
    [],
  );
});

test("tests that are left to a release are there", () => {
  assert.deepEqual(
    [...PROOFS].filter((file) => !existsSync(file)),
    [],
  );
});
