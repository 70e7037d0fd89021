import assert from "node:assert/strict";
import { test } from "node:test";
import { type Part, partsOf, slowTablesOf, statementsOf } from "./migration-parts.ts";

const FILE = `-- serves: 14
alter table events add column creator text;
create function f() returns trigger language plpgsql as $$ begin update events set x = 1; end $$;
-- All of them; a 'text; with' marks.
update events
set creator = 'it''s; me'
from orders
where orders.id = order_id
  or false;
create unique index if not exists events_creator on events (creator) where creator <> ';';
create index small_note on small (note);
comment on table events is 'x';
alter table events validate constraint some;`;

const parts = (large: readonly string[]): readonly Part[] =>
  partsOf(statementsOf(FILE), (table) => large.includes(table));

test("a file whose tables are small stays together", () => {
  const [only, ...more] = parts([]);
  assert.deepEqual([only?.kind, only?.upTo, more.length], ["together", 7, 0]);
});

test("what takes long on a large table is a part of its own, and the rest stays together in its order", () => {
  assert.deepEqual(
    parts(["events"]).map(({ kind, upTo }) => [kind, upTo]),
    [
      ["together", 2],
      ["rows", 3],
      ["index", 4],
      ["together", 6],
      ["alone", 7],
    ],
  );
});

test("an index is built concurrently, whatever the file says", () => {
  const index = parts(["events"]).find(({ kind }) => kind === "index");
  assert.equal(index?.text, "create unique index concurrently events_creator on events (creator) where creator <> ';'");
});

test("rows are updated by pages, and the condition they had still holds as a whole", () => {
  const rows = parts(["events"]).find(({ kind }) => kind === "rows");
  assert.ok(
    rows?.text.endsWith(
      "from orders\nwhere ( orders.id = order_id\n  or false)\n  and events.ctid >= $1::tid and events.ctid < $2::tid",
    ),
    rows?.text,
  );
  const all = partsOf(statementsOf("update events set x = 1;"), () => true);
  assert.equal(all[0]?.text, "update events set x = 1\nwhere events.ctid >= $1::tid and events.ctid < $2::tid");
});

test("the tables that matter are those of slow statements", () => {
  assert.deepEqual(slowTablesOf(statementsOf(FILE)), ["events", "small"]);
});
