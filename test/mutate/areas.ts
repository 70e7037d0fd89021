// Which sources are tried together, and which test files are to find their mutants: those beside a source first, then its area's
// in the order of what they cost.
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { needsDatabase, needsPages, startsPrograms } from "../harness/test-files.ts";

type Area = { readonly sources: readonly string[]; readonly tests: readonly string[] };

// Quickest first; those that take long come last.
const ORDER_TESTS = [
  "test/v3/orders/refusals.test.ts",
  "test/v3/orders/create.test.ts",
  "test/v3/orders/changes.test.ts",
  "test/v3/orders/idempotency.test.ts",
  "test/v3/orders/estimates.test.ts",
  "test/v3/orders/reads.test.ts",
  "test/v3/orders/races.test.ts",
  "test/driver/wallet.test.ts",
  "test/operator/order-actions.test.ts",
  "test/driver/orders.test.ts",
];
const MODEL_TEST = "test/v3/orders/model.long.test.ts";

export const AREAS: Readonly<Record<string, Area>> = {
  money: {
    sources: [
      "src/domain/amount.ts",
      "src/domain/ledger/*.ts",
      "src/domain/pricing/*.ts",
      "src/operations/ledger/*.ts",
      "src/operations/console/refund-order.ts",
      "src/operations/drivers/driver-wallet.ts",
      "src/operations/orders/{quotes,estimate-fees}.ts",
      "src/store/ledger/{journals,payouts,verify}.ts",
    ],
    tests: [
      "test/store/ledger.test.ts",
      "test/operator/payouts.long.test.ts",
      "test/operator/partners.test.ts",
      "test/operator/drivers.test.ts",
      "test/operator/console-reads.test.ts",
      "test/driver/day.test.ts",
      ...ORDER_TESTS,
      MODEL_TEST,
    ],
  },
  "life of an order": {
    sources: [
      "src/domain/orders/*.ts",
      "src/domain/orders/{steps,edit}/*.ts",
      "src/operations/orders/{advance,cancel,change,create,edit}-order.ts",
      "src/operations/orders/run-due-orders.ts",
    ],
    tests: [
      "test/v3/orders/life-table.test.ts",
      ...ORDER_TESTS,
      "test/v3/callbacks/callbacks.test.ts",
      "test/v3/orders/odd-text.test.ts",
      "test/v3/orders/sender-calls.test.ts",
      "test/v3/orders/content.test.ts",
      "test/v3/orders/after-failure.test.ts",
      "test/driver/edited-orders.test.ts",
      "test/v3/orders/together.test.ts",
      "test/dispatch/dispatch.test.ts",
      "test/dispatch/take-back.long.test.ts",
      "test/driver/stream.test.ts",
      "test/v3/orders/recipient-messages.test.ts",
    ],
  },
  dispatch: {
    sources: [
      "src/domain/matching/eligibility.ts",
      "src/domain/dispatch/{refusals,decide-round,dispatch-record,driver-route,order-task}.ts",
      "src/domain/drivers/{approach,driver,offer,position,silence,trail}.ts",
      "src/operations/dispatch/{run-round,dispatch-timers}.ts",
      "src/operations/drivers/{answer-offer,set-availability}.ts",
    ],
    tests: [
      "test/driver/answers.test.ts",
      "test/dispatch/round.test.ts",
      "test/dispatch/silent-drivers.test.ts",
      "test/operator/drivers.test.ts",
      "test/driver/positions.test.ts",
      "test/driver/wallet.test.ts",
      "test/driver/sessions.test.ts",
      "test/driver/stream.test.ts",
      "test/driver/orders.test.ts",
      "test/driver/notices.test.ts",
      "test/dispatch/eta.test.ts",
      "test/dispatch/recall-day.test.ts",
      "test/dispatch/dispatch.test.ts",
      "test/dispatch/take-back.long.test.ts",
      "test/driver/stream.test.ts",
      "test/dispatch/cities.long.test.ts",
      "test/dispatch/record.test.ts",
      "test/dispatch/doubtful-drivers.long.test.ts",
    ],
  },
  callbacks: {
    sources: ["src/domain/callbacks/*.ts", "src/operations/callbacks/*.ts"],
    tests: [
      "test/callbacks/deliverer.test.ts",
      "test/callbacks/deliverer-leases.test.ts",
      "test/outbound/address-guard.test.ts",
      "test/outbound/receiver-check.test.ts",
      "test/callbacks/event-stream.test.ts",
      "test/callbacks/queue.test.ts",
      "test/callbacks/see-callbacks.test.ts",
      "test/callbacks/watch-balances.test.ts",
      "test/callbacks/delivery.test.ts",
      "test/v3/callbacks/log.test.ts",
      "test/v3/callbacks/callbacks.test.ts",
      "test/v3/callbacks/account-events.test.ts",
      "test/v3/callbacks/gap.test.ts",
    ],
  },
  idempotency: {
    sources: ["src/operations/answer-once.ts", "src/http/base/keyed.ts", "src/store/orders/idempotency.ts"],
    tests: ["test/v3/orders/idempotency.test.ts", "test/v3/orders/races.test.ts", "test/driver/orders.test.ts"],
  },
};
export const ELSEWHERE = "elsewhere";

