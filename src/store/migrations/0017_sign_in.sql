-- serves: 14
-- Signing in: tries that slow the next ones down, drivers' devices and their one-time codes.
-- driver_pin_tries is written by no program from here on; it goes when none that writes it is served any more.

-- Whom or what a try counts against, hashed: nobody's phone or address is kept because somebody mistyped. A stranger makes rows here,
-- so each says when it is forgotten, and the sweep keeps their number bounded (operations/sign-ins).
create table sign_in_tries (
  key bytea primary key check (length(key) = 32),
  tried_at timestamptz not null,
  forgotten_at timestamptz not null
) with (fillfactor = 70);

create index sign_in_tries_age on sign_in_tries (forgotten_at);

-- Phones and browsers on which a driver has signed in. The token is 256 random bits, kept hashed.
create table driver_devices (
  token_hash bytea primary key check (length(token_hash) = 32),
  driver_phone text not null references drivers (phone),
  used_at timestamptz not null
);

create index driver_devices_driver on driver_devices (driver_phone, used_at desc);
create index driver_devices_age on driver_devices (used_at);

-- The code sent to a driver who signs in on a new device: at most one is open, asking again replaces it.
create table driver_codes (
  driver_phone text primary key references drivers (phone),
  code_hash bytea not null check (length(code_hash) = 32),
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null
);

-- Sign-ins that failed are strangers' rows among the operator's: found by themselves, so that their number can be bounded.
create index audit_log_strangers on audit_log (id) where operator_name is null and call = 'openConsoleSession';
