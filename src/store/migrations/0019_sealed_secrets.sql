-- serves: 14
-- Callback secrets and passwords are kept sealed; docs/decisions/sealed-secrets.md has the order in which a running installation
-- gets there. A column holds either form: as it was given, or sealed:<key>:<sealed>.

-- The keys that something here may be sealed with, by names that tell nothing about them. What is written is sealed with the
-- current one.
create table secret_keys (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  is_current boolean not null,
  added_at timestamptz not null default now()
);

create unique index secret_keys_current on secret_keys (is_current) where is_current;

-- Keys the process holds. Null: an older program, which could not read what is sealed; while one lives nothing is.
alter table processes add column secret_keys text[];

-- breaks nothing: what the narrower rule let through passes this one
alter table partners
  drop constraint partners_callback_secret_check,
  add constraint partners_callback_secret_check check (callback_secret ~ '^(whsec_|sealed:)');

-- breaks nothing: what the narrower rules let through passes these, and an older program leases nothing that is sealed
alter table callback_endpoints
  drop constraint callback_endpoints_secret_check,
  drop constraint callback_endpoints_previous_secret_check,
  add constraint callback_endpoints_secret_check check (secret ~ '^(whsec_|sealed:)'),
  add constraint callback_endpoints_previous_secret_check check (previous_secret ~ '^(whsec_|sealed:)'),
  -- An older program that wakes up late must not sign with what it cannot read: it gets no such endpoint.
  add constraint callback_endpoints_opened check (
    lease_owner is null or lease_owner like 'opens %' or secret not like 'sealed:%'
  );
