// Puts the check that the table of scopes names before every call, as it is registered: no door can forget it, and none can add its own.
import type { onRequestAsyncHookHandler, onRequestHookHandler, preHandlerHookHandler } from "fastify";
import type { App } from "../base/app-type.ts";
import { SCOPES } from "./scopes.ts";
import { isByParameter, type Who } from "./who.ts";

export type Check = onRequestAsyncHookHandler | onRequestHookHandler;

// Before anything is registered: calls that were there earlier would go unchecked.
export function enforceScopes(app: App, checksOf: (who: Who) => readonly Check[]): void {
  app.addHook("onRoute", (route) => {
    const call = `${route.method === "HEAD" ? "GET" : route.method} ${route.url}`;
    const who: Who | undefined = SCOPES[call as keyof typeof SCOPES];
    if (!who) throw new Error(`${call} is not in the table of who may call what, http/access/scopes.ts`);
    if (route.onRequest)
      throw new Error(`${call} brings a check of its own; http/access/scopes.ts says who may call it`);
    const checks = [...checksOf(who)] as onRequestHookHandler[];
    if (isByParameter(who)) route.preHandler = checks as preHandlerHookHandler[];
    else route.onRequest = checks;
  });
}
