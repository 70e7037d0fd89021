// Every write of the operator's leaves a row, and so does every sign-in, good or not, and sign-out: before it is carried out, so
// that none can happen without one, and its outcome after. Which thing and which call are named; bodies, keys and phones are
// not kept.
import type { FastifyRequest } from "fastify";
import { auditTarget } from "../../domain/audit-target.ts";
import type { Services } from "../../operations/services.ts";
import { insertAuditEntry, saveAuditOutcome } from "../../store/audit/audit-log.ts";
import type { App } from "./app-type.ts";

export type AuditDeps = Pick<Services, "db" | "clock">;

// A call that only looks although its method says otherwise has `config: IS_READ`.
declare module "fastify" {
  interface FastifyContextConfig {
    isRead?: boolean;
  }
}
export const IS_READ = { isRead: true };
const READS = new Set(["GET", "HEAD"]);
const entries = new WeakMap<FastifyRequest, number>();

export async function noteOperatorWrite(
  deps: AuditDeps,
  request: FastifyRequest,
  operatorName: string | undefined,
): Promise<void> {
  const { isRead = false } = request.routeOptions.config;
  if (isRead || READS.has(request.method)) return;
  const params = request.params as Readonly<Record<string, string>>;
  await noteOperatorAct(deps, request, operatorName, auditTarget(params));
}

export async function noteOperatorAct(
  deps: AuditDeps,
  request: FastifyRequest,
  operatorName: string | undefined,
  target: string,
): Promise<void> {
  const { schema } = request.routeOptions;
  const call = (schema as { readonly operationId?: string } | undefined)?.operationId ?? request.routeOptions.url;
  const entry = {
    happenedAt: deps.clock.now(),
    operatorName: operatorName ?? null,
    call: call ?? "unknown",
    target,
  };
  entries.set(request, await insertAuditEntry(deps.db, entry));
}

// The answer has left by then: a failure to note it is logged and leaves a row without an outcome.
export function noteOutcomes(app: App, deps: AuditDeps): void {
  app.addHook("onResponse", async (request, reply) => {
    const id = entries.get(request);
    if (id === undefined) return;
    try {
      await saveAuditOutcome(deps.db, id, reply.statusCode);
    } catch (error) {
      request.log.warn({ err: error, audit: id }, "the outcome of an operator's call was not noted");
    }
  });
}
