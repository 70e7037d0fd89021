// How long each text of an order may be. A zero character is refused everywhere: the database cannot keep it.

export const COMMENT_LENGTH_MAX = 1_000;

export function commentFault(comment: string): string | undefined {
  if (comment.length <= COMMENT_LENGTH_MAX) return undefined;
  return `comment must not be longer than ${COMMENT_LENGTH_MAX} characters.`;
}

const TEXT_LENGTHS_MAX = {
  address: 500,
  short_address: 300,
  name: 200,
  mobile: 40,
  tracking_number: 100,
  remarks: 2_000,
  promo_code: 64,
  description: 500,
  item_name: 500,
  id: 100,
} as const;
export type TextField = keyof typeof TEXT_LENGTHS_MAX;

// What is wrong with an optional text, in words; undefined when nothing is.
export function textFault(field: TextField, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const lengthMax = TEXT_LENGTHS_MAX[field];
  if (typeof given === "string" && given.length <= lengthMax && !given.includes("\0")) return undefined;
  return `${field} must be a text of at most ${lengthMax} characters, without zero characters.`;
}
