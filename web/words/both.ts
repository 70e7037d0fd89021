// A word stands once, in both languages: `key: [English, Vietnamese]`, or `key: (of) => [English, Vietnamese]`. One that lacks either, or whose two
// sides are used differently, does not compile where it is said.
import type { Words } from "../parts/language.tsx";

export type Both<Words = string> = readonly [en: Words, vi: Words];
type Spoken = (...of: never[]) => Both;
type Table = { readonly [name: string]: Both<unknown> | Spoken | Table };

type Said<Text> = Text extends string
  ? string
  : Text extends (...of: infer Of) => infer Answer
    ? (...of: Of) => Said<Answer>
    : { readonly [Part in keyof Text]: Said<Text[Part]> };
type InOne<Words> = Words extends readonly [infer En, infer Vi]
  ? Vi extends Said<En>
    ? Said<En>
    : never
  : Words extends (...of: infer Of) => Both
    ? (...of: Of) => string
    : { readonly [Name in keyof Words]: InOne<Words[Name]> };

export function inBoth<const All extends Table>(table: All): Words<InOne<All>> {
  return { en: side(table, 0), vi: side(table, 1) } as Words<InOne<All>>;
}

function side(words: Both<unknown> | Spoken | Table, at: 0 | 1): unknown {
  if (Array.isArray(words)) return words[at];
  if (typeof words === "function") return (...of: never[]) => words(...of)[at];
  return Object.fromEntries(Object.entries(words as Table).map(([name, of]) => [name, side(of, at)]));
}
