-- What the operator's people did: one row before the call is carried out, its outcome after. A row without an outcome is a call
-- during which the program died.

create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  -- As the person gave it when signing in; null: the bare operator key.
  operator_name text check (length(operator_name) between 1 and 80),
  call text not null check (length(call) between 1 and 60),
  -- The id in the call's path, phones shortened: who did what to which thing, and nothing of anybody's person.
  target text not null check (length(target) <= 120),
  -- The HTTP status of the answer.
  outcome smallint check (outcome between 100 and 599)
);

create index audit_log_call on audit_log (call, id desc);
