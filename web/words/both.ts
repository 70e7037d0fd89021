// A word stands once, in both languages: `key: [English, Vietnamese]`. One that lacks either, or whose two sides are used differently, does
// not compile where it is said.
import type { Words } from "../parts/language.tsx";

export type Both<Words = string> = readonly [en: Words, vi: Words];
type Table = { readonly [name: string]: Both<unknown> | Table };

type Said<Text> = Text extends string
  ? string
  : Text extends (...of: infer Of) => infer Answer
    ? (...of: Of) => Said<Answer>
    : { readonly [Part in keyof Text]: Said<Text[Part]> };
type InOne<Words> = Words extends readonly [infer En, infer Vi]
  ? Vi extends Said<En>
    ? Said<En>
    : never
  : { readonly [Name in keyof Words]: InOne<Words[Name]> };

export function inBoth<const All extends Table>(table: All): Words<InOne<All>> {
  return { en: side(table, 0), vi: side(table, 1) } as Words<InOne<All>>;
}

function side(words: Both<unknown> | Table, at: 0 | 1): unknown {
  if (Array.isArray(words)) return words[at];
  return Object.fromEntries(Object.entries(words as Table).map(([name, of]) => [name, side(of, at)]));
}
