// A person of the operator's signs in to the console with a browser: the key says that they may, the name says who they are.
import { Type } from "typebox";
import { field } from "../../contract/fields.ts";
import { ownerByKey } from "../../domain/operators/operator.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { judgeOperator, openConsoleSession } from "../../operations/web-sessions/web-session.ts";
import { noteOperatorAct } from "../base/audit.ts";
import { callerAddress } from "../base/caller-address.ts";
import { type SessionDoor, sessionCalls } from "../calls/session-calls.ts";
import { unixSeconds } from "../wire/time.ts";

export const consoleSessionCalls = sessionCalls<"console", SessionDoor>({
  kind: "console",
  tag: "Operator",
  body: Type.Object({
    operator_key: Type.String(),
    name: field.text("Yours, as the records of who did what shall show it.", { examples: ["Lan"] }),
  }),
  refusals: ["NOT_AUTHORIZED", "INVALID_DATA"],
  open: async (request, deps) => {
    const { operator_key: operatorKey, name } = request.body as { operator_key?: string; name?: string };
    const operator = judgeOperator(deps, { operatorKey, name });
    const isKnown = !isRefusal(operator);
    // Of somebody without the key the name says nothing, and what was typed there may be the key.
    await noteOperatorAct(
      deps,
      request,
      isKnown ? ownerByKey(operator.operatorName) : undefined,
      callerAddress(request),
    );
    return isKnown ? openConsoleSession(deps, operator) : operator;
  },
  beforeEnd: (request, deps, session) =>
    noteOperatorAct(deps, request, ownerByKey(session.operatorName), callerAddress(request)),
  record: Type.Object({ name: Type.String(), expires_at: Type.Number() }, { title: "ConsoleSession" }),
  encode: (session) => ({ name: session.operatorName, expires_at: unixSeconds(session.expiresAt) }),
});
