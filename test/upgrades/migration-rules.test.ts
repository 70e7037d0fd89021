import assert from "node:assert/strict";
import { test } from "node:test";
import { readMigrations } from "../../src/store/migration-files.ts";
import { findFaults } from "./migration-rules.ts";

const base = readMigrations().filter(({ number }) => number <= 14);
const file = (number: number, text: string) => ({ number, name: `${number}.sql`, text });
const faultsOf = (text: string, released = [14]) => findFaults([...base, file(15, text)], released).join("\n");
const REPLACED = `create or replace function append_callback_event(
  an_order text, a_seq int, a_partner text, a_type text, a_body text, an_at timestamptz
) returns void language plpgsql as $$ begin drop table orders; end $$;`;

const harmless: Readonly<Record<string, string>> = {
  "a table of its own, with everything on it": `create table notes (id int primary key, order_id text not null);
    create unique index notes_order on notes (order_id);
    alter table notes add constraint notes_some check (id > 0);`,
  "a column that may be empty": "alter table orders add column note text",
  "two columns that fill themselves":
    "alter table orders add column a int not null default 0, add column b numeric(3, 2) not null generated always as (1) stored;",
  "an index": "create index orders_note on orders (status, created_at);",
  "a unique index on a column of its own":
    "alter table accounts add column family bytea, add column at timestamptz; create unique index family on accounts (family);",
  "an index on what is worked out": "create index orders_city on orders (lower(city_id)) where status = 'IDLE';",
  "an index less": "drop index orders_of_account;",
  "a new function": "create function notes_of(a text) returns text language sql as 'select a';",
  "a function with the same parameters": REPLACED,
  "rows and defaults": "insert into program_state values ('x', 1); alter table orders alter column seq set default 1;",
  "words in a comment or a text":
    "-- drop table orders;\n/* drop table orders; */ comment on table orders is 'drop; table';",
  "what somebody has thought about":
    "-- Longer ids.\n-- breaks nothing: every id that older programs write still fits.\nalter table orders drop constraint orders_id_check, add constraint orders_id_check check (id ~ '.');",
};
for (const [name, text] of Object.entries(harmless)) {
  test(`${name}: older programs live with it`, () => assert.equal(faultsOf(`-- serves: 14\n${text}`), ""));
}

const harmful: Readonly<Record<string, readonly [string, RegExp]>> = {
  "a column less": ["alter table orders drop column due_at;", /may break/],
  "a column with another name": ["alter table orders rename column due_at to due;", /may break/],
  "a column of another type": ["alter table orders alter column seq type bigint;", /may break/],
  "a column that must be filled from now on": ["alter table orders alter column due_at set not null;", /may break/],
  "a second action that harms": ["alter table orders add column a int, drop column due_at;", /may break/],
  "a new column that must be filled": ["alter table orders add column a int not null;", /a column they do not know/],
  "a table less": ["drop table ratings;", /not known to leave/],
  "a table with another name": ["alter table ratings rename to marks;", /may break/],
  "a function less": ["drop function add_rating;", /not known to leave/],
  "a function with other parameters": [REPLACED.replace("a_seq int, ", ""), /changes how a function is called/],
  "a second function of the name": [
    "create function keep_answer(a text) returns void language sql as '';",
    /changes how a function is called/,
  ],
  "a rule that old rows may break": ["alter table orders add constraint some check (seq < 9);", /may break/],
  "a unique index on a table that is there": ["create unique index u on orders (due_at);", /refuses rows/],
  "a unique index on a new column and an old one": [
    "alter table orders add column a int; create unique index u on orders (a, due_at);",
    /refuses rows/,
  ],
  "a unique index less": ["drop index orders_number;", /unique/],
  "a right less": ["revoke select on orders from public;", /not known to leave/],
  "rows less": ["delete from ratings;", /not known to leave/],
  "something that cannot be seen through": ["do $$ begin drop table orders; end $$;", /not known to leave/],
  "an excuse for the statement before": [
    "-- breaks nothing: nobody reads it.\ndrop table ratings;\ndrop table photos;",
    /: drop table photos$/,
  ],
  "an excuse without a reason": ["-- breaks nothing:\ndrop table ratings;", /not known to leave/],
};
for (const [name, [text, fault]] of Object.entries(harmful)) {
  test(`${name}: a fault, as long as the file says that older programs live with it`, () => {
    assert.match(faultsOf(`-- serves: 14\n${text}`), fault);
  });
}

