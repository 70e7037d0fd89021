// Turns a tree into nested functions once, so that pricing an order walks no tree and runs no text as code.
import { parseFee } from "./parser.ts";
import type { ComparisonLink, ComparisonSign, Condition, NumberExpression } from "./syntax.ts";

export type Fee = (x: number, h: number) => number;
type Test = (x: number, h: number) => boolean;
type Holds = (left: number, right: number) => boolean;

export function compileFee(expression: NumberExpression): Fee {
  switch (expression.kind) {
    case "number": {
      const { amount } = expression;
      return () => amount;
    }
    case "variable":
      return expression.name === "x" ? (x) => x : (_x, h) => h;
    case "negate": {
      const of = compileFee(expression.of);
      return (x, h) => -of(x, h);
    }
    case "arithmetic": {
      const left = compileFee(expression.left);
      const right = compileFee(expression.right);
      if (expression.sign === "+") return (x, h) => left(x, h) + right(x, h);
      if (expression.sign === "-") return (x, h) => left(x, h) - right(x, h);
      if (expression.sign === "*") return (x, h) => left(x, h) * right(x, h);
      return (x, h) => left(x, h) / right(x, h);
    }
    case "choice": {
      const when = compileCondition(expression.when);
      const whenTrue = compileFee(expression.whenTrue);
      const whenFalse = compileFee(expression.whenFalse);
      return (x, h) => (when(x, h) ? whenTrue(x, h) : whenFalse(x, h));
    }
  }
}

function compileCondition(condition: Condition): Test {
  switch (condition.kind) {
    case "comparison":
      return compileChain(compileFee(condition.first), condition.links);
    case "not": {
      const of = compileCondition(condition.of);
      return (x, h) => !of(x, h);
    }
    case "and":
    case "or": {
      const left = compileCondition(condition.left);
      const right = compileCondition(condition.right);
      return condition.kind === "and" ? (x, h) => left(x, h) && right(x, h) : (x, h) => left(x, h) || right(x, h);
    }
  }
}

const HOLDS = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
} as const satisfies Record<ComparisonSign, Holds>;

// a < b < c means a < b and b < c, with b read once.
function compileChain(first: Fee, links: readonly ComparisonLink[]): Test {
  const compiled = links.map((link) => ({ holds: HOLDS[link.sign], right: compileFee(link.right) }));
  return (x, h) => {
    let left = first(x, h);
    for (const link of compiled) {
      const right = link.right(x, h);
      if (!link.holds(left, right)) return false;
      left = right;
    }
    return true;
  };
}

// A catalogue has tens of tariffs; the limit only keeps years of retired ones from piling up in memory.
const REMEMBERED_MAX = 1_000;
const remembered = new Map<string, Fee>();

// For tariffs that were checked when they were saved: one that does not parse now is a fault of ours.
export function feeOf(savedExpression: string): Fee {
  const known = remembered.get(savedExpression);
  if (known) return known;
  const parsed = parseFee(savedExpression);
  if ("refused" in parsed) throw new Error(`a saved tariff does not parse: ${parsed.why}`);
  const fee = compileFee(parsed);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(savedExpression, fee);
  return fee;
}
