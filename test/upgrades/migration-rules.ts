// Expand, then contract: which migrations the programs of earlier releases live through. Judged from the text, strictly: what is not
// known to be harmless is a fault, unless the line above it says why it breaks nothing.
//
//   -- serves: 14                    every file: the oldest program that goes on working when it has run
//   -- breaks nothing: <why>         above a statement that looks worse than it is
//   -- holds nothing: <why>          above one that looks as if it kept writers waiting on a large table
//
// A file that leaves `serves` as it was expands. One that raises it contracts: it may take away what programs before that one needed,
// and that one must have been released, so that an installation can be brought there first.
import { type Migration, servesOf } from "../../src/store/migration-files.ts";
import { type Statement, statementsOf } from "../../src/store/migration-parts.ts";

const SERVES = /^-- serves: \d+$/m;
const HARMLESS = /^-- breaks nothing: \S/;
const HOLDS_NOTHING = /^-- holds nothing: \S/;
// From here on no file keeps writers waiting; what came before is made so by whoever runs it (store/migration-parts.ts).
const HOLDS_NOTHING_FROM = 42;
const ADDS = /^(create (unlogged )?table|create (sequence|type|trigger)|insert into|update|comment on|grant) /;
const SHOWN_MAX = 80;

type Known = { readonly functions: Map<string, string>; readonly uniques: Set<string> };

// `released`: the schemas of the releases, oldest first. The first one's files, and those before, were there before the rule.
export function findFaults(migrations: readonly Migration[], released: readonly number[]): readonly string[] {
  const first = released[0] ?? 0;
  const known: Known = { functions: new Map(), uniques: new Set() };
  const faults: string[] = [];
  let servesFrom = 0;
  for (const migration of migrations) {
    const statements = statementsOf(migration.text);
    const serves = servesOf(migration);
    if (migration.number > first) {
      const found = [
        ...faultsOfServes(migration, serves, servesFrom, released),
        ...(serves > servesFrom ? [] : faultsOfStatements(statements, known)),
        ...(migration.number < HOLDS_NOTHING_FROM ? [] : faultsOfLocks(statements)),
        ...faultsOfRights(statements),
      ];
      faults.push(...found.map((fault) => `${migration.name}: ${fault}`));
    }
    servesFrom = Math.max(servesFrom, serves);
    for (const { code } of statements) learn(known, code);
  }
  return faults;
}

function faultsOfServes(
  { text }: Migration,
  serves: number,
  before: number,
  released: readonly number[],
): readonly string[] {
  if (!SERVES.test(text)) return [`must say "-- serves: ${before}", or more if it takes something away`];
  if (serves < before) return [`serves ${serves}, but an earlier file serves only ${before} and later`];
  if (serves > before && !released.includes(serves)) {
    return [`serves ${serves}, which was never released: nobody could be brought there first`];
  }
  return [];
}

function faultsOfStatements(statements: readonly Statement[], known: Known): readonly string[] {
  // What older programs do not know, because this file makes it: tables, and columns as `table.column`.
  const made = new Set<string>();
  return statements.flatMap(({ code, comments }) => {
    const isExcused = comments.some((comment) => HARMLESS.test(comment));
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(code)?.[1];
    if (table !== undefined) made.add(table);
    for (const [, column] of code.matchAll(/\badd column (?:if not exists )?(\w+)/g)) {
      made.add(`${/^alter table (?:only )?(\w+)/.exec(code)?.[1]}.${column}`);
    }
    const fault = isExcused ? undefined : faultOf(code, known, made);
    return fault === undefined ? [] : [`${fault}: ${code.slice(0, SHOWN_MAX)}`];
  });
}

// The schema's owner is seldom a superuser.
function faultsOfRights(statements: readonly Statement[]): readonly string[] {
  return statements
    .filter(({ code }) =>
      /^create (or replace )?function .* set \w+\.\w+ ?(=|to )/s.test(code.replace(/\$\$.*\$\$/s, "")),
    )
    .map(
      ({ code }) => `takes a superuser: a setting of our own is set inside the function: ${code.slice(0, SHOWN_MAX)}`,
    );
}

