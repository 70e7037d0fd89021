// Loaded before a process that tries mutants, and before those it forks: puts the instrumented sources in place of the real ones
// without touching a file, gives every run its own copy of the tests, and says which mutant is on.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { MUTANT_ON, PLAN_FILE } from "./environment.ts";

const ROOT = `${pathToFileURL(process.cwd()).href}/`;
const sources = new Map(Object.entries(JSON.parse(readFileSync(process.env[PLAN_FILE] ?? "", "utf8"))));
const OWN_FOLDER = new URL("./", import.meta.url).href;
const STOPPING_TESTS = `${OWN_FOLDER}stopping-tests.ts`;

let on = Number(process.env[MUTANT_ON] ?? 0);
let met = new Set<number>();
// A module is loaded once for each number here: tests with every run, sources only for mutants that work while they load.
let testsRun = 0;
let sourcesRun = 0;

const globals = globalThis as { $mutant?: (id: number) => boolean };
globals.$mutant = (id) => {
  met.add(id);
  return id === on;
};

export function switchTo(mutant: number, run: number, isSourceFresh: boolean): void {
  on = mutant;
  testsRun = run;
  sourcesRun = isSourceFresh ? run : 0;
  process.env[MUTANT_ON] = String(mutant);
}

// Those met since this was asked last.
export function takeMet(): readonly number[] {
  const taken = [...met];
  met = new Set();
  return taken;
}

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = context.parentURL?.startsWith(ROOT) && !context.parentURL.startsWith(OWN_FOLDER);
    if (specifier === "node:test" && isOurs) return { url: STOPPING_TESTS, shortCircuit: true };
    const resolved = next(specifier, context);
    const path = resolved.url.startsWith(ROOT) ? resolved.url.slice(ROOT.length) : "";
    const isTest = path.startsWith("test/") || path.endsWith(".test.ts");
    const run = isTest ? testsRun : sourcesRun;
    if (run === 0 || path.startsWith("test/mutate/") || !/^(src|test)\//.test(path)) return resolved;
    return { ...resolved, url: `${resolved.url}?run=${run}` };
  },
  load: (url, context, next) => {
    const source = url.startsWith(ROOT) ? sources.get(url.slice(ROOT.length).replace(/\?.*/, "")) : undefined;
    if (source === undefined) return next(url, context);
    return { format: "module-typescript", source: String(source), shortCircuit: true };
  },
});
