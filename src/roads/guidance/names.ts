// Whether the road goes on under the same name to whoever listens.
import type { Street } from "../path.ts";

// What part of a street a word before or behind its name says; nobody is told when that changes.
const PARTS = new Set([
  ...["n", "ne", "e", "se", "s", "sw", "w", "nw", "north", "south", "west", "east"],
  ...["northeast", "northwest", "southeast", "southwest"],
]);

export function isNameless({ name, ref }: Street): boolean {
  return name === "" && ref === "";
}

// Both are called something, and it is the same.
export function isSameRoad(a: Street, b: Street): boolean {
  if (a === b) return !isNameless(a);
  return !isNameless(a) && !isNameless(b) && !isNewName(a, b);
}

// Whether a driver has to be told that the road is called something else from here on.
export function isNewName(from: Street, to: Street): boolean {
  if (isNameless(to)) return false;
  if (from.name !== "" && to.name !== "") return !isSameName(from.name, to.name);
  if (from.name === "" && to.name === "") return from.ref === "" || !shareRef(from.ref, to.ref);
  // One of them has only a number: known if the other bears it too.
  return from.ref === "" || to.ref === "" || !shareRef(from.ref, to.ref);
}

function isSameName(a: string, b: string): boolean {
  if (a === b) return true;
  const [bareA, bareB] = [withoutPart(a), withoutPart(b)];
  return bareA !== "" && bareA === bareB;
}

// There are only so many names on a map.
const bare = new Map<string, string>();

function withoutPart(name: string): string {
  let known = bare.get(name);
  if (known === undefined) {
    known = cutPart(name);
    bare.set(name, known);
  }
  return known;
}

function cutPart(name: string): string {
  const words = name.toLowerCase().split(" ");
  if (words.length > 1 && PARTS.has(words[0]!)) words.shift();
  if (words.length > 1 && PARTS.has(words.at(-1)!)) words.pop();
  return words.join(" ");
}

function shareRef(a: string, b: string): boolean {
  const refs = b.split(";").map((ref) => ref.trim());
  return a.split(";").some((ref) => refs.includes(ref.trim()));
}
