// Who is calling: an account by its token, or the operator by the key. Checked before a body is read, so that a stranger
// learns nothing from our judgement of it.
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../domain/accounts/account.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { type IdentifyDeps, identifyCaller } from "../../operations/accounts/identify-caller.ts";
import { sameSecret } from "../../ports/secrets.ts";
import { sendRefusal } from "./answer.ts";
import type { Hook, RateLimits } from "./rate-limits.ts";

const callers = new WeakMap<FastifyRequest, Caller>();

// As an onRequest hook: the account behind the Bearer token, or 401.
export function userOnly(deps: IdentifyDeps, limits: RateLimits): Hook {
  return async (request, reply) => {
    const caller = await identifyCaller(deps, bearerToken(request));
    if (isRefusal(caller)) return sendRefusal(reply, caller);
    callers.set(request, caller);
    return limits.partner(reply, caller.partnerId, caller.rateLimitPerMinute);
  };
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error("this call is open to everyone and has no caller");
  return caller;
}

export function operatorOnly(operatorKey: string): Hook {
  return async (request, reply) => {
    if (isOperator(request, operatorKey)) return undefined;
    return sendRefusal(reply, refuse("NOT_AUTHORIZED", "The header x-operator-key is missing or wrong."));
  };
}

// The sandbox's tools take either.
export function userOrOperator(deps: IdentifyDeps, limits: RateLimits, operatorKey: string): Hook {
  const user = userOnly(deps, limits);
  return async (request, reply) => (isOperator(request, operatorKey) ? undefined : user(request, reply));
}

export function isOperator(request: FastifyRequest, operatorKey: string): boolean {
  const given = request.headers["x-operator-key"];
  return typeof given === "string" && sameSecret(given, operatorKey);
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token, ...more] = (request.headers.authorization ?? "").split(" ").filter((part) => part !== "");
  return scheme?.toLowerCase() === "bearer" && more.length === 0 ? token : undefined;
}
