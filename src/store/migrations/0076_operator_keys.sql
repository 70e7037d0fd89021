-- serves: 14
-- Keys of machines that work for the operator: of each its hash, whom it may be told apart by, what it may do and until when. A key that has
-- ended stays for a while, so that what it did can be looked up.
create table operator_keys (
  id text primary key,
  hash bytea not null unique,
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('owner', 'dispatcher', 'support', 'finance', 'viewer')),
  -- null: all of them.
  cities text[] check (cardinality(cities) > 0),
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);

create index operator_keys_end on operator_keys (expires_at);

-- Who stands behind a row: the key in the settings, a key of a machine's own, a person. Rows from before have the name alone.
alter table audit_log
  add column by_kind text check (by_kind in ('owner_key', 'key', 'person')),
  add column by_id text check (length(by_id) <= 60);
