// The program's log: one JSON line an event on standard output, ids only. An error leaves its name, words, code and stack;
// whatever else hangs on it (a database client, a row's values) stays out.
import { type Logger, pino } from "pino";

export function openLog(level: string): Logger {
  return pino({ level, base: { pid: process.pid }, serializers: { err: serialiseError } });
}

function serialiseError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: String(error.code) } : {};
  return {
    name: error.name,
    message: error.message,
    ...code,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: serialiseError(error.cause) } : {}),
  };
}
