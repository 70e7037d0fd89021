// A person of the operator's signs in to the console with a browser: the key says that she may, the name says who she is.
import { Type } from "typebox";
import { isRefusal } from "../../domain/refusal.ts";
import { judgeOperator, openConsoleSession } from "../../operations/web-sessions/web-session.ts";
import type { App } from "../base/app.ts";
import { noteOperatorAct } from "../base/audit.ts";
import { callerAddress } from "../base/caller-address.ts";
import { registerSessionCalls, type SessionDoor } from "../base/session-calls.ts";
import { fittingFields } from "../base/validation.ts";
import { unixSeconds } from "../wire/time.ts";

export function registerConsoleSessionCalls(app: App, deps: SessionDoor): void {
  registerSessionCalls(app, deps, {
    kind: "console",
    tag: "Operator",
    body: Type.Object({
      operator_key: Type.String(),
      name: Type.String({ description: "Yours, as the records of who did what shall show it.", examples: ["Lan"] }),
    }),
    open: async (request) => {
      const { operator_key: operatorKey, name } = fittingFields<{ operator_key: string; name: string }>(request);
      const operator = judgeOperator(deps, { operatorKey, name });
      const isKnown = !isRefusal(operator);
      // Of somebody without the key the name says nothing, and what was typed there may be the key.
      await noteOperatorAct(deps, request, isKnown ? operator.operatorName : undefined, callerAddress(request));
      return isKnown ? openConsoleSession(deps, operator) : operator;
    },
    beforeEnd: (request, session) => noteOperatorAct(deps, request, session.operatorName, callerAddress(request)),
    record: Type.Object({ name: Type.String(), expires_at: Type.Number() }, { title: "ConsoleSession" }),
    encode: (session) => ({ name: session.operatorName, expires_at: unixSeconds(session.expiresAt) }),
  });
}
