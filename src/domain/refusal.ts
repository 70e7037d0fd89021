// A refusal is an answer we planned: it is returned, typed by operation. A surprise is thrown.

export type Refusal<Code extends string> = { readonly refused: Code; readonly why: string };

export function refuse<const Code extends string>(code: Code, why: string): Refusal<Code> {
  return { refused: code, why };
}

export function isRefusal<T, Code extends string>(answer: T | Refusal<Code>): answer is Refusal<Code> {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
