// `npm run mutate`: puts small faults into the sources, one at a time, and sees whether a test notices. A fault that none does is
// told with its place, and fails the run unless it is on the list of accepted ones (test/mutate/accepted.json).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startStopwatch } from "../../src/ports/clock.ts";
import { startTestServer } from "../harness/server.ts";
import { needsDatabase } from "../harness/test-files.ts";
import { acceptedKeys, keyOf, readAccepted, stale } from "./accepted.ts";
import { chooseSources, type Source } from "./areas.ts";
import { instrument } from "./instrument.ts";
import { openLane } from "./lane.ts";
import { mutantsOf } from "./mutants.ts";
import { printMutant, say, showProgress, table } from "./report.ts";
import { sampled } from "./sample.ts";
import { type Candidate, type Outcome, Trial } from "./trial.ts";

const USAGE = `npm run mutate [-- area, file or folder …] [--sample N] [--seed S] [--pure] [--jobs N] [--list] [--accepted]
  areas: money, life of an order, dispatch, callbacks, idempotency (all of them when nothing is named)
  --sample N   only N mutants, chosen by chance from --seed
  --pure       only tests that need no database: rules in seconds, operations not at all
  --accepted   only those on the list of accepted survivors, to see whether a test finds them by now
  --list       print the mutants and try none
`;

export async function runMutants(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      sample: { type: "string" },
      seed: { type: "string" },
      jobs: { type: "string", default: "2" },
      accepted: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      pure: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const sources = chooseSources(positionals);
  if (values.help || "missing" in sources) {
    if ("missing" in sources) say(`there is no area, file or folder ${sources.missing}`);
    say(USAGE);
    return "missing" in sources ? 1 : 0;
  }
  const all = candidatesOf(values.pure ? sources.map(withoutDatabase) : sources);
  const accepted = readAccepted();
  const known = acceptedKeys(accepted);
  const wanted = all.filter((each) => known.has(keyOf(each)) === values.accepted);
  const chosen = values.sample === undefined ? wanted : sampled(wanted, Number(values.sample), values.seed);
  if (values.list) {
    for (const each of chosen) printMutant(each);
    return 0;
  }
  // Of the accepted ones it is news when a test finds them, of the others when none does.
  const isNews = ({ end }: Outcome) => (end === "survived") !== values.accepted;
  const outcomes = await tryThem(chosen, Number(values.jobs), (each, outcome) => {
    if (isNews(outcome)) printMutant(each, outcome);
  });
  const news = [...outcomes.values()].filter(isNews).length;
  say(table(all, known, outcomes));
  if (values.accepted && news > 0) say("tests find these by now: take them off the list of accepted survivors");
  return news + tellStale(accepted, sources, all) > 0 ? 1 : 0;
}

function withoutDatabase(source: Source): Source {
  return { ...source, tests: source.tests.filter((test) => !needsDatabase(test)) };
}

function candidatesOf(sources: readonly Source[]): readonly Candidate[] {
  const found = sources.flatMap(({ file, area, tests }) =>
    mutantsOf(file, readFileSync(file, "utf8")).map((mutant) => ({ ...mutant, area, tests })),
  );
  return found.map((mutant, at) => ({ ...mutant, id: at + 1 }));
}

async function tryThem(
  chosen: readonly Candidate[],
  jobs: number,
  onOutcome: (each: Candidate, outcome: Outcome) => void,
): Promise<Trial["outcomes"]> {
  const watch = startStopwatch();
  const dir = mkdtempSync(join(tmpdir(), "giao-mutants-"));
  const plan = join(dir, "plan.json");
  const byFile = Map.groupBy(chosen, ({ file }) => file);
  const texts = [...byFile].map(([file, mutants]) => [file, instrument(readFileSync(file, "utf8"), mutants)]);
  writeFileSync(plan, JSON.stringify(Object.fromEntries(texts)));
  const tests = new Set(chosen.flatMap((each) => each.tests));
  const server = [...tests].some(needsDatabase) ? await startTestServer() : undefined;
  const lanes = Array.from({ length: jobs }, () => openLane(plan));
  const trial = new Trial(chosen, (each, outcome) => {
    onOutcome(each, outcome);
    showProgress(trial.outcomes, chosen.length, watch.elapsedMs());
  });
  const end = async () => {
    for (const lane of lanes) await lane.stop();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void end().then(() => process.exit(1)));
  try {
    await trial.run(lanes);
  } finally {
    await end();
  }
  say(`${chosen.length} mutants in ${(watch.elapsedMs() / 60_000).toFixed(1)} minutes`);
  return trial.outcomes;
}

function tellStale(
  accepted: ReturnType<typeof readAccepted>,
  sources: readonly Source[],
  all: readonly Candidate[],
): number {
  const files = new Set(sources.map(({ file }) => file));
  const gone = stale(
    accepted.filter(({ file }) => files.has(file)),
    all,
  );
  for (const { file, code, changes } of gone) {
    say(`accepted, but no longer in the code: ${[file, code, ...changes].join("\n    ")}`);
  }
  return gone.length;
}
