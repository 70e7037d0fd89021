// Cuts the text of a tariff into tokens. Knows spelling only; order and nesting are the parser's.
import { type FeeFault, feeFault, VARIABLES, type Variable } from "./syntax.ts";

const SIGNS = ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")"] as const;
const WORDS = ["if", "else", "and", "or", "not"] as const;

export type Sign = (typeof SIGNS)[number];
export type Word = (typeof WORDS)[number];

export type Token = { readonly offset: number; readonly text: string } & (
  | { readonly kind: "number"; readonly amount: number }
  | { readonly kind: "variable"; readonly name: Variable }
  | { readonly kind: "sign"; readonly sign: Sign }
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "end" }
);

const SPACE = /\s*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;

export function cutTokens(source: string): readonly Token[] | FeeFault {
  const tokens: Token[] = [];
  let offset = matchAt(SPACE, source, 0).length;
  while (offset < source.length) {
    const token = tokenAt(source, offset);
    if ("refused" in token) return token;
    tokens.push(token);
    offset += token.text.length;
    offset += matchAt(SPACE, source, offset).length;
  }
  tokens.push({ kind: "end", offset: source.length, text: "the end" });
  return tokens;
}

function tokenAt(source: string, offset: number): Token | FeeFault {
  const digits = matchAt(NUMBER, source, offset);
  if (digits) {
    // Python reads neither 4km nor 1.2.3 as one number and a rest; naming the joint is clearer than the next fault.
    const glued = matchAt(NAME, source, offset + digits.length) || (source[offset + digits.length] === "." ? "." : "");
    if (glued) return feeFault(offset + digits.length, "a space or a sign after the number", `"${glued}"`);
    const amount = Number(digits);
    if (!Number.isFinite(amount)) return feeFault(offset, "a number that is not infinite", `"${digits}"`);
    return { kind: "number", amount, offset, text: digits };
  }
  const name = matchAt(NAME, source, offset);
  if (name) {
    const word = WORDS.find((known) => known === name);
    if (word) return { kind: "word", word, offset, text: name };
    const variable = VARIABLES.find((known) => known === name);
    if (variable) return { kind: "variable", name: variable, offset, text: name };
    return feeFault(offset, "x (kilometres), h (hour), a number, if or else", `"${name}"`);
  }
  const sign = SIGNS.find((known) => source.startsWith(known, offset));
  if (sign) return { kind: "sign", sign, offset, text: sign };
  return feeFault(offset, "a number, x, h or a sign", `"${String.fromCodePoint(source.codePointAt(offset) ?? 0)}"`);
}

function matchAt(pattern: RegExp, source: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? "";
}
