-- serves: 14
-- Offers are told by web push to drivers whose page is closed.

-- The key pair by which push services know this installation: made at the first start, and there is one.
create table push_keys (
  public_key text primary key check (length(public_key) = 87),
  -- As it was made, or sealed:<key>:<sealed> (0019).
  private_key text not null,
  created_at timestamptz not null
);

create unique index push_keys_one on push_keys ((true));

-- The browser of a driver's session: where its push service is, and how to write to it. It goes with its session.
create table push_subscriptions (
  session_hash bytea primary key references driver_sessions (token_hash) on delete cascade,
  driver_phone text not null references drivers (phone),
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  language text not null check (language in ('vi', 'en')),
  -- The newest of the driver's offers that needs no push any more, by its number.
  told_seq bigint not null,
  -- Somebody is sending to it until then.
  claimed_until timestamptz not null,
  created_at timestamptz not null
);

create index push_subscriptions_driver on push_subscriptions (driver_phone);

-- Drivers who have an open stream, by the process that has it; they need no push. Nothing but that depends on it, and it goes with the
-- row of its process, which a crash may lose as well.
create unlogged table driver_streams (
  driver_phone text not null,
  process text not null references processes (name) on delete cascade,
  primary key (driver_phone, process)
);

create index driver_streams_process on driver_streams (process);
