// What machines ask: is the process up, is it ready for work, how is it doing.
import { Type } from "typebox";
import { text } from "../../contract/fields.ts";
import type { Measures } from "../base/measures.ts";
import { callsOf } from "../calls/call.ts";

// One part the program needs before it can serve, with a word on its state for people.
export type Readiness = { readonly name: string; readonly ready: boolean; readonly note: string };

type HealthDoor = {
  readonly measures: Measures;
  // Of this process, or of all processes on this port.
  readonly measuresText: () => Promise<string>;
  readonly readiness: () => Promise<readonly Readiness[]>;
};

const call = callsOf<HealthDoor>("Health");

export const healthCalls = [
  call.plain({
    id: "getHealth",
    at: "GET /healthz",
    summary: "The process is up",
    answer: Type.Object({ ok: Type.Boolean() }),
    run: () => ({ ok: true }),
  }),
  call.plain({
    id: "getReadiness",
    at: "GET /readyz",
    summary: "Database, migrations and map are ready",
    answer: Type.Object({
      ready: Type.Boolean(),
      parts: Type.Array(Type.Object({ name: text, ready: Type.Boolean(), note: text })),
    }),
    alsoAs: 503,
    run: async (_request, deps, { reply }) => {
      const parts = await deps.readiness();
      const ready = parts.every((part) => part.ready);
      reply.code(ready ? 200 : 503);
      return { ready, parts };
    },
  }),
  call.plain({
    id: "getMeasures",
    at: "GET /metrics",
    summary: "Measures for Prometheus",
    run: async (_request, { measures, measuresText }, { reply }) =>
      reply.type(measures.registry.contentType).send(await measuresText()),
  }),
];
