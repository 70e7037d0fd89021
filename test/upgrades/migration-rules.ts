// Expand, then contract: which migrations the programs of earlier releases live through. Judged from the text, strictly: what is not
// known to be harmless is a fault, unless the line above it says why it breaks nothing.
//
//   -- serves: 14                    every file: the oldest program that goes on working when it has run
//   -- breaks nothing: <why>         above a statement that looks worse than it is
//
// A file that leaves `serves` as it was expands. One that raises it contracts: it may take away what programs before that one needed,
// and that one must have been released, so that an installation can be brought there first.
import { type Migration, servesOf } from "../../src/store/migration-files.ts";

const SERVES = /^-- serves: \d+$/m;
const HARMLESS = /^-- breaks nothing: \S/;
const ADDS = /^(create (unlogged )?table|create (sequence|type|trigger)|insert into|update|comment on|grant) /;
const SHOWN_MAX = 80;

type Statement = { readonly code: string; readonly isExcused: boolean };
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
  return statements.flatMap(({ code, isExcused }) => {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(code)?.[1];
    if (table !== undefined) made.add(table);
    for (const [, column] of code.matchAll(/\badd column (?:if not exists )?(\w+)/g)) {
      made.add(`${/^alter table (?:only )?(\w+)/.exec(code)?.[1]}.${column}`);
    }
    const fault = isExcused ? undefined : faultOf(code, known, made);
    return fault === undefined ? [] : [`${fault}: ${code.slice(0, SHOWN_MAX)}`];
  });
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

// Lower case, one space between words, bodies of functions and texts left out.
function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let code = "";
  let isExcused = false;
  const end = (): void => {
    const words = code.replace(/\s+/g, " ").trim().toLowerCase();
    if (words !== "") statements.push({ code: words, isExcused });
    code = "";
    isExcused = false;
  };
  for (const [part] of text.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g)) {
    if (part === ";") end();
    else if (part.startsWith("--")) isExcused ||= HARMLESS.test(part);
    else if (part.startsWith("/*")) code += " ";
    else if (part.length > 1) code += part.startsWith("$") ? "$$" : "''";
    else code += part;
  }
  end();
  return statements;
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
