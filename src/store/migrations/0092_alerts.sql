-- serves: 14
-- When people are told something of the platform, what, and where it goes.
create table alert_rules (
  id text primary key,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (
    kind in ('daily_summary', 'low_fulfilment', 'no_driver', 'endpoint_down', 'ledger_unclean', 'documents_ending')
  ),
  -- Numbers by name, as the kind has them.
  terms jsonb not null,
  -- null: all of them.
  city_id text,
  language text not null check (language in ('vi', 'en')),
  mail text[] not null check (cardinality(mail) <= 10),
  push boolean not null,
  -- Sealed: whoever knows it may write there.
  webhook_url text,
  webhook_shape text not null check (webhook_shape in ('slack', 'plain')),
  is_on boolean not null,
  -- Since when it watches what it watches now.
  active_since timestamptz not null,
  created_at timestamptz not null,
  created_by text not null
);

-- A trouble that a rule sees: of a city, a partner or the whole platform.
create table alert_incidents (
  id bigint generated always as identity primary key,
  rule_id text not null references alert_rules (id) on delete cascade,
  subject text not null,
  facts jsonb not null,
  began_at timestamptz not null,
  -- Since when nothing was seen of it.
  calm_since timestamptz,
  ended_at timestamptz
);

create unique index alert_incidents_open on alert_incidents (rule_id, subject) where ended_at is null;
create index alert_incidents_age on alert_incidents (ended_at) where ended_at is not null;

-- What is told, to one address or browser each: waits, was sent, or failed. Its words are final. Rows stay as the record of what was told.
create table alert_messages (
  number bigint generated always as identity primary key,
  -- The same whenever it is tried again, so that whoever gets it twice can tell.
  id text not null unique,
  rule_id text not null,
  rule_name text not null,
  kind text not null,
  occasion text not null check (occasion in ('began', 'ended', 'day', 'test')),
  incident_id bigint,
  subject text not null,
  day date,
  way text not null check (way in ('mail', 'push', 'webhook')),
  -- An e-mail address, a webhook's host, or who is signed in at the browser.
  address text not null,
  -- The browser's session.
  session_hash bytea,
  language text not null,
  title text not null,
  body text not null,
  facts jsonb not null,
  queued_at timestamptz not null,
  -- null: it has ended.
  due_at timestamptz,
  tries int not null default 0,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  error text not null default '',
  ended_at timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'waiting') = (ended_at is null))
);

-- A day is told once, whoever tells it.
create unique index alert_messages_day on alert_messages (rule_id, day, way, address, session_hash) nulls not distinct where day is not null;
create index alert_messages_due on alert_messages (due_at) where due_at is not null;
create index alert_messages_incident on alert_messages (incident_id) where due_at is not null;
create index alert_messages_age on alert_messages (queued_at);

-- Whoever judges the rules holds this row; and when the ledger was last verified, for the rule about it.
create table alert_progress (
  one_row boolean primary key default true check (one_row),
  ledger_due_at timestamptz not null default '-infinity',
  ledger_checked_at timestamptz,
  ledger_problems int
);
insert into alert_progress default values;

-- Browsers that are signed in to the console and take notifications; one goes with its session.
create table console_browsers (
  session_hash bytea primary key references web_sessions (id_hash) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  language text not null check (language in ('vi', 'en')),
  created_at timestamptz not null
);
