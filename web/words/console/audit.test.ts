// Every call by which the operator's people change something has words for the audit log's page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { consoleAuditWords } from "./audit.ts";

test("what the operator's people do is told in words, in both languages", () => {
  const writes = Object.entries(OPERATOR_CALLS).filter(([, { method }]) => method !== "GET");
  assert.ok(writes.length > 50);
  for (const language of ["en", "vi"] as const) {
    const missing = writes.map(([name]) => name).filter((name) => !consoleAuditWords[language][name]);
    assert.deepEqual(missing, [], language);
  }
});
