// One text that holds a source and all its mutants, each behind a switch: a program loaded once can be tried with thousands.
import type { Mutant } from "./mutants.ts";

// `$mutant(id)` is whether that one is on; test/mutate/load-mutants.ts defines it.
export function instrument(source: string, mutants: readonly (Mutant & { readonly id: number })[]): string {
  const byPlace = Map.groupBy(mutants, ({ start, end, isStatement }) => `${start} ${end} ${isStatement}`);
  const places = [...byPlace.values()]
    .map((here) => ({ here, start: here[0]!.start, end: here[0]!.end }))
    // What encloses comes before what it holds; of a statement and an expression of one length, the statement.
    .sort(
      (a, b) => a.start - b.start || b.end - a.end || Number(b.here[0]!.isStatement) - Number(a.here[0]!.isStatement),
    );
  let next = 0;
  const textUntil = (start: number, end: number): string => {
    let text = "";
    let at = start;
    for (let place = places[next]; place && place.end <= end; place = places[next]) {
      next += 1;
      text += source.slice(at, place.start) + switched(place.here, textUntil(place.start, place.end));
      at = place.end;
    }
    return text + source.slice(at, end);
  };
  return textUntil(0, source.length);
}

function switched(here: readonly (Mutant & { readonly id: number })[], original: string): string {
  if (here[0]?.isStatement) return `{if(!$mutant(${here[0].id})){${original}}}`;
  return `(${here.map(({ id, replacement }) => `$mutant(${id})?(${replacement}):`).join("")}(${original}))`;
}
