// Writes a tree back as the shortest tariff that parses to the same tree: parentheses only where Python needs them.
import type { ArithmeticSign, Expression, NumberExpression } from "./syntax.ts";

// How tightly each form holds together; an operand that holds more loosely than its place allows is put in parentheses.
const CHOICE = 0;
const OR = 1;
const AND = 2;
const NOT = 3;
const COMPARISON = 4;
const SUM = 5;
const PRODUCT = 6;
const UNARY = 7;

const TIGHTNESS = { "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT } as const satisfies Record<ArithmeticSign, number>;

export function printFee(expression: NumberExpression): string {
  return print(expression, CHOICE);
}

function print(expression: Expression, tightnessMin: number): string {
  const [text, tightness] = write(expression);
  return tightness < tightnessMin ? `(${text})` : text;
}

function write(expression: Expression): readonly [text: string, tightness: number] {
  switch (expression.kind) {
    case "number":
      return [String(expression.amount), UNARY];
    case "variable":
      return [expression.name, UNARY];
    case "negate":
      return [`-${print(expression.of, UNARY)}`, UNARY];
    case "arithmetic": {
      const tightness = TIGHTNESS[expression.sign];
      const left = print(expression.left, tightness);
      // The right operand of a - (b - c) must keep its parentheses: signs of one level read from the left.
      return [`${left} ${expression.sign} ${print(expression.right, tightness + 1)}`, tightness];
    }
    case "comparison": {
      const links = expression.links.map((link) => ` ${link.sign} ${print(link.right, SUM)}`);
      return [print(expression.first, SUM) + links.join(""), COMPARISON];
    }
    case "not":
      return [`not ${print(expression.of, NOT)}`, NOT];
    case "and":
      return [`${print(expression.left, AND)} and ${print(expression.right, NOT)}`, AND];
    case "or":
      return [`${print(expression.left, OR)} or ${print(expression.right, AND)}`, OR];
    case "choice": {
      const { whenTrue, when, whenFalse } = expression;
      return [`${print(whenTrue, OR)} if ${print(when, OR)} else ${print(whenFalse, CHOICE)}`, CHOICE];
    }
  }
}
