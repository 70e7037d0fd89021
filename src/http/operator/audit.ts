// Who of the operator's people did what.
import { type Static, Type } from "typebox";
import { field, maybe, oneOf } from "../../contract/fields.ts";
import { OPERATOR_KINDS } from "../../domain/operators/operator.ts";
import { type AuditEntry, listAuditEntries } from "../../store/audit/audit-log.ts";
import type { Database } from "../../store/db.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 100;

const AuditRecord = Type.Object(
  {
    id: Type.Integer(),
    time: Type.Number(),
    operator: field.text("The person's or key's name; empty: the bare OPERATOR_KEY, or a failed sign-in."),
    by: oneOf(["", ...OPERATOR_KINDS], {
      description: "Who stands behind it: OPERATOR_KEY, a key of a machine, a person; empty where nobody did.",
    }),
    by_id: field.text("Of the key or the person."),
    call: field.text("The call's operation id.", { examples: ["reassignOrder"] }),
    target: field.text(
      "The id in the call's path, of a phone the last four digits; of a sign-in or sign-out the address it came from.",
    ),
    outcome: field.integer("The answer's status; 0 when the program died before it answered."),
  },
  { title: "AuditEntry" },
);
const AuditQuery = Type.Object({
  operator: maybe(Type.String({ maxLength: 80 })),
  call: maybe(Type.String({ maxLength: 60 })),
  target: maybe(Type.String({ maxLength: 120 })),
  after: maybe(field.text("`next` of the page before.", { pattern: "^\\d{1,15}$" })),
});

const call = callsOf<{ readonly db: Database }>("Operator");

export const auditCalls = [
  call.plain({
    id: "listAudit",
    at: "GET /operator/v1/audit",
    summary: "Every write, sign-in and sign-out of the operator's, newest first",
    query: AuditQuery,
    answer: Type.Object({ entries: Type.Array(AuditRecord), next: Type.String() }),
    invalid: "BAD_REQUEST",
    run: async (request, deps) => {
      const { operator, call, target, after } = request.query;
      const beforeId = after === undefined ? undefined : Number(after);
      const filter = {
        operatorName: operator || undefined,
        call: call || undefined,
        target: target || undefined,
        beforeId,
      };
      const entries = await listAuditEntries(deps.db, filter, PAGE);
      const last = entries.length === PAGE ? entries.at(-1) : undefined;
      return { entries: entries.map(encodeEntry), next: last ? String(last.id) : "" };
    },
  }),
];

function encodeEntry(entry: AuditEntry): Static<typeof AuditRecord> {
  return {
    id: entry.id,
    time: unixSeconds(entry.happenedAt),
    operator: entry.operatorName ?? "",
    by: entry.byKind ?? "",
    by_id: entry.byId ?? "",
    call: entry.call,
    target: entry.target,
    outcome: entry.outcome ?? 0,
  };
}
