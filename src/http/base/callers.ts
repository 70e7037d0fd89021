// Who is calling: an account by its token, the operator by the key, or either by the cookie of a browser that signed in. What a
// program sends wins over a cookie: a wrong token is refused even where a cookie would have been good. Which of them a call takes
// is said in http/access/scopes.ts, whose checks note here whom they found.
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../domain/accounts/account.ts";
import type { DriverCaller } from "../../domain/drivers/driver.ts";
import type { MemberRole } from "../../domain/members/member-roles.ts";
import { type Operator, ownerByKey } from "../../domain/operators/operator.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { type IdentifiedCaller, type IdentifyDeps, identifyCaller } from "../../operations/accounts/identify-caller.ts";
import { type FindOperatorKey, identifyByOwnKey } from "../../operations/operators/operator-keys.ts";
import { operatorOfSession } from "../../operations/web-sessions/web-session.ts";
import { isOneOf } from "../../ports/secrets.ts";
import type { HeldOrder } from "../../store/drivers/held-orders.ts";
import type { Creator } from "../../store/orders/creators.ts";
import { readWebSession, type WebSessionDoor } from "./web-session.ts";

export type CallerDeps = IdentifyDeps & WebSessionDoor & { readonly findOperatorKey: FindOperatorKey };

type Partner = { readonly partnerId: string };
type Applicant = { readonly phone: string };

const callers = new WeakMap<FastifyRequest, Caller>();
const creators = new WeakMap<FastifyRequest, Creator>();
const partners = new WeakMap<FastifyRequest, Partner>();
const operators = new WeakMap<FastifyRequest, Operator>();
const members = new WeakMap<FastifyRequest, string>();
const drivers = new WeakMap<FastifyRequest, DriverCaller>();
const heldOrders = new WeakMap<FastifyRequest, HeldOrder | "none">();
const applicants = new WeakMap<FastifyRequest, Applicant>();

export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error("this call has no account for its caller");
  return caller;
}

// What opening an order goes by, as it was when the caller was looked up; undefined: it was not asked for.
export function noteCreator(request: FastifyRequest, creator: Creator): void {
  creators.set(request, creator);
}

export function creatorOf(request: FastifyRequest): Creator | undefined {
  return creators.get(request);
}

// Who of a partner's is at the portal, as lists of what was made show them.
export function noteMember(
  request: FastifyRequest,
  { memberName, accountName }: { readonly memberName: string | null; readonly accountName: string },
): void {
  members.set(request, memberName ?? accountName);
}

export function memberOf(request: FastifyRequest): { readonly name: string } & Caller {
  return { ...callerOf(request), name: members.get(request) ?? "" };
}

export function notePartner(request: FastifyRequest, { partnerId }: Partner): void {
  partners.set(request, { partnerId });
}

// For calls that take a partner's credential and nothing else of a partner's.
export function partnerOf(request: FastifyRequest): Partner {
  const partner = partners.get(request);
  if (!partner) throw new Error("this call's caller does not speak for a partner");
  return partner;
}

// For calls that take either.
export function partnerOrCallerOf(request: FastifyRequest): Partner | Caller {
  return partners.get(request) ?? callerOf(request);
}

// undefined: the caller is nobody of a partner's, or not known yet.
export function partnerIdOf(request: FastifyRequest): string | undefined {
  return (partners.get(request) ?? callers.get(request))?.partnerId;
}

export function noteDriver(request: FastifyRequest, driver: DriverCaller): void {
  drivers.set(request, driver);
}

export function driverOf(request: FastifyRequest): DriverCaller {
  const driver = drivers.get(request);
  if (!driver) throw new Error("this call has no driver for its caller");
  return driver;
}

// The order that a driver's step is about, as it was when the driver was looked up; undefined: it was not asked for.
export function noteHeldOrder(request: FastifyRequest, held: HeldOrder | "none"): void {
  heldOrders.set(request, held);
}

export function heldOrderOf(request: FastifyRequest): HeldOrder | "none" | undefined {
  return heldOrders.get(request);
}

export function noteApplicant(request: FastifyRequest, applicant: Applicant): void {
  applicants.set(request, applicant);
}

export function applicantOf(request: FastifyRequest): Applicant {
  const applicant = applicants.get(request);
  if (!applicant) throw new Error("this call has no applicant for its caller");
  return applicant;
}

export function noteOperator(request: FastifyRequest, operator: Operator): void {
  operators.set(request, operator);
}

export function operatorOf(request: FastifyRequest): Operator {
  const operator = operators.get(request);
  if (!operator) throw new Error("this call's caller is nobody of the operator's");
  return operator;
}

export function isOperator(request: FastifyRequest): boolean {
  return operators.has(request);
}

// Those that a list keeps to; undefined: all.
export function citiesOf(request: FastifyRequest): readonly string[] | undefined {
  return operatorOf(request).cities ?? undefined;
}

// For streams, which outlive the check at their beginning: signed in as before, in the same role and cities.
export function isOperatorStill(deps: CallerDeps): (request: FastifyRequest) => Promise<boolean> {
  return async (request) => {
    const operator = await identifyOperator(deps, request);
    const { role, cities } = operatorOf(request);
    return !isRefusal(operator) && operator.role === role && JSON.stringify(operator.cities) === JSON.stringify(cities);
  };
}

// One pass over its characters, whatever they are: spaces cannot be matched in two ways.
const BEARER = /^ *bearer +([^ ]+) *$/i;

export function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? "")?.[1];
}

export async function identifyUser(
  deps: CallerDeps,
  request: FastifyRequest,
): Promised<IdentifiedCaller & { readonly memberRole?: MemberRole | null }, "NOT_AUTHORIZED"> {
  const session =
    request.headers.authorization === undefined ? await readWebSession(deps, request, "portal") : undefined;
  return session ?? identifyCaller(deps, bearerToken(request));
}

export async function identifyOperator(
  deps: CallerDeps,
  request: FastifyRequest,
): Promised<Operator, "NOT_AUTHORIZED"> {
  const key = request.headers["x-operator-key"];
  if (key === undefined) {
    const session = await readWebSession(deps, request, "console");
    if (session) return isRefusal(session) ? session : operatorOfSession(session);
  } else if (typeof key === "string") {
    if (isOneOf(key, deps.operatorKeys)) return ownerByKey(undefined);
    const byOwnKey = await identifyByOwnKey(deps, key);
    if (byOwnKey) return byOwnKey;
  }
  return refuse("NOT_AUTHORIZED", "The header x-operator-key is missing or wrong.");
}
