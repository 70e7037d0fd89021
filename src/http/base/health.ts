// What machines ask: is the process up, is it ready for work, how is it doing.
import { Type } from "typebox";
import type { App } from "./app-type.ts";
import type { Measures } from "./measures.ts";

// One part the program needs before it can serve, with a word on its state for people.
export type Readiness = { readonly name: string; readonly ready: boolean; readonly note: string };

export type HealthDoor = {
  readonly measures: Measures;
  // Of this process, or of all processes on this port.
  readonly measuresText: () => Promise<string>;
  readonly readiness: () => Promise<readonly Readiness[]>;
};

const ReadyBody = Type.Object({
  ready: Type.Boolean(),
  parts: Type.Array(Type.Object({ name: Type.String(), ready: Type.Boolean(), note: Type.String() })),
});

export function registerHealthCalls(app: App, deps: HealthDoor): void {
  app.get(
    "/healthz",
    {
      schema: {
        tags: ["Health"],
        operationId: "getHealth",
        summary: "The process is up",
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async () => ({ ok: true }),
  );

  app.get(
    "/readyz",
    {
      schema: {
        tags: ["Health"],
        operationId: "getReadiness",
        summary: "Database, migrations and map are ready",
        response: { 200: ReadyBody, 503: ReadyBody },
      },
    },
    async (_request, reply) => {
      const parts = await deps.readiness();
      const ready = parts.every((part) => part.ready);
      return reply.code(ready ? 200 : 503).send({ ready, parts: [...parts] });
    },
  );

  app.get(
    "/metrics",
    {
      schema: { tags: ["Health"], operationId: "getMeasures", summary: "Measures for Prometheus" },
    },
    async (_request, reply) => reply.type(deps.measures.registry.contentType).send(await deps.measuresText()),
  );
}