// Whoever runs a file builds its indexes concurrently, updates rows a few pages at a time and validates constraints alone. What is left is
// what would read or write a whole table under a lock, or in one breath.
function faultsOfLocks(statements: readonly Statement[]): readonly string[] {
  const made = new Set<string>();
  return statements.flatMap(({ code, comments }) => {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(code)?.[1];
    if (table !== undefined) made.add(table);
    const isExcused = comments.some((comment) => HOLDS_NOTHING.test(comment));
    const fault = isExcused ? undefined : lockFaultOf(code, made);
    return fault === undefined ? [] : [`${fault}: ${code.slice(0, SHOWN_MAX)}`];
  });
}

function lockFaultOf(code: string, made: ReadonlySet<string>): string | undefined {
  const [, table = "", actions] = /^alter table (?:only )?(\w+) (.*)$/.exec(code) ?? [];
  if (actions !== undefined) {
    if (made.has(table)) return undefined;
    const all = splitAtCommas(actions);
    if (all.length > 1 && all.some((action) => action.startsWith("validate constraint"))) {
      return "validates together with something that locks more: a statement of its own";
    }
    return all.map(lockFaultOfAction).find((fault) => fault !== undefined);
  }
  if (/^create (unique )?index concurrently /.test(code)) return "is built concurrently anyway: without the word";
  if (/^(delete|truncate|lock|cluster|vacuum|refresh) /.test(code)) return "writes a whole table in one breath";
  const copied = /^insert into .* from (\w+)/.exec(code)?.[1];
  if (copied !== undefined && !made.has(copied)) return "reads a whole table in one breath";
  if (/^update (only )?\w+ (as )?(?!set )\w+/.test(code)) return "cannot be done a few pages at a time: name the table";
  return undefined;
}

function lockFaultOfAction(action: string): string | undefined {
  if (/^add (constraint|check|foreign key|unique|primary key|exclude)\b/.test(action) && !/ not valid$/.test(action)) {
    return "reads the whole table under its lock: not valid, and validated by a later statement";
  }
  if (/^alter column \w+ (set not null|(set data )?type )/.test(action)) return "reads the whole table under its lock";
  const isWritten = / default (?!null\b|true\b|false\b|-?\d|''|\$\$|now\(\))| generated /.test(action);
  return /^add column /.test(action) && isWritten ? "writes the whole table under its lock" : undefined;
}

function faultOf(code: string, known: Known, made: ReadonlySet<string>): string | undefined {
  if (ADDS.test(code)) return undefined;
  const index = /^create (unique )?index (?:if not exists )?\w+ on (\w+)(?: using \w+)? \(([^)]*)/.exec(code);
  if (index) {
    const [, unique, table = "", columns = ""] = index;
    const isNew = made.has(table) || columns.split(", ").every((column) => made.has(`${table}.${column}`));
    return unique && !isNew ? "refuses rows that older programs write" : undefined;
  }
  const dropped = /^drop index (?:if exists )?(\w+)$/.exec(code)?.[1];
  if (dropped !== undefined) {
    return known.uniques.has(dropped) ? "takes away what older programs count on to be unique" : undefined;
  }
  const added = signatureOf(code);
  if (added) {
    const before = known.functions.get(added.name);
    return before === undefined || before === added.parameters ? undefined : "changes how a function is called";
  }
  const altered = /^alter table (?:only )?(\w+) (.*)$/.exec(code);
  if (altered && made.has(altered[1] ?? "")) return undefined;
  if (altered) {
    const faults = splitAtCommas(altered[2] ?? "").map(faultOfAction);
    return faults.find((fault) => fault !== undefined);
  }
  return "is not known to leave older programs alone";
}

function faultOfAction(action: string): string | undefined {
  if (/^add column /.test(action)) {
    const isFilled = / default | generated /.test(action);
    if (/ not null\b/.test(action) && !isFilled) return "asks older programs for a column they do not know";
    return / unique\b| primary key\b/.test(action) ? "refuses rows that older programs write" : undefined;
  }
  if (/^alter column \w+ set default |^set (\(|logged$)|^validate constraint /.test(action)) return undefined;
  return "may break older programs";
}

function learn(known: Known, code: string): void {
  const unique = /^create unique index (?:if not exists )?(\w+)/.exec(code)?.[1];
  if (unique !== undefined) known.uniques.add(unique);
  const made = signatureOf(code);
  if (made) known.functions.set(made.name, made.parameters);
}

function signatureOf(code: string): { readonly name: string; readonly parameters: string } | undefined {
  const found = /^create (?:or replace )?function (\w+) ?\((.*?)\) returns /.exec(code);
  return found ? { name: found[1] ?? "", parameters: (found[2] ?? "").trim() } : undefined;
}

function splitAtCommas(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
