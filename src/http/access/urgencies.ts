// How urgent each call is, by its path alone, as it was sent or as the route has it: it is asked before anything else of a request is
// known.
import type { Urgency } from "../../domain/admission/admission.ts";

// "always" is never queued nor refused: machines ask it to find out how the program is doing.
export type CallUrgency = Urgency | "always";

type Rule = { readonly path: RegExp; readonly isRead?: boolean; readonly urgency: CallUrgency };

// The first that fits. Whatever fits none takes, changes or reads orders, accounts or money.
const RULES: readonly Rule[] = [
  { path: /^\/(healthz|readyz|metrics)$/, urgency: "always" },
  { path: /\/estimate|^\/v3\/places\/|^\/routing\/|\/tariffs\/preview$/, urgency: "estimate" },
  // A position that is missed is made good by the next; a sign-in waits like everybody's.
  { path: /^\/driver\/v1\/(positions|sessions)$/, urgency: "order" },
  { path: /^\/driver\/v1\/|^\/v3\/callbacks|^\/operator\/v1\/.*\bcallbacks\b/, isRead: false, urgency: "step" },
  {
    path: /^\/($|(assets|tiles|docs|photos)\/|docs$|favicon\.ico$|openapi\.json$|t\/[^/]+$|(portal|console|drive|status)($|\/(?!v\d)))/,
    isRead: true,
    urgency: "page",
  },
];

export function urgencyOf(method: string, path: string): CallUrgency {
  const isRead = method === "GET" || method === "HEAD";
  const rule = RULES.find((one) => one.path.test(path) && (one.isRead ?? isRead) === isRead);
  return rule?.urgency ?? "order";
}
