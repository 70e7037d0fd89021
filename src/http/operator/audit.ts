// Who of the operator's people did what.
import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { field, maybe, oneOf, unixText } from "../../contract/fields.ts";
import { type Cell, CSV_BYTE_ORDER_MARK, csvLine } from "../../domain/csv.ts";
import { OPERATOR_KINDS } from "../../domain/operators/operator.ts";
import { type AuditEntry, type AuditFilter, listAuditEntries } from "../../store/audit/audit-log.ts";
import type { Database } from "../../store/db.ts";
import { callsOf } from "../calls/call.ts";
import { instant, unixSeconds } from "../wire/time.ts";

const PAGE = 100;
const EXPORT_PAGE = 1_000;
const EXPORT_MAX = 50_000;

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
    address: field.text("Where the call came from."),
    before: Type.Any({
      description: "Of what the call changed, the fields that differ, as they were; null where it tells nothing.",
    }),
    after: Type.Any({ description: "The same as they are." }),
    reason: field.text("The comment or reason that came with the call."),
    outcome: field.integer("The answer's status; 0 when the program died before it answered."),
  },
  { title: "AuditEntry" },
);
const AuditQuery = Type.Object({
  operator: maybe(Type.String({ maxLength: 80 })),
  call: maybe(Type.String({ maxLength: 60 })),
  target: maybe(Type.String({ maxLength: 120 })),
  by_id: maybe(field.text("Of a key or a person.", { maxLength: 60 })),
  q: maybe(field.text("Part of a name, a call, a target or a reason.", { maxLength: 120 })),
  from_time: maybe(unixText),
  to_time: maybe(unixText),
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
      const entries = await listAuditEntries(deps.db, filterOf(request.query), PAGE);
      const last = entries.length === PAGE ? entries.at(-1) : undefined;
      return { entries: entries.map(encodeEntry), next: last ? String(last.id) : "" };
    },
  }),
  call.plain({
    id: "exportAudit",
    at: "GET /operator/v1/audit.csv",
    summary: "The same as a spreadsheet",
    description: `UTF-8 with a byte order mark; the newest ${EXPORT_MAX}.`,
    produces: ["text/csv"],
    query: AuditQuery,
    invalid: "BAD_REQUEST",
    run: (request, deps, { reply }) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="audit.csv"')
        .header("cache-control", "no-store")
        .send(Readable.from(csvLines(deps.db, filterOf(request.query)))),
  }),
];

const HEAD = [
  "id",
  "time",
  "operator",
  "by",
  "by_id",
  "call",
  "target",
  "address",
  "before",
  "after",
  "reason",
  "outcome",
] as const;

async function* csvLines(db: Database, filter: AuditFilter): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(HEAD);
  let beforeId = filter.beforeId;
  for (let told = 0; told < EXPORT_MAX; ) {
    const page = await listAuditEntries(db, { ...filter, beforeId }, EXPORT_PAGE);
    yield page.map((entry) => csvLine(cellsOf(entry))).join("");
    told += page.length;
    beforeId = page.at(-1)?.id;
    if (page.length < EXPORT_PAGE) return;
  }
}

function cellsOf(entry: AuditEntry): readonly Cell[] {
  const { before, after, ...record } = encodeEntry(entry);
  const plain = { ...record, time: entry.happenedAt.toISOString(), before: json(before), after: json(after) };
  return HEAD.map((name) => plain[name]);
}

const json = (seen: unknown): string => (seen === null ? "" : JSON.stringify(seen));

function filterOf({
  operator,
  call,
  target,
  by_id,
  q,
  from_time,
  to_time,
  after,
}: Static<typeof AuditQuery>): AuditFilter {
  return {
    operatorName: operator || undefined,
    call: call || undefined,
    target: target || undefined,
    byId: by_id || undefined,
    search: q || undefined,
    from: instant(from_time),
    to: instant(to_time),
    beforeId: after === undefined ? undefined : Number(after),
  };
}

function encodeEntry(entry: AuditEntry): Static<typeof AuditRecord> {
  return {
    id: entry.id,
    time: unixSeconds(entry.happenedAt),
    operator: entry.operatorName ?? "",
    by: entry.byKind ?? "",
    by_id: entry.byId ?? "",
    call: entry.call,
    target: entry.target,
    address: entry.address ?? "",
    before: entry.changed?.before ?? null,
    after: entry.changed?.after ?? null,
    reason: entry.reason ?? "",
    outcome: entry.outcome ?? 0,
  };
}
