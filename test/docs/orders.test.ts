import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkTable, contentTable, editTable, lifeTable } from "./order-tables.ts";

const page = readFileSync("docs/orders.md", "utf8");

for (const [name, table] of Object.entries({
  life: lifeTable(),
  checks: checkTable(),
  edits: editTable(),
  content: contentTable(),
})) {
  test(`docs/orders.md shows the ${name} the program goes by`, () => {
    assert.ok(page.includes(table), `put this into docs/orders.md:\n${table}`);
  });
}
