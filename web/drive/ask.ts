// The driver's page's way to the server: its calls by name, with the session's token.
import { DRIVER_CALLS } from "../../clients/typescript/src/api.ts";
import { type Ask, askerOf } from "../parts/ask.ts";

export type AskAsDriver = Ask<keyof typeof DRIVER_CALLS>;

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

export function askAsDriver(token?: string): AskAsDriver {
  return askerOf(DRIVER_CALLS, token === undefined ? {} : bearer(token));
}
