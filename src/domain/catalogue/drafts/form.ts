// Reads the fields of what an operator sent, one by one, and keeps the first fault in words that name field and rule.
// A field that is absent keeps its fallback; a field that is wrong makes the whole form worthless, whatever it returns.
import { AMOUNT_MAX, type Amount, type BasisPoints } from "../../amount.ts";
import { type Refusal, refuse } from "../../refusal.ts";

export class Form {
  #refusal: Refusal<"INVALID_DATA"> | undefined;

  get refusal(): Refusal<"INVALID_DATA"> | undefined {
    return this.#refusal;
  }

  // `rule` goes on where the name of the field ends: "must be …".
  fail(field: string, rule: string): void {
    this.#refusal ??= refuse("INVALID_DATA", `${field} ${rule}`, field);
  }

  whole(field: string, given: number | undefined, fallback: number, min: number, max: number): number {
    if (given === undefined) return fallback;
    if (Number.isInteger(given) && given >= min && given <= max) return given;
    this.fail(field, `must be a whole number from ${min} to ${max}.`);
    return fallback;
  }

  amount(field: string, given: number | undefined, fallback: Amount): Amount {
    return this.whole(field, given, fallback, 0, AMOUNT_MAX);
  }

  // A share such as 0.08, or 21.2 where `whole` is 100. Kept in basis points, so more than four decimals are refused.
  share(field: string, given: number | undefined, fallback: BasisPoints, range: ShareRange): BasisPoints {
    if (given === undefined) return fallback;
    const exact = (given * 10_000) / range.whole;
    const points = Math.round(exact);
    if (given >= range.min && given <= range.max && Math.abs(exact - points) < 1e-6) return points;
    this.fail(field, `must be from ${range.min} to ${range.max}, in steps of ${range.whole / 10_000}.`);
    return fallback;
  }

  text(field: string, given: string | undefined, fallback: string, lengthMax: number): string {
    const trimmed = given?.trim();
    if (trimmed === undefined) return fallback;
    if (trimmed.length > 0 && trimmed.length <= lengthMax) return trimmed;
    this.fail(field, `must be a text of 1 to ${lengthMax} characters.`);
    return fallback;
  }

  oneOf<const Choice extends string>(
    field: string,
    given: string | undefined,
    fallback: Choice,
    choices: readonly Choice[],
  ): Choice {
    if (given === undefined) return fallback;
    const chosen = choices.find((choice) => choice === given);
    if (!chosen) this.fail(field, `must be one of ${choices.join(", ")}.`);
    return chosen ?? fallback;
  }
}

export type ShareRange = { readonly min: number; readonly max: number; readonly whole: number };

export const FRACTION: ShareRange = { min: 0, max: 1, whole: 1 };
export const PERCENT: ShareRange = { min: 0, max: 100, whole: 100 };
