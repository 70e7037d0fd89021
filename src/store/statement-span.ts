// What a statement is called in a trace: its verb and first table, and its text, in which values are only numbered places.
import type { SpanStart } from "../ports/tracing.ts";

const TEXT_LENGTH_MAX = 300;

export function statementSpan(text: string): SpanStart {
  const [verb = "statement"] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([a-z_]+)/.exec(text) ?? [];
  return {
    name: table ? `${verb} ${table}` : verb,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      "db.collection.name": table,
      "db.query.text": text.replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX),
    },
  };
}
