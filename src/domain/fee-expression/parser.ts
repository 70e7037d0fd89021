// Reads a tariff by Python's precedence, loosest first:
//   expression := or [ "if" or "else" expression ]      or := and { "or" and }        and := not { "and" not }
//   not := "not" not | comparison                       comparison := sum { sign sum }
//   sum := product { "+" | "-" product }                product := unary { "*" | "/" unary }
//   unary := "-" unary | number | x | h | "(" expression ")"
// A fault is returned with its place, never thrown past this file.

import {
  type ComparisonLink,
  type ComparisonSign,
  type Condition,
  DEPTH_MAX,
  type Expression,
  type FeeFault,
  feeFault,
  LENGTH_MAX,
  type NumberExpression,
  VARIABLES,
  type Variable,
} from "./syntax.ts";

const COMPARISON_SIGNS: readonly Sign[] = ["<", "<=", ">", ">=", "==", "!="] satisfies readonly ComparisonSign[];

export function parseFee(source: string): NumberExpression | FeeFault {
  if (source.length > LENGTH_MAX) return feeFault(LENGTH_MAX, `at most ${LENGTH_MAX} characters`, `${source.length}`);
  const tokens = cutTokens(source);
  if ("refused" in tokens) return tokens;
  try {
    return new Parser(tokens).readFee();
  } catch (thrown) {
    if (thrown instanceof Stop) return thrown.fault;
    throw thrown;
  }
}

// Unwinds the descent; parseFee turns it into the fault it carries.
class Stop extends Error {
  readonly fault: FeeFault;
  constructor(fault: FeeFault) {
    super(fault.why);
    this.fault = fault;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readFee(): NumberExpression {
    const fee = this.#number(() => this.#expression());
    if (this.#here().kind !== "end") this.#stop("a sign, if, or the end");
    return fee;
  }

  #expression(): Expression {
    return this.#deeper(() => {
      const start = this.#here();
      const whenTrue = this.#or();
      if (!this.#takeWord("if")) return whenTrue;
      if (!isNumber(whenTrue)) throw sortFault(start, "a fee before if", "a condition");
      const when = this.#condition(() => this.#or());
      if (!this.#takeWord("else")) this.#stop("else");
      const whenFalse = this.#number(() => this.#expression());
      return { kind: "choice", when, whenTrue, whenFalse };
    });
  }

  #or(): Expression {
    return this.#logic("or", () => this.#and());
  }

  #and(): Expression {
    return this.#logic("and", () => this.#not());
  }

  #logic(word: "and" | "or", readPart: () => Expression): Expression {
    const start = this.#here();
    let left = readPart();
    while (this.#isWord(word)) {
      if (isNumber(left)) throw sortFault(start, `a condition before ${word}`, "a number");
      this.#at += 1;
      left = { kind: word, left, right: this.#condition(readPart) };
    }
    return left;
  }

  #not(): Expression {
    if (!this.#takeWord("not")) return this.#comparison();
    return this.#deeper(() => ({ kind: "not", of: this.#condition(() => this.#not()) }));
  }

  #comparison(): Expression {
    const start = this.#here();
    const first = this.#sum();
    const links: ComparisonLink[] = [];
    for (let sign = this.#takeSign(COMPARISON_SIGNS); sign; sign = this.#takeSign(COMPARISON_SIGNS)) {
      links.push({ sign: sign as ComparisonSign, right: this.#number(() => this.#sum()) });
    }
    if (links.length === 0) return first;
    if (!isNumber(first)) throw sortFault(start, "a number to compare", "a condition");
    return { kind: "comparison", first, links };
  }

  #sum(): Expression {
    return this.#arithmetic(["+", "-"], () => this.#product());
  }

  #product(): Expression {
    return this.#arithmetic(["*", "/"], () => this.#unary());
  }

  #arithmetic<Known extends "+" | "-" | "*" | "/">(signs: readonly Known[], readPart: () => Expression): Expression {
    const start = this.#here();
    let left = readPart();
    for (let sign = this.#takeSign(signs); sign; sign = this.#takeSign(signs)) {
      if (!isNumber(left)) throw sortFault(start, `a number before ${sign}`, "a condition");
      left = { kind: "arithmetic", sign, left, right: this.#number(readPart) };
    }
    return left;
  }

  #unary(): Expression {
    const token = this.#here();
    if (this.#takeSign(["-"])) {
      return this.#deeper(() => ({ kind: "negate", of: this.#number(() => this.#unary()) }));
    }
    if (this.#takeSign(["("])) {
      const inside = this.#expression();
      if (!this.#takeSign([")"])) this.#stop("a sign or )");
      return inside;
    }
    if (token.kind !== "number" && token.kind !== "variable") this.#stop("a number, x, h or (");
    this.#at += 1;
    return token.kind === "number" ? { kind: "number", amount: token.amount } : { kind: "variable", name: token.name };
  }

  #number(read: () => Expression): NumberExpression {
    const start = this.#here();
    const expression = read();
    if (!isNumber(expression)) throw sortFault(start, "a number", "a condition");
    return expression;
  }

  #condition(read: () => Expression): Condition {
    const start = this.#here();
    const expression = read();
    if (isNumber(expression)) throw sortFault(start, "a condition such as x <= 4", "a number");
    return expression;
  }

  // The limit keeps a hostile tariff from exhausting the stack, here and in everything that walks the tree later.
  #deeper<Read>(read: () => Read): Read {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#stop(`at most ${DEPTH_MAX} levels of nesting`);
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #here(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw new Error("the parser read past the end token");
    return token;
  }

  #isWord(word: Word): boolean {
    const token = this.#here();
    return token.kind === "word" && token.word === word;
  }

  #takeWord(word: Word): boolean {
    const isThere = this.#isWord(word);
    if (isThere) this.#at += 1;
    return isThere;
  }

  #takeSign<Known extends Sign>(signs: readonly Known[]): Known | undefined {
    const token = this.#here();
    const sign = token.kind === "sign" ? signs.find((known) => known === token.sign) : undefined;
    if (sign) this.#at += 1;
    return sign;
  }

  #stop(expected: string): never {
    const token = this.#here();
    throw new Stop(feeFault(token.offset, expected, token.kind === "end" ? token.text : `"${token.text}"`));
  }
}

function sortFault(start: Token, expected: string, found: string): Stop {
  return new Stop(feeFault(start.offset, expected, found));
}

function isNumber(expression: Expression): expression is NumberExpression {
  const kind = expression.kind;
  return kind === "number" || kind === "variable" || kind === "negate" || kind === "arithmetic" || kind === "choice";
}

// Cuts the text of a tariff into tokens. Knows spelling only; order and nesting are the parser's.
const SIGNS = ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")"] as const;
const WORDS = ["if", "else", "and", "or", "not"] as const;

type Sign = (typeof SIGNS)[number];
type Word = (typeof WORDS)[number];

type Token = { readonly offset: number; readonly text: string } & (
  | { readonly kind: "number"; readonly amount: number }
  | { readonly kind: "variable"; readonly name: Variable }
  | { readonly kind: "sign"; readonly sign: Sign }
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "end" }
);

const SPACE = /\s*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;

function cutTokens(source: string): readonly Token[] | FeeFault {
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
