// Who is calling: an account by its token, the operator by the key, or either by the cookie of a browser that signed in. Checked
// before a body is read, so that a stranger learns nothing from our judgement of it. What a program sends wins over a cookie:
// a wrong token is refused even where a cookie would have been good.
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../domain/accounts/account.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { type IdentifiedCaller, type IdentifyDeps, identifyCaller } from "../../operations/accounts/identify-caller.ts";
import { sameSecret } from "../../ports/secrets.ts";
import { sendRefusal } from "./answer.ts";
import { noteOperatorWrite } from "./audit.ts";
import type { Hook, RateLimits } from "./rate-limits.ts";
import { readWebSession, type WebSessionDoor } from "./web-session.ts";

export type CallerDeps = IdentifyDeps & WebSessionDoor;

// `name` is what a person gave when signing in to the console; the bare key has none.
type Operator = { readonly name: string | undefined };

const callers = new WeakMap<FastifyRequest, Caller>();
const operators = new WeakSet<FastifyRequest>();

// As an onRequest hook: the account behind the Bearer token or the portal's cookie, or 401.
export function userOnly(deps: CallerDeps, limits: RateLimits): Hook {
  return async (request, reply) => {
    const caller = await identifyUser(deps, request);
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

export function operatorOnly(deps: CallerDeps): Hook {
  return async (request, reply) => {
    const operator = await identifyOperator(deps, request);
    if (isRefusal(operator)) return sendRefusal(reply, operator);
    operators.add(request);
    await noteOperatorWrite(deps, request, operator.name);
    return undefined;
  };
}

// For streams, which outlive the check at their beginning.
export function isOperatorStill(deps: CallerDeps): (request: FastifyRequest) => Promise<boolean> {
  return async (request) => !isRefusal(await identifyOperator(deps, request));
}

// The sandbox's tools take either.
export function userOrOperator(deps: CallerDeps, limits: RateLimits): Hook {
  const user = userOnly(deps, limits);
  return async (request, reply) => {
    // A good key beside a token is the operator; a wrong one leaves it to the token.
    const asOperator = request.headers.authorization === undefined || request.headers["x-operator-key"] !== undefined;
    const operator = asOperator ? await identifyOperator(deps, request) : undefined;
    if (!operator || isRefusal(operator)) return user(request, reply);
    operators.add(request);
    await noteOperatorWrite(deps, request, operator.name);
    return undefined;
  };
}

export function isOperator(request: FastifyRequest): boolean {
  return operators.has(request);
}

// One pass over its characters, whatever they are: spaces cannot be matched in two ways.
const BEARER = /^ *bearer +([^ ]+) *$/i;

export function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? "")?.[1];
}

async function identifyUser(
  deps: CallerDeps,
  request: FastifyRequest,
): Promise<IdentifiedCaller | Refusal<"NOT_AUTHORIZED">> {
  const session =
    request.headers.authorization === undefined ? await readWebSession(deps, request, "portal") : undefined;
  return session ?? identifyCaller(deps, bearerToken(request));
}

async function identifyOperator(
  deps: CallerDeps,
  request: FastifyRequest,
): Promise<Operator | Refusal<"NOT_AUTHORIZED">> {
  const key = request.headers["x-operator-key"];
  if (typeof key === "string" && sameSecret(key, deps.operatorKey)) return { name: undefined };
  const session = key === undefined ? await readWebSession(deps, request, "console") : undefined;
  if (!session) return refuse("NOT_AUTHORIZED", "The header x-operator-key is missing or wrong.");
  return isRefusal(session) ? session : { name: session.operatorName };
}
