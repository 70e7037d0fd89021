// The tree a tariff is parsed into (D14). Numbers and conditions are two sorts: a fee can never be "true", and a choice
// can never hang on a bare number, so a tariff that mixes them up is refused when it is saved.
import type { Refusal } from "../refusal.ts";

// x: kilometres of the route with two decimals. h: local hour as a decimal (15:30 = 15.5).
export const VARIABLES = ["x", "h"] as const;
export type Variable = (typeof VARIABLES)[number];

export type ArithmeticSign = "+" | "-" | "*" | "/";
export type ComparisonSign = "<" | "<=" | ">" | ">=" | "==" | "!=";

export type NumberExpression =
  | { readonly kind: "number"; readonly amount: number }
  | { readonly kind: "variable"; readonly name: Variable }
  | { readonly kind: "negate"; readonly of: NumberExpression }
  | {
      readonly kind: "arithmetic";
      readonly sign: ArithmeticSign;
      readonly left: NumberExpression;
      readonly right: NumberExpression;
    }
  | {
      readonly kind: "choice";
      readonly when: Condition;
      readonly whenTrue: NumberExpression;
      readonly whenFalse: NumberExpression;
    };

// A chain such as 15.5 <= h <= 20 has one link more than a plain comparison.
export type ComparisonLink = { readonly sign: ComparisonSign; readonly right: NumberExpression };

export type Condition =
  | { readonly kind: "comparison"; readonly first: NumberExpression; readonly links: readonly ComparisonLink[] }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition };

export type Expression = NumberExpression | Condition;

// Limits: far above any tariff of the market (the longest of field use has about 180 characters and nests 4 deep).
export const LENGTH_MAX = 2_000;
export const DEPTH_MAX = 64;

// Where reading stopped, counted in characters from 0, and what would have been right there.
export type FeeFault = Refusal<"FEE_EXPRESSION_INVALID"> & { readonly offset: number; readonly expected: string };

export function feeFault(offset: number, expected: string, found: string): FeeFault {
  return {
    refused: "FEE_EXPRESSION_INVALID",
    why: `At character ${offset + 1}: expected ${expected}, found ${found}.`,
    offset,
    expected,
  };
}
