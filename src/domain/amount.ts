// Money is a whole number of the smallest unit (VND has no smaller one). One rounding function, half up, serves every line.

export type Amount = number;

// No single amount is larger: thousands of them still add up exactly in a double.
export const AMOUNT_MAX: Amount = 1_000_000_000_000;

// What may come in as one: whole, not negative, within the limit.
export function isAmount(given: unknown): given is Amount {
  return Number.isInteger(given) && (given as number) >= 0 && (given as number) <= AMOUNT_MAX;
}

// What is wrong with one that was given, in words; undefined when nothing is.
export function amountFault(field: string, given: unknown, least = 0): string | undefined {
  if (given === undefined || (isAmount(given) && given >= least)) return undefined;
  return `${field} must be a whole number from ${least} to ${AMOUNT_MAX}.`;
}

export function roundAmount(exact: number): Amount {
  // A product such as 18000.499999999996 means …500: binary floats miss decimals by less than a millionth of a dong.
  return Math.floor(exact + 0.5 + 1e-6);
}

// Rates and shares are whole basis points (8 % = 800), so that they compare and multiply exactly.
export type BasisPoints = number;

export function shareOf(amount: Amount, share: BasisPoints): Amount {
  return roundAmount((amount * share) / 10_000);
}
