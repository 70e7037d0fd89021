// Codes that prove a phone: how many are sent to one, how long they live, how often each may be guessed.
import type { Counter } from "../tries.ts";

export const CODE_LENGTH = 6;
// For signing in: the phone is in the driver's hand. An invited account may have to be asked for its code first (D19).
export const SIGN_IN_CODE_SECONDS = 5 * 60;
export const CODE_TRIES = 5;

// Kept apart, so that nobody who may invite a phone can use up the codes it signs in with.
export type CodePurpose = "activation" | "sign-in" | "joining";

// Five at once, then one in twelve minutes at last: twelve in the first hour, which is 60 guesses at a million.
export function codeCounter(purpose: CodePurpose, phone: string): Counter {
  const rule = { free: 5, firstSeconds: 60, longestSeconds: 12 * 60, forgetSeconds: 12 * 60 };
  return { key: `${purpose} codes to ${phone}`, rule };
}
