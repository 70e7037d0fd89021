-- serves: 14
-- People of a partner's who sign in to its portal, each for the account that invited them.
create table members (
  id text primary key,
  partner_id text not null references partners (id),
  phone text not null references accounts (phone),
  -- Lower case.
  email text not null unique check (email = lower(email) and length(email) between 3 and 200),
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('owner', 'staff', 'finance', 'developer')),
  -- With its parameters and salt.
  password_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  disabled_at timestamptz
);

create index members_partner on members (partner_id);

-- One-time links: for somebody new, or for a member who has lost their password.
create table member_invites (
  id text primary key,
  token_hash bytea not null unique,
  partner_id text not null references partners (id),
  phone text not null references accounts (phone),
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'staff', 'finance', 'developer')),
  member_id text references members (id) on delete cascade,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null
);

create index member_invites_partner on member_invites (partner_id);
create index member_invites_end on member_invites (expires_at);

-- Whose browser it is, where a member's signed in.
alter table web_sessions add column member_id text references members (id) on delete cascade;

create index web_sessions_member on web_sessions (member_id) where member_id is not null;

-- A partner's keys have names, and tell when they were used last, to the minute.
alter table partner_keys
  add column name text,
  add column last_used_at timestamptz;
