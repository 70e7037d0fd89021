-- serves: 14
-- The first half of a refresh token is its family's: a token of the family that is not the newest one was used before.
alter table accounts
  add column refresh_family bytea check (length(refresh_family) = 32),
  add column refreshed_at timestamptz;

create unique index accounts_refresh_family on accounts (refresh_family);