test("a function that is given a setting of our own is a fault, and one that sets it itself is none", () => {
  const made = (before: string, body: string) =>
    faultsOf(`-- serves: 14\ncreate function f() returns void language plpgsql${before}\nas $$ begin ${body} end $$;`);
  assert.match(made("\nset giao.word = 'on'", "null;"), /takes a superuser/);
  assert.equal(made("\nset enable_seqscan = off", "perform set_config('giao.word', 'on', true);"), "");
});

test("a file that does not say whom it serves is a fault", () => {
  assert.match(faultsOf("create table notes (id int);"), /^15\.sql: must say "-- serves: 14"/);
});

test("what a released program no longer needs may go, and nothing sooner", () => {
  const contract = file(17, "-- serves: 16\ndrop table ratings;");
  const between = file(16, "-- serves: 14\ncreate table marks (id int);");
  const faults = (released: readonly number[]) => findFaults([...base, between, contract], released);
  assert.deepEqual(faults([14, 16]), []);
  assert.match(faults([14]).join(), /^17\.sql: serves 16, which was never released/);
});

test("after a contraction no file serves older programs again", () => {
  const after = [file(17, "-- serves: 16\ndrop table ratings;"), file(18, "-- serves: 14\ncreate table y (id int);")];
  assert.match(
    findFaults([...base, ...after], [14, 16]).join(),
    /^18\.sql: serves 14, but an earlier file serves only 16/,
  );
});

const held: Readonly<Record<string, readonly [string, RegExp]>> = {
  "a constraint that is checked at once": [
    "alter table orders add constraint some check (seq < 9);",
    /: not valid, and validated/,
  ],
  "a foreign key that is checked at once": [
    "alter table orders add constraint city foreign key (city_id) references cities (id);",
    /: not valid, and validated/,
  ],
  "a column that must be filled from now on": [
    "alter table orders alter column due_at set not null;",
    /reads the whole/,
  ],
  "a column of another type": ["alter table orders alter column seq type bigint;", /reads the whole/],
  "a column that is worked out": [
    "alter table orders add column day date generated always as (created_at::date) stored;",
    /writes the whole/,
  ],
  "a column with a chance of its own": [
    "alter table orders add column x uuid default gen_random_uuid();",
    /writes the whole/,
  ],
  "rows less": ["delete from ratings;", /in one breath/],
  "rows copied": ["insert into program_state (name) select id from orders;", /in one breath/],
  "rows updated under another name": ["update orders as o set seq = 1;", /name the table/],
  "a constraint validated where it is added": [
    "alter table orders add constraint some check (seq < 9) not valid, validate constraint some;",
    /a statement of its own/,
  ],
};
const lockFaultsOf = (text: string) =>
  findFaults([...base, file(42, `-- serves: 14\n-- breaks nothing: a test\n${text}`)], [14]).join("\n");
for (const [name, [text, fault]] of Object.entries(held)) {
  test(`${name}: a fault, because writers would wait`, () => {
    assert.match(lockFaultsOf(text), fault);
    assert.equal(lockFaultsOf(`-- holds nothing: three rows\n${text}`), "");
  });
}

const free: Readonly<Record<string, string>> = {
  "an index": "create index x on orders (due_at);",
  "a constraint that is validated afterwards":
    "alter table orders add constraint some check (seq > 0) not valid;\n-- breaks nothing: a test\nalter table orders validate constraint some;",
  "a column with a default": "alter table orders add column a int not null default 0, add column b text default '';",
  "rows updated by a rule": "update orders set seq = 2 where seq = 1;",
  "a table of its own with everything on it":
    "create table notes (id int); alter table notes add constraint notes_some check (id > 0);",
};
for (const [name, text] of Object.entries(free)) {
  test(`${name}: writers go on`, () => assert.equal(lockFaultsOf(text), ""));
}
