// Survivors that are known, each with a word why. They are told by file, line of code and change, not by line number, so that an
// edit elsewhere in a file leaves them alone.
import { readFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

export type Accepted = {
  readonly file: string;
  // The source line, without its indent.
  readonly code: string;
  readonly changes: readonly string[];
  readonly why: string;
};

const LIST = new URL("accepted.json", import.meta.url);
const CHANGE_LENGTH_MAX = 160;

export function readAccepted(): readonly Accepted[] {
  return JSON.parse(readFileSync(LIST, "utf8"));
}

export function changeOf({ original, replacement, isStatement }: Mutant): string {
  const squeezed = (text: string) => text.replace(/\s+/g, " ").slice(0, CHANGE_LENGTH_MAX);
  return `${squeezed(original)} → ${isStatement ? "(left out)" : squeezed(replacement)}`;
}

export function keyOf(mutant: Mutant): string {
  return key(mutant.file, mutant.code, changeOf(mutant));
}

export function acceptedKeys(accepted: readonly Accepted[]): ReadonlySet<string> {
  return new Set(accepted.flatMap(keysOf));
}

// Entries that speak of code which is no longer there.
export function stale(accepted: readonly Accepted[], mutants: readonly Mutant[]): readonly Accepted[] {
  const there = new Set(mutants.map(keyOf));
  return accepted.filter((entry) => !keysOf(entry).every((each) => there.has(each)));
}

function keysOf({ file, code, changes }: Accepted): readonly string[] {
  return changes.map((change) => key(file, code, change));
}

function key(file: string, code: string, change: string): string {
  return [file, code, change].join("\n");
}
