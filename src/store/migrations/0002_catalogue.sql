-- Cities and services. A service's definition is one document, judged whole by the domain before it is saved; every save is
-- a new version and none is ever changed, so that an order can always be explained by the tariff it was priced with.

create table cities (
  id text primary key check (id ~ '^[A-Z]{3}$'),
  definition jsonb not null,
  position int generated always as identity,
  updated_at timestamptz not null
);

create table services (
  id text primary key check (id ~ '^[A-Z0-9]+(-[A-Z0-9]+)+$'),
  version int not null check (version >= 1),
  position int generated always as identity,
  updated_at timestamptz not null
);

create table service_versions (
  service_id text not null references services (id),
  version int not null,
  definition jsonb not null,
  saved_at timestamptz not null,
  primary key (service_id, version)
);
