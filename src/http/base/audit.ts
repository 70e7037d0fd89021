// Every write of the operator's leaves a row, and so does every sign-in, good or not, and sign-out: before it is carried out, so
// that none can happen without one, and its outcome after. Which thing and which call are named; bodies, keys and phones are
// not kept.
import type { FastifyRequest } from "fastify";
import { type AuditChange, changeBetween, type Seen } from "../../domain/audit-change.ts";
import { auditTarget } from "../../domain/audit-target.ts";
import type { Operator } from "../../domain/operators/operator.ts";
import type { Services } from "../../operations/services.ts";
import { insertAuditEntry, saveAuditOutcome } from "../../store/audit/audit-log.ts";
import type { App } from "./app-type.ts";
import { callerAddress } from "./caller-address.ts";

export type AuditDeps = Pick<Services, "db" | "clock">;

// A call that only looks although its method says otherwise, always or with such a body.
export type IsRead = true | ((body: unknown) => boolean);
declare module "fastify" {
  interface FastifyContextConfig {
    isRead?: IsRead;
  }
}
const READS = new Set(["GET", "HEAD"]);
const entries = new WeakMap<FastifyRequest, number>();
const changes = new WeakMap<FastifyRequest, AuditChange>();
// Whose body will tell, with who sent it.
const undecided = new WeakMap<FastifyRequest, Operator>();

export function mayWrite({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isRead !== true && !READS.has(method);
}

export async function noteOperatorWrite(deps: AuditDeps, request: FastifyRequest, operator: Operator): Promise<void> {
  if (!mayWrite(request)) return;
  if (request.routeOptions.config.isRead) undecided.set(request, operator);
  else await noteWrite(deps, request, operator);
}

async function noteWrite(deps: AuditDeps, request: FastifyRequest, operator: Operator): Promise<void> {
  await noteOperatorAct(deps, request, operator, auditTarget(request.params as Readonly<Record<string, string>>));
}

// undefined: somebody who wanted in, and who is nobody yet.
export async function noteOperatorAct(
  deps: AuditDeps,
  request: FastifyRequest,
  operator: Operator | undefined,
  target: string,
): Promise<void> {
  const { schema } = request.routeOptions;
  const call = (schema as { readonly operationId?: string } | undefined)?.operationId ?? request.routeOptions.url;
  const entry = {
    happenedAt: deps.clock.now(),
    operatorName: operator?.name ?? null,
    byKind: operator?.by ?? null,
    byId: operator?.id ?? null,
    address: callerAddress(request),
    call: call ?? "unknown",
    target,
  };
  entries.set(request, await insertAuditEntry(deps.db, entry));
}

const REASON_LENGTH_MAX = 500;

// Why, where the call asks for it.
function reasonOf({ body }: FastifyRequest): string | null {
  const { reason, comment } = (body ?? {}) as { readonly reason?: unknown; readonly comment?: unknown };
  const said = reason ?? comment;
  return typeof said === "string" && said.trim() !== "" ? said.replace(/\0/g, "").slice(0, REASON_LENGTH_MAX) : null;
}

// What a write did to what it is about, as the call tells it.
export function noteChange(request: FastifyRequest, before: Seen | undefined, after: Seen | undefined): void {
  const change = changeBetween(before, after);
  if (change) changes.set(request, change);
}

export function isNoted(request: FastifyRequest): boolean {
  return entries.has(request);
}

export function openAudit(app: App, deps: AuditDeps): void {
  app.addHook("preValidation", async (request) => {
    const { isRead } = request.routeOptions.config;
    const by = undecided.get(request);
    if (by && typeof isRead === "function" && !isRead(request.body)) await noteWrite(deps, request, by);
  });
  // The answer has left by then: a failure to note it is logged and leaves a row without an outcome.
  app.addHook("onResponse", async (request, reply) => {
    const id = entries.get(request);
    if (id === undefined) return;
    try {
      const outcome = { outcome: reply.statusCode, changed: changes.get(request) ?? null, reason: reasonOf(request) };
      await saveAuditOutcome(deps.db, id, outcome);
    } catch (error) {
      request.log.warn({ err: error, audit: id }, "the outcome of an operator's call was not noted");
    }
  });
}
