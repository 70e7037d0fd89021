-- serves: 14
-- Where from, what changed and why; and a chain: each row that is closed has a place and a hash that covers it and the row before, so that one that was
-- taken out or changed shows. The worker closes rows in order once their outcome is known.
alter table audit_log
  add column address text check (length(address) <= 60),
  add column changed json,
  add column reason text check (length(reason) <= 500),
  add column chain_at bigint,
  add column chain_hash bytea;

create unique index audit_log_chain on audit_log (chain_at) where chain_at is not null;
create index audit_log_open on audit_log (id) where chain_at is null;

-- How far the chain is closed, and where what is kept of it begins: the hash of the row before that one.
create table audit_chain (
  only_one boolean primary key default true check (only_one),
  closed_to bigint not null,
  closed_hash bytea not null,
  kept_from bigint not null,
  kept_hash bytea not null
);

insert into audit_chain (closed_to, closed_hash, kept_from, kept_hash)
values (0, '', 1, '');
