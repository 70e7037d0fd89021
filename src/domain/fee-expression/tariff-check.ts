// Decides whether a tariff may be saved: it must parse, and give a sane amount wherever the service goes, at any hour.
// Reading every hundredth of a kilometre at every minute would take seconds; a step of a tenth and a quarter of an hour,
// plus both sides of every number written in the tariff, where its pieces meet, takes milliseconds.
import { AMOUNT_MAX } from "../amount.ts";
import { compileFee } from "./compiled.ts";
import { parseFee } from "./parser.ts";
import { type Expression, type FeeFault, feeFault, type NumberExpression } from "./syntax.ts";

const X_STEP = 0.1;
const H_STEP = 0.25;
const H_MAX = 24;

// Together these bound the work of one check; the step is widened for a service without a near limit.
const X_SAMPLES_MAX = 2_000;
const NUMBERS_MAX = 100;

export function checkTariff(source: string, distanceMetersMax: number): NumberExpression | FeeFault {
  const parsed = parseFee(source);
  if ("refused" in parsed) return parsed;
  const fee = compileFee(parsed);
  const used = leavesOf(parsed);
  if (used.numbers.size > NUMBERS_MAX) {
    return feeFault(0, `at most ${NUMBERS_MAX} different numbers in a tariff`, `${used.numbers.size}`);
  }
  const xMax = distanceMetersMax / 1_000;
  const xs = samples(xMax, Math.max(X_STEP, xMax / X_SAMPLES_MAX), used.numbers, 0.01);
  const hs = used.readsHour ? samples(H_MAX, H_STEP, used.numbers, 1 / 60) : [0];
  for (const h of hs) {
    for (const x of xs) {
      const amount = fee(x, h);
      if (amount >= 0 && amount <= AMOUNT_MAX) continue;
      const expected = `a fee from 0 to ${AMOUNT_MAX} at every distance and hour`;
      const where = `x = ${rounded(x)}${used.readsHour ? `, h = ${rounded(h)}` : ""}`;
      return {
        refused: "FEE_EXPRESSION_INVALID",
        why: `The tariff gives ${Number.isFinite(amount) ? amount : "no number (a division by zero)"} at ${where}; expected ${expected}.`,
        offset: 0,
        expected,
      };
    }
  }
  return parsed;
}

function samples(max: number, step: number, written: ReadonlySet<number>, nearness: number): readonly number[] {
  const evenly = Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step);
  const joints = [...written].flatMap((joint) => [joint - nearness, joint, joint + nearness]);
  return [...evenly, max, ...joints.filter((sample) => sample >= 0 && sample <= max)];
}

function leavesOf(expression: Expression): { readonly numbers: Set<number>; readonly readsHour: boolean } {
  const numbers = new Set<number>();
  let readsHour = false;
  const walk = (node: Expression): void => {
    switch (node.kind) {
      case "number":
        numbers.add(node.amount);
        return;
      case "variable":
        readsHour ||= node.name === "h";
        return;
      case "negate":
      case "not":
        walk(node.of);
        return;
      case "arithmetic":
      case "and":
      case "or":
        walk(node.left);
        walk(node.right);
        return;
      case "comparison":
        walk(node.first);
        for (const link of node.links) walk(link.right);
        return;
      case "choice":
        walk(node.when);
        walk(node.whenTrue);
        walk(node.whenFalse);
    }
  };
  walk(expression);
  return { numbers, readsHour };
}

function rounded(sample: number): number {
  return Math.round(sample * 100) / 100;
}
