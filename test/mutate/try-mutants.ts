// A process that loads the program once and runs test files with one mutant on at a time, as it is asked to.
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { startStopwatch } from "../../src/ports/clock.ts";
import { switchTo, takeMet } from "./load-mutants.ts";
import { beginFile, endFile, type Meetings, noteFailure, takeFailure } from "./stopping-tests.ts";

export type Asked = {
  // 0: none, to see how long the file takes and which mutants it meets.
  readonly mutant: number;
  readonly file: string;
  readonly isSourceFresh: boolean;
  // The tests of the file that are wanted, by number; all when not given.
  readonly only?: readonly number[];
};
export type Verdict = {
  readonly failure?: string;
  // It came from outside any test: perhaps from an earlier run.
  readonly isStray: boolean;
  readonly ms: number;
  readonly met: Meetings;
};

let runs = 0;
let isStray = false;
process.on("message", async (asked: Asked | { readonly sources: readonly string[] }) => {
  process.send?.("sources" in asked ? await load(asked.sources) : await runFile(asked));
});
for (const event of ["unhandledRejection", "uncaughtException"]) {
  process.on(event, (error: unknown) => {
    isStray = true;
    noteFailure(error);
  });
}

async function load(sources: readonly string[]): Promise<Verdict> {
  const watch = startStopwatch();
  for (const source of sources) {
    await import(pathToFileURL(source).href).catch((error) => noteFailure(`${source}: ${error}`));
  }
  const failure = takeFailure();
  const met = { byTest: [], between: takeMet() };
  return { isStray, ms: watch.elapsedMs(), met, ...(failure === undefined ? {} : { failure }) };
}

async function runFile({ mutant, file, isSourceFresh, only }: Asked): Promise<Verdict> {
  const watch = startStopwatch();
  runs += 1;
  switchTo(mutant, runs, isSourceFresh);
  beginFile(only);
  isStray = false;
  await test(`${file}, mutant ${mutant}`, () => import(pathToFileURL(file).href).catch(noteFailure));
  const failure = takeFailure();
  const met = endFile();
  return { isStray, ms: watch.elapsedMs(), met, ...(failure === undefined ? {} : { failure }) };
}
