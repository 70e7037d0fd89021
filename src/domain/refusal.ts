// A refusal is an answer we planned: it is returned, typed by operation. A surprise is thrown.

export type Refusal<Code extends string> = {
  readonly refused: Code;
  readonly why: string;
  // Which field of what was sent is at fault, where it is one: a form shows the reason there.
  readonly field?: string;
  // After so long another try makes sense, where that is known.
  readonly retryAfterSeconds?: number;
};

// What is promised to a caller: the answer, or a refusal with one of these codes.
export type Promised<T, Code extends string> = Promise<T | Refusal<Code>>;

// Our sentences begin with a capital letter, or with the field they are about as it is called on the wire: "path[1].address: …".
export function fieldNamedBy(why: string): string | undefined {
  return /^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*)[ :]/.exec(why)?.[1];
}

export function refuse<const Code extends string>(code: Code, why: string, field?: string): Refusal<Code> {
  return field === undefined ? { refused: code, why } : { refused: code, why, field };
}

// A no that ends by itself.
export function refuseForNow<const Code extends string>(
  code: Code,
  why: string,
  retryAfterSeconds: number,
): Refusal<Code> {
  return { ...refuse(code, why), retryAfterSeconds };
}

export function isRefusal<T, Code extends string>(answer: T | Refusal<Code>): answer is Refusal<Code> {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
