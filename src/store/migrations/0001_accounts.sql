-- Partners, their keys, accounts, children, messages, and the program's own state.

-- The sandbox's clock offset and the versions that replicas watch.
create table program_state (
  name text primary key,
  amount bigint not null
);

insert into program_state (name, amount)
values ('clock_offset_ms', 0), ('catalogue_version', 1);

create table partners (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  name text not null check (length(name) between 1 and 200),
  block_duplicate_tracking_numbers boolean not null default false,
  rate_limit_per_minute int check (rate_limit_per_minute between 1 and 1000000),
  -- Given to the partner with its keys; signs its callbacks from the moment it sets an address for them. Kept readable,
  -- because signing needs it.
  callback_secret text check (callback_secret ~ '^whsec_'),
  created_at timestamptz not null
);

-- API and route keys are high-entropy, so a plain SHA-256 is a safe index. While a key is rotated two are valid.
create table partner_keys (
  hash bytea primary key check (length(hash) = 32),
  partner_id text not null references partners (id),
  kind text not null check (kind in ('api', 'route')),
  created_at timestamptz not null,
  expires_at timestamptz
);

create index partner_keys_partner on partner_keys (partner_id, kind);

create table accounts (
  phone text primary key check (phone ~ '^84[0-9]{9}$'),
  partner_id text not null references partners (id),
  name text not null check (length(name) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  email text check (length(email) <= 254),
  status text not null default 'ACTIVATED' check (status in ('ACTIVATED', 'DEACTIVATED')),
  referral_code text not null,
  country_code text not null default 'VN',
  currency text not null default 'VND',
  city_id text,
  parent_phone text references accounts (phone) check (parent_phone <> phone),
  -- Each new token pair raises it; a token of an older generation is refused at once (D7).
  token_generation int not null default 0,
  refresh_hash bytea check (length(refresh_hash) = 32),
  refresh_expires_at timestamptz,
  cod_limit bigint check (cod_limit >= 0),
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  created_at timestamptz not null
);

create unique index accounts_email on accounts (lower(email));
create unique index accounts_refresh on accounts (refresh_hash);
create index accounts_parent on accounts (parent_phone) where parent_phone is not null;
create index accounts_partner on accounts (partner_id);

-- At most one open invitation for a parent and child: asking again replaces the code (D21).
create table child_invites (
  child_phone text not null references accounts (phone),
  parent_phone text not null references accounts (phone),
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (child_phone, parent_phone)
);

-- What the built-in sandbox sender "sent"; with SMS_URL set, nothing is kept here.
create table sms_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  body text not null,
  code text,
  sent_at timestamptz not null
);

create index sms_outbox_recipient on sms_outbox (recipient, id desc);
