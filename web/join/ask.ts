// The joining page's way to the server, with the token of whoever proved their phone.
import { JOIN_CALLS } from "../../clients/typescript/src/api.ts";
import { type Ask, askerOf } from "../parts/ask.ts";

export type AskToJoin = Ask<keyof typeof JOIN_CALLS>;

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

export function askToJoin(token?: string): AskToJoin {
  return askerOf(JOIN_CALLS, token === undefined ? {} : bearer(token));
}
