// A program in production, as tests need one: the settings it asks for, and the operator's calls with a key of its own.
import type { Answer, Giao } from "./giao.ts";
import type { Receiver } from "./receiver.ts";

const OPERATOR_KEY = "an operator's key of 32 characters and more";

export const PRODUCTION = {
  MODE: "production",
  OPERATOR_KEY,
  TOKEN_SECRET: "a secret of 32 characters and more, for tokens",
  PUBLIC_URL: "https://giao.test",
  LOG_LEVEL: "silent",
} as const;

export function asOperator(
  giao: Pick<Giao, "call">,
): (method: string, path: string, body?: unknown) => Promise<Answer> {
  const headers = { "x-operator-key": OPERATOR_KEY };
  return (method, path, body) =>
    giao.call(method, `/operator/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
}

// The codes in the messages that a gateway at /sms was given for a phone, the newest last.
export function codesSent(gateway: Receiver, mobile: string): readonly string[] {
  return gateway
    .seen("/sms")
    .map(({ body }): { to: string; text: string } => JSON.parse(String(body)))
    .filter(({ to }) => to === mobile)
    .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? text);
}
