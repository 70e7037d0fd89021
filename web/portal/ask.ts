// The portal's way to the server: `call`, saying which page it is, so that somebody who is also signed in to the console acts as the
// account here.
import { type CallOptions, call } from "../parts/call.ts";

export const PORTAL_HEADER = { "x-giao-page": "portal" } as const;

export function ask<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>(path, { ...options, headers: { ...options.headers, ...PORTAL_HEADER } });
}