export type Source = { readonly file: string; readonly area: string; readonly tests: readonly string[] };

// The areas named, the files, or those in the folders; every area when nothing is named.
export function chooseSources(words: readonly string[]): readonly Source[] | { readonly missing: string } {
  const known = new Map(
    Object.entries(AREAS).flatMap(([area, { sources }]) => filesOf(sources).map((file) => [file, area])),
  );
  const chosen = new Set<string>();
  for (const word of words.length === 0 ? Object.keys(AREAS) : words) {
    const found = AREAS[word] ? filesOf(AREAS[word].sources) : filesAt(word);
    if (found.length === 0) return { missing: word };
    for (const file of found) chosen.add(file);
  }
  return [...chosen].map((file) => {
    const area = known.get(file) ?? ELSEWHERE;
    return { file, area, tests: testsOf(file, AREAS[area]?.tests ?? everyTest()) };
  });
}

function filesOf(globs: readonly string[]): readonly string[] {
  return globSync([...globs], { exclude: ["**/*.test.ts"] }).sort();
}

function filesAt(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? filesOf([found.isDirectory() ? `${relative(".", path)}/**/*.ts` : relative(".", path)]) : [];
}

// Of a file in no area, all that could find something: those with pages or programs of their own take too long.
function everyTest(): readonly string[] {
  return globSync(["test/**/*.test.ts"])
    .filter((file) => !needsPages(file) && !startsPrograms(file))
    .sort((a, b) => Number(needsDatabase(a)) - Number(needsDatabase(b)));
}

function testsOf(source: string, more: readonly string[]): readonly string[] {
  const near = pureTests()
    .map((test) => ({ test, steps: stepsTo(test, source), folders: apart(test, source) }))
    .filter(({ steps }) => steps < Infinity)
    .sort((a, b) => a.steps - b.steps || a.folders - b.folders || (a.test < b.test ? -1 : 1));
  return [...new Set([...near.slice(0, NEAR_MAX).map(({ test }) => test), ...more])];
}

// Rules stand on each other: a test far away says little more than those near by.
const NEAR_MAX = 10;
const importsKept = new Map<string, readonly string[]>();

function pureTests(): readonly string[] {
  return globSync("src/**/*.test.ts").filter((test) => !needsDatabase(test));
}

// How many folders lie between two files.
function apart(one: string, other: string): number {
  return relative(dirname(one), dirname(other)).split("/").filter(Boolean).length;
}

// How many imports lead from one file to another.
function stepsTo(from: string, target: string): number {
  const seen = new Set([from]);
  let edge: readonly string[] = [from];
  for (let steps = 0; edge.length > 0; steps++) {
    if (edge.includes(target)) return steps;
    edge = [...new Set(edge.flatMap(importsOf))].filter((path) => !seen.has(path));
    for (const path of edge) seen.add(path);
  }
  return Infinity;
}

function importsOf(path: string): readonly string[] {
  const kept = importsKept.get(path);
  if (kept) return kept;
  const found = readFileSync(path, "utf8").matchAll(/^(?:import|export) (?!type)[^;]*?"(\.[^"]+\.ts)"/gm);
  const imports = [...found].map((match) => normalize(join(dirname(path), match[1] ?? "")));
  importsKept.set(path, imports);
  return imports;
}
