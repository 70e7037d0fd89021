-- serves: 14
-- The operator's people: who they are, what they may, and what they sign in with.
create table operators (
  id text primary key,
  -- Lower case.
  email text not null unique check (email = lower(email) and length(email) between 3 and 200),
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('owner', 'dispatcher', 'support', 'finance', 'viewer')),
  -- null: all of them.
  cities text[] check (cardinality(cities) > 0),
  -- With its parameters and salt; null: not chosen yet, or signs in elsewhere.
  password_hash text,
  -- Sealed. It counts from totp_since on; before that it waits for its first code.
  totp_secret text,
  totp_since timestamptz,
  -- A code is good once: of the newest step that was used.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  disabled_at timestamptz
);

-- Codes for who has lost their phone, as hashes; each is good once.
create table operator_recovery_codes (
  operator_id text not null references operators (id) on delete cascade,
  code_hash bytea not null,
  primary key (operator_id, code_hash)
);

-- One-time links: for somebody new, for the first owner (who brings their own e-mail), or for somebody who has lost their password.
create table operator_invites (
  id text primary key,
  token_hash bytea not null unique,
  email text,
  name text,
  role text not null check (role in ('owner', 'dispatcher', 'support', 'finance', 'viewer')),
  cities text[] check (cardinality(cities) > 0),
  operator_id text references operators (id) on delete cascade,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null
);

create index operator_invites_end on operator_invites (expires_at);

-- Whose browser it is, where from, and when they last proved who they are.
alter table web_sessions
  add column operator_id text references operators (id) on delete cascade,
  add column address text check (length(address) <= 60),
  add column browser text check (length(browser) <= 200),
  add column proved_at timestamptz;

create index web_sessions_operator on web_sessions (operator_id) where operator_id is not null;
