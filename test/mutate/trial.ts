// Tries mutants on a few processes at once: for each the test files that meet it, one after another, until one fails.
import type { Lane } from "./lane.ts";
import type { Mutant } from "./mutants.ts";
import type { Meetings } from "./stopping-tests.ts";

export type Candidate = Mutant & { readonly id: number; readonly area: string; readonly tests: readonly string[] };
export type Outcome =
  | { readonly end: "killed" | "timed out"; readonly by: string }
  // `tests`: how many files met it and passed.
  | { readonly end: "survived"; readonly tests: number };

type Baseline = { readonly ms: number; readonly meetings: Meetings; readonly met: ReadonlySet<number> };

// A file may take this much longer with a mutant than without, and this many times as long: the machine has other work.
const SPARE_MS = 10_000;
const SLOWER = 8;
const BASELINE_MS_MAX = 300_000;
// Such files are asked first; of the others the one that found the source's last mutant.
const QUICK_MS = 700;

export class Trial {
  readonly outcomes = new Map<Candidate, Outcome>();
  readonly #candidates: readonly Candidate[];
  readonly #left: Candidate[];
  readonly #onOutcome: (candidate: Candidate, outcome: Outcome) => void;
  readonly #baselines = new Map<string, Promise<Baseline>>();
  readonly #quick = new Set<string>();
  readonly #standing = new Map<string, boolean>();
  readonly #lastFinder = new Map<string, string>();
  #metWhileLoading: ReadonlySet<number> = new Set();

  constructor(candidates: readonly Candidate[], onOutcome: (candidate: Candidate, outcome: Outcome) => void) {
    this.#candidates = candidates;
    this.#left = [...candidates];
    this.#onOutcome = onOutcome;
  }

  async run(lanes: readonly Lane[]): Promise<void> {
    const [first] = lanes;
    if (!first || this.#left.length === 0) return;
    this.#metWhileLoading = new Set(await first.load([...new Set(this.#candidates.map(({ file }) => file))]));
    await Promise.all(lanes.map((lane) => this.#work(lane)));
  }

  // A process must show now and then that it still passes what it passed at first; else what it found is tried again.
  async #work(lane: Lane): Promise<void> {
    let unproved: Candidate[] = [];
    for (let candidate = this.#left.shift(); candidate; candidate = this.#left.shift()) {
      const outcome = await this.#try(lane, candidate);
      this.outcomes.set(candidate, outcome);
      this.#onOutcome(candidate, outcome);
      if (outcome.end === "killed") unproved.push(candidate);
      if (this.#left.length > 0 && !lane.isWorn()) continue;
      if (outcome.end === "killed" && !(await this.#passes(lane, outcome.by))) {
        for (const doubted of unproved) this.outcomes.delete(doubted);
        this.#left.push(...unproved);
      }
      unproved = [];
      await lane.renew();
    }
  }

  async #try(lane: Lane, candidate: Candidate): Promise<Outcome> {
    const isSourceFresh = this.#metWhileLoading.has(candidate.id);
    let tests = 0;
    for (const file of this.#inOrder(candidate)) {
      const baseline = await this.#baselineOf(lane, file);
      if (!this.#meets(baseline, candidate, file)) continue;
      tests += 1;
      const limitMs = SPARE_MS + SLOWER * baseline.ms;
      const ask = (only: readonly number[] | undefined) =>
        lane.ask({ mutant: candidate.id, file, isSourceFresh, ...(only && { only }) }, limitMs);
      const wanted = this.#meetingTests(baseline, candidate);
      let verdict = await ask(wanted);
      // What an earlier run left behind may be to blame, or that tests before these were left out: once more in a new process.
      if (
        !verdict ||
        verdict.isStray ||
        (verdict.failure !== undefined && !(await this.#standAlone(lane, file, wanted)))
      ) {
        await lane.renew();
        verdict = await ask(undefined);
      }
      if (verdict?.failure === undefined && verdict) continue;
      this.#lastFinder.set(candidate.file, file);
      return { end: verdict ? "killed" : "timed out", by: file };
    }
    return { end: "survived", tests };
  }

  #inOrder({ file, tests }: Candidate): readonly string[] {
    const last = this.#lastFinder.get(file);
    const rank = (test: string) => (this.#quick.has(test) ? 0 : test === last ? 1 : 2);
    return tests.toSorted((a, b) => rank(a) - rank(b));
  }

  // Mutants met only while a source loads are met by whatever meets others of that source, and by the tests beside sources: they may read its tables alone.
  #meets({ met }: Baseline, candidate: Candidate, test: string): boolean {
    if (met.has(candidate.id)) return true;
    if (!this.#metWhileLoading.has(candidate.id)) return false;
    if (test.startsWith("src/")) return true;
    const siblings = this.#candidates.filter(
      ({ file, id }) => file === candidate.file && !this.#metWhileLoading.has(id),
    );
    return siblings.length === 0 || siblings.some(({ id }) => met.has(id));
  }

  // The tests of a file that meet a mutant; all of them when it is met between them too, or while its source loads.
  #meetingTests({ meetings }: Baseline, { id }: Candidate): readonly number[] | undefined {
    if (this.#metWhileLoading.has(id) || meetings.between.includes(id)) return undefined;
    return meetings.byTest.flatMap((met, number) => (met.includes(id) ? [number] : []));
  }

  // Whether these tests of a file pass without those before them, and without any mutant.
  async #standAlone(lane: Lane, file: string, only: readonly number[] | undefined): Promise<boolean> {
    if (!only) return true;
    const key = `${file} ${only.join()}`;
    const known = this.#standing.get(key);
    if (known !== undefined) return known;
    const verdict = await lane.ask({ mutant: 0, file, isSourceFresh: false, only }, BASELINE_MS_MAX);
    const isStanding = verdict !== undefined && verdict.failure === undefined;
    this.#standing.set(key, isStanding);
    return isStanding;
  }

  #baselineOf(lane: Lane, file: string): Promise<Baseline> {
    const known = this.#baselines.get(file) ?? this.#measure(lane, file);
    this.#baselines.set(file, known);
    return known;
  }

  async #measure(lane: Lane, file: string): Promise<Baseline> {
    const ask = () => lane.ask({ mutant: 0, file, isSourceFresh: false }, BASELINE_MS_MAX);
    let verdict = await ask();
    if (!verdict || verdict.failure !== undefined) {
      await lane.renew();
      verdict = await ask();
    }
    if (!verdict || verdict.failure !== undefined) {
      throw new Error(`${file} fails without any mutant: ${verdict?.failure ?? "it does not end"}`);
    }
    if (verdict.ms < QUICK_MS) this.#quick.add(file);
    return {
      ms: verdict.ms,
      meetings: verdict.met,
      met: new Set([...verdict.met.byTest.flat(), ...verdict.met.between]),
    };
  }

  async #passes(lane: Lane, file: string): Promise<boolean> {
    const verdict = await lane.ask({ mutant: 0, file, isSourceFresh: false }, BASELINE_MS_MAX);
    return verdict !== undefined && verdict.failure === undefined;
  }
}
