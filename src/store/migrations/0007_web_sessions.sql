-- Who is signed in with a browser: a partner's account in the portal, or a person of the operator's in the console.

create table web_sessions (
  -- Of the cookie's value; a console's also covers the operator key, so that a new key ends every session of the old one.
  id_hash bytea primary key check (length(id_hash) = 32),
  kind text not null check (kind in ('portal', 'console')),
  phone text references accounts (phone),
  -- Given by the person who signed in; the key says that she may, the name says who she is.
  operator_name text check (length(operator_name) between 1 and 80),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  check ((kind = 'portal') = (phone is not null)),
  check ((kind = 'console') = (operator_name is not null))
);

create index web_sessions_phone on web_sessions (phone, created_at desc) where phone is not null;
create index web_sessions_end on web_sessions (expires_at);
